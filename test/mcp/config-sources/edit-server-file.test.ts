import assert from "node:assert/strict";
import { addServersToFile } from "../../../src/extension/mcp/config-sources/edit-server-file.ts";
import { readJsonc } from "../../../src/extension/mcp/config-sources/read-jsonc.ts";

const added = { new: { type: "stdio", command: "x", args: ["1"] } };
const input = { id: "k", type: "promptString" as const, password: true };

describe("addServersToFile", () => {
  it("keeps comments, order and indentation", () => {
    const text =
      '{\n  // mine\n  "servers": {\n    "old": { "command": "y" }, // note\n  },\n  "inputs": [{ "id": "a", "type": "promptString" }]\n}\n';
    const result = addServersToFile(text, added, [input, { ...input, id: "a" }]) ?? "";
    assert.match(result, /\/\/ mine/);
    assert.match(result, /"old": \{ "command": "y" \}.*\/\/ note|\/\/ note/s);
    assert.match(result, /^ {4}"new": \{$/m);
    const { value, faults } = readJsonc(result);
    assert.deepEqual(faults, []);
    assert.deepEqual(value, {
      servers: { old: { command: "y" }, ...added },
      inputs: [{ id: "a", type: "promptString" }, input],
    });
  });

  it("begins a file that is not there yet", () => {
    assert.deepEqual(readJsonc(addServersToFile("", added, [input]) ?? "").value, { servers: added, inputs: [input] });
  });

  it("replaces a server of the same name", () => {
    const result = addServersToFile('{"servers": {"new": {"url": "http://h"}}}', added);
    assert.deepEqual(readJsonc(result ?? "").value, { servers: added });
  });

  it("never writes a file with a fault, or of another shape", () => {
    for (const text of ['{"servers": {"a": {}}', '{"servers": {}}}', "[]", '{"servers": []}', "oops"]) {
      assert.equal(addServersToFile(text, added), undefined, text);
    }
  });
});
