import assert from "node:assert/strict";
import { looksSecret, secretMask } from "../../src/extension/mcp/secret-names.ts";

describe("secrets", () => {
  it("are known by their names, their origin or their form", () => {
    const origin = ["$", "{env:X}"].join("");
    for (const [name, value] of [
      ["API_KEY", "x"],
      ["GITHUB_PAT", "x"],
      ["dbPassword", "x"],
      ["ANYTHING", origin],
      ["URL", "https://u:p@host"],
    ] as const) {
      assert.equal(looksSecret(name, value), true, name);
    }
    for (const name of ["DEBUG", "PATH", "HOME", "NODE_ENV", "PATTERN"]) {
      assert.equal(looksSecret(name, "/usr/bin"), false, name);
    }
  });

  it("are masked whole, the longest first, and short ones not at all", () => {
    const mask = secretMask(["secret-1", "secret-1-long", "1234", ""]);
    assert.equal(mask("a secret-1-long b secret-1 c 1234"), "a ••• b ••• c 1234");
  });
});
