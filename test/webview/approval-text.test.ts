import assert from "node:assert/strict";
import fc from "fast-check";
import type { JsonObject, JsonSchema } from "../../src/shared/json.ts";
import { approvalAction, type PressedKey } from "../../src/webview/components/log/approval/approval-key.ts";
import { argumentRows, editedRows } from "../../src/webview/components/log/approval/argument-rows.ts";
import { argumentText } from "../../src/webview/components/log/approval/argument-text.ts";
import { checkArguments } from "../../src/webview/components/log/approval/check-arguments.ts";
import { definitionLines } from "../../src/webview/components/log/approval/definition-lines.ts";
import { type DiffRow, diffLines } from "../../src/webview/components/log/approval/diff-lines.ts";
import { lineAt, parseArguments } from "../../src/webview/components/log/approval/parse-arguments.ts";
import {
  countUnseen,
  escapeUnseen,
  nameUnseen,
  splitUnseen,
} from "../../src/webview/components/log/approval/unseen-characters.ts";

/** Any arguments, with the characters that matter here more often than by chance. */
const strings = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("a", "\n", "\r", "\\", "n", '"', "\t", "\u202e", "\u200b", "🙂", "/", "~") }),
);
const inputs = fc
  .dictionary(
    strings,
    fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        strings,
        fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(strings, tie("value"), { maxKeys: 4 }),
      ),
    })).value,
  )
  .map((input) => JSON.parse(JSON.stringify(input)) as JsonObject);

describe("the text of arguments", () => {
  it("breaks lines where a string has a line feed, and nowhere else", () => {
    assert.equal(argumentText({ a: "x\ny" }), '{\n  "a": "x\\n\ny"\n}');
    assert.equal(argumentText({ a: "x\\ny" }), '{\n  "a": "x\\\\ny"\n}');
  });

  it("reads as the same arguments, also with its unseen characters escaped", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        for (const text of [argumentText(input), escapeUnseen(argumentText(input))]) {
          const parsed = parseArguments(text);
          assert.ok(parsed.ok, text);
          assert.equal(JSON.stringify(parsed.input), JSON.stringify(input));
        }
      }),
    );
  });

  it("reads JSON like JSON.parse where both can", () => {
    fc.assert(
      fc.property(inputs, fc.integer({ min: 0, max: 4 }), (input, indent) => {
        const parsed = parseArguments(JSON.stringify(input, null, indent));
        assert.ok(parsed.ok);
        assert.equal(JSON.stringify(parsed.input), JSON.stringify(input));
      }),
    );
  });

  it("takes a typed line break in a string for a line feed, and one behind its mark for none", () => {
    const read = (text: string) => parseArguments(text);
    for (const text of ['{"a":"x\ny"}', '{"a":"x\\ny"}', '{"a":"x\\n\ny"}', '{"a":"x\r\ny"}']) {
      const parsed = read(text);
      assert.deepEqual(parsed.ok && parsed.input, { a: "x\ny" });
    }
  });

  it("keeps a key that would change what an object is", () => {
    const parsed = parseArguments('{"__proto__": {"admin": true}}');
    assert.ok(parsed.ok);
    assert.deepEqual(Object.keys(parsed.input), ["__proto__"]);
  });

  it("says what is wrong and where", () => {
    const cases: [string, string, number][] = [
      ['{\n  "a": nope\n}', "invalid", 2],
      ['{\n  "a": 1,\n}', "invalid", 3],
      ['{\n  "a": 01\n}', "invalid", 2],
      ['{\n  "a": "x', "end", 2],
      ["", "end", 1],
      ['{\n  "a": 1,\n  "a": 2\n}', "twice", 3],
      ["[1]", "no-object", 1],
      ["{} {}", "invalid", 1],
      [`${'{"a":'.repeat(300)}1${"}".repeat(300)}`, "invalid", 1],
    ];
    for (const [text, problem, line] of cases) {
      const parsed = parseArguments(text);
      assert.ok(!parsed.ok, text);
      assert.equal(parsed.problem, problem, text);
      assert.equal(lineAt(text, parsed.at), line, text);
    }
  });

  it("knows where each value stands", () => {
    const text = '{"a": [1, {"b/c": "x"}]}';
    const parsed = parseArguments(text);
    assert.ok(parsed.ok);
    const span = parsed.spans.get("/a/1/b~1c");
    assert.equal(text.slice(span?.from, span?.to), '"x"');
  });
});

