// A window in a process of its own: claims a session and says so, then does what the lines of its input say.
// Arguments: FOLDER SESSION. Lines: `append TEXT`, `claim`, `release`, `end`. Each is answered with one line.
import { createInterface } from "node:readline";
import { silentLog } from "../../src/extension/ports/log.ts";
import { systemClock } from "../../src/extension/ports/system-clock.ts";
import { SessionFiles } from "../../src/extension/store/session-files.ts";

const [folder = "", sessionId = ""] = process.argv.slice(2);
const files = new SessionFiles({ folder, clock: systemClock, log: silentLog, onError: ({ message }) => say(message) });
let seq = 0;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function obey(line: string): Promise<string> {
  const [word, ...rest] = line.split(" ");
  switch (word) {
    case "claim":
      return String(await files.claim(sessionId));
    case "release":
      await files.release(sessionId);
      return "released";
    case "append":
      files.append(sessionId, [
        {
          type: "chunk",
          versionId: "v1",
          seq: seq++,
          at: 0,
          chunk: { type: "notice", code: rest.join(" "), message: `written by ${process.pid}` },
        },
      ]);
      return String(await files.flush(sessionId));
    default:
      await files.close();
      process.exit(0);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  say(await obey(line));
}
