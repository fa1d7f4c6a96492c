// Writes a pid file like a host with one server does, and ends without any cleaning up. Arguments: FOLDER PID
import { PidFile } from "../../src/extension/mcp/pid-file.ts";

const [folder = "", pid = "0"] = process.argv.slice(2);
await new PidFile(folder).add(Number(pid));
process.kill(process.pid, "SIGKILL");