describe("the rows of arguments", () => {
  it("hold every character of the text, in order", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const text = argumentText(input);
        const shown = argumentRows(text).map(({ line, pieces }, index) => {
          const row = pieces.map((piece) => piece.text).join("");
          return index > 0 && line !== undefined ? `\n${row}` : row;
        });
        assert.equal(shown.join(""), text);
        const edited = editedRows(text, [{ from: 1, to: 3 }]);
        assert.equal(edited.map(({ pieces }) => pieces.map((piece) => piece.text).join("")).join("\n"), text);
      }),
    );
  });

  it("cut a line that is too long into rows without a number", () => {
    const rows = argumentRows(argumentText({ a: "🙂".repeat(3500) }));
    assert.deepEqual(
      rows.map(({ line }) => line),
      [1, 2, undefined, undefined, undefined, 3],
    );
    assert.ok(rows.every(({ pieces }) => pieces.every(({ text }) => text.isWellFormed())));
  });

  it("mark line feeds of strings and unseen characters", () => {
    const pieces = argumentRows(argumentText({ a: "x\n\u202e" })).flatMap((row) => row.pieces);
    assert.deepEqual(
      pieces.filter(({ mark }) => mark !== undefined).map(({ text, mark }) => [text, mark]),
      [
        ["\\n", "line-feed"],
        ["\u202e", "unseen"],
      ],
    );
  });

  it("underline exactly the bad value while it is edited", () => {
    const text = '{\n  "mode": "writes",\n  "n": 1\n}';
    const from = text.indexOf('"writes"');
    const bad = editedRows(text, [{ from, to: from + 8 }]).flatMap(({ pieces }) => pieces.filter((piece) => piece.bad));
    assert.deepEqual(bad, [{ text: '"writes"', ink: "string", bad: true }]);
  });
});

describe("unseen characters", () => {
  it("are found: bidirectional, zero width, tags, fillers, odd blanks, controls", () => {
    const hidden = [
      "\u202e",
      "\u2066",
      "\u200b",
      "\ufeff",
      "\u00ad",
      "\u{e0041}",
      "\u3164",
      "\u2800",
      "\u00a0",
      "\u0085",
      "\u2028",
      "\u007f",
    ];
    for (const character of hidden) {
      assert.equal(countUnseen(`a${character}b`), 1, character.codePointAt(0)?.toString(16));
    }
  });

  it("are not what people write", () => {
    assert.equal(countUnseen("a b\tc\r\nd é 中文　全角 ❤️ 👩‍💻 1️⃣ ñ"), 0);
  });

  it("are found where an emoji's parts stand alone", () => {
    assert.equal(countUnseen("a\ufe0fb"), 1);
    assert.equal(countUnseen("a\u200db"), 1);
  });

  it("are named, and lose nothing when they are cut out", () => {
    assert.equal(nameUnseen("pay\u202ecod"), "pay[U+202E]cod");
    fc.assert(
      fc.property(strings, (text) => {
        assert.equal(
          splitUnseen(text)
            .map((piece) => piece.text)
            .join(""),
          text,
        );
      }),
    );
  });
});

describe("the check of edited arguments", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: {
      mode: { enum: ["read", "write"] },
      timeout: { $ref: "#/$defs/seconds" },
      name: { type: ["string", "null"], minLength: 2, pattern: "^[a-z]*$" },
      where: { anyOf: [{ type: "string" }, { type: "object", required: ["id"] }] },
      "a/b": { const: 1 },
    },
    required: ["mode", "database"],
    additionalProperties: false,
    $defs: { seconds: { type: "integer", minimum: 1 } },
  };
  const check = (input: JsonObject) => checkArguments(input, schema);

  it("lets pass what fits", () => {
    assert.deepEqual(check({ mode: "read", database: "x" }).length, 1, "database is no property");
    assert.deepEqual(checkArguments({ mode: "read" }, { properties: { mode: { enum: ["read"] } } }), []);
  });

  it("says for each value once what is wrong with it", () => {
    const found = check({ mode: "writes", timeout: 0, name: "", where: 5, "a/b": 2, more: true });
    assert.deepEqual(
      new Map(found.map(({ pointer, cause }) => [pointer, cause])),
      new Map<string, unknown>([
        ["/database", { kind: "missing" }],
        ["/mode", { kind: "choice", allowed: ["read", "write"] }],
        ["/timeout", { kind: "limit", keyword: "minimum", limit: 1 }],
        ["/name", { kind: "limit", keyword: "minLength", limit: 2 }],
        ["/where", { kind: "form" }],
        ["/a~1b", { kind: "choice", allowed: [1] }],
        ["/more", { kind: "unknown" }],
      ]),
    );
    assert.equal(found.length, 7);
  });

  it("names the types that a value may have", () => {
    const [problem] = checkArguments({ a: "1" }, { properties: { a: { type: ["integer", "null"] } } });
    assert.deepEqual(problem?.cause, { kind: "type", types: ["integer", "null"] });
  });

  it("lets arguments pass when the schema cannot be used", () => {
    assert.deepEqual(checkArguments({ a: 1 }, { properties: { a: { $ref: "https://example.com/none.json" } } }), []);
    assert.deepEqual(checkArguments({ a: 1 }, { properties: { a: { pattern: "(" } } }), []);
  });
});

