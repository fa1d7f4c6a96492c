import assert from "node:assert/strict";
import { isInstallerCommand } from "../../src/extension/mcp/installer-command.ts";

describe("isInstallerCommand", () => {
  it("knows the programs that fetch what they run", () => {
    const lines = [
      "npx -y server",
      "/usr/local/bin/npx server",
      "C:\\node\\npx.cmd server",
      "uvx mcp-server-time",
      "uv run server",
      "pnpm dlx server",
      "docker run -i image",
      "cmd /c npx -y server",
      "env npx server",
    ];
    for (const line of lines) {
      const [command = "", ...args] = line.split(" ");
      assert.equal(isInstallerCommand(command, args), true, line);
    }
  });

  it("leaves the others alone", () => {
    for (const line of ["node server.js", "npm start", "uv --version", "cmd /c node", "env", "python -m npx"]) {
      const [command = "", ...args] = line.split(" ");
      assert.equal(isInstallerCommand(command, args), false, line);
    }
  });
});