describe("the comparison of definitions", () => {
  const before = {
    description: "Sends the report to the team channel.",
    inputSchema: { type: "object", properties: { report: { type: "string" } } },
  };
  const after = {
    description: "Sends the report to the given address.",
    inputSchema: { properties: { address: { type: "string" }, report: { type: "string" } }, type: "object" },
  };

  it("ignores the order of members and shows what was added", () => {
    const rows = diffLines(definitionLines("send", before, before), definitionLines("send", after, before));
    assert.deepEqual(rows.filter(({ kind }) => kind === "changed").map(sides), [
      [
        '"description": "Sends the report to the [team channel].",',
        '"description": "Sends the report to the [given address].",',
      ],
      ['  "report": { "type": "string" }', '  "report": { "type": "string" }[,]'],
      [undefined, '  "address": { "type": "string" }'],
    ]);
  });

  it("gives both texts back", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c d", "c e", ""), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (old, now) => {
        const rows = diffLines(old, now);
        const text = (side: "before" | "after") =>
          rows.flatMap((row) =>
            row.kind === "changed"
              ? row[side] === undefined
                ? []
                : [row[side].map((piece) => piece.text).join("")]
              : row.kind === "same"
                ? [row.text]
                : new Array<string>(row.lines).fill("*"),
          );
        const matches = (shown: string[], whole: string[]) =>
          shown.length === whole.length && shown.every((line, index) => line === "*" || line === whole[index]);
        assert.ok(matches(text("before"), old), JSON.stringify(rows));
        assert.ok(matches(text("after"), now), JSON.stringify(rows));
      }),
    );
  });

  it("leaves out what is far from any change", () => {
    const many = Array.from({ length: 50 }, (_, index) => `line ${index}`);
    const rows = diffLines(many, [...many, "new"]);
    assert.deepEqual(rows[0], { kind: "skipped", lines: 47 });
    assert.equal(rows.length, 5);
  });

  it("compares thousands of lines without aligning them one by one", () => {
    const old = Array.from({ length: 5000 }, (_, index) => `old ${index}`);
    const now = Array.from({ length: 5000 }, (_, index) => `now ${index}`);
    assert.equal(diffLines(old, now).length, 5000);
  });

  function sides(row: DiffRow): (string | undefined)[] {
    const text = (pieces: { text: string; changed: boolean }[] | undefined) =>
      pieces?.map((piece) => (piece.changed ? `[${piece.text}]` : piece.text)).join("");
    return row.kind === "changed" ? [text(row.before), text(row.after)] : [];
  }
});

describe("keys of an approval", () => {
  const press = (key: string, more: Partial<PressedKey> = {}): PressedKey => ({
    key,
    code: "",
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    isComposing: false,
    ...more,
  });

  it("answer by letter, in any case", () => {
    assert.deepEqual(approvalAction(press("d")), { type: "deny" });
    assert.deepEqual(approvalAction(press("W")), { type: "allow", scope: "workspace" });
    assert.equal(approvalAction(press("x")), undefined);
    assert.equal(approvalAction(press("constructor")), undefined);
  });

  it("answer by place on keyboards with other letters", () => {
    assert.deepEqual(approvalAction(press("в", { code: "KeyD" })), { type: "deny" });
    assert.equal(approvalAction(press("q", { code: "KeyA" })), undefined, "a Latin letter is what it says");
  });

  it("belong to others with a modifier or while an input method composes", () => {
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }]) {
      assert.equal(approvalAction(press("a", more)), undefined);
    }
  });
});
