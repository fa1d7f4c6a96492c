import { deepEqual, equal, match, ok } from "node:assert/strict";
import { createExtractor, type ExtractorOptions } from "../../src/extension/extractor/create-extractor.ts";
import type { ExtractorEvent } from "../../src/extension/extractor/extractor-event.ts";
import { textFormats } from "../../src/extension/formats/formats.ts";
import { formatIds, tools } from "./generated-reply.ts";
import { checkCallEvents, checkConservation, checkWellFormed } from "./law-checks.ts";
import { extract, normalised, summary } from "./vector.ts";

const finishes = ["stop", "length", "abort"] as const;

/** One format of each shape: they stand for the others where an input is long. */
const everyShape = new Set([
  "tool_use",
  "hermes",
  "bare_json",
  "kimi_k2",
  "qwen3_coder",
  "glm45",
  "pythonic",
  "gemma4",
]);
for (const id of ["harmony", "yaml_xml", "direct_tag", "json_fence", "guided_json", "continue_codeblock"])
  everyShape.add(id);

/** Where a rendered call is given what no renderer would write. */
const placeholder = "PLACEHOLDER";

function render(id: string, input: Record<string, string | number | string[]>): string {
  return textFormats.get(id)?.renderCall({ name: "write_file", input }, tools) ?? "";
}

/** A call in this format whose string holds any characters. */
function withContent(id: string, content: string): string {
  return render(id, { path: "a", content: placeholder }).replace(placeholder, () => content);
}

/** The literal that a call in this format begins with. */
function opener(id: string): string {
  const { grammars } = textFormats.get(id) ?? { grammars: [] };
  const literals = grammars.flatMap((grammar) => {
    const section = "section" in grammar ? (grammar.section?.open ?? []) : [];
    const open = "open" in grammar ? grammar.open : [];
    const head = grammar.shape === "params" && grammar.head.kind !== "tag" ? grammar.head.open : [];
    const fence = "fence" in grammar ? (grammar.fence ?? []).map((info) => `\`\`\`${info}\n`) : [];
    return [...section, ...open, ...head, ...fence];
  });
  return literals[0] ?? render(id, { path: "a" }).slice(0, 8);
}

/** What the events say of the whole reply: every call ended once, with a message where it cannot run. */
function checkEnds(events: readonly ExtractorEvent[]): void {
  checkCallEvents(events);
  checkWellFormed(events);
  for (const event of events) {
    if (event.type === "call_invalid") match(event.message, /\w.*\.$/s);
  }
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function inPieces(text: string, size: number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size));
  return pieces;
}

describe("bad input, in every format", () => {
  for (const id of formatIds) {
    const options: ExtractorOptions = { formats: [id], tools };

    it(`${id}: a call that is cut anywhere is text, or is invalid with a message, or was whole`, () => {
      const input = { path: 'a "b"\\c\n<d>', content: "1\n2", count: 3, tags: ["x", "y"] };
      const text = render(id, input);
      for (let cut = 0; cut < text.length; cut += 1) {
        const part = text.slice(0, cut);
        for (const finish of finishes) {
          const events = extract(options, [part], finish);
          checkEnds(events);
          checkConservation(options, [part], finish);
          for (const call of summary(events).calls) {
            // Behind whole parameters a reply that ended by itself has ended its call too.
            if (finish === "stop") deepEqual({ ...input, ...call.input }, input);
            else deepEqual(call.input, input);
          }
        }
      }
    });

    it(`${id}: openers in masses are text, or invalid calls`, () => {
      const count = everyShape.has(id) ? 100_000 : 10_000;
      const events = extract({ ...options, guard: "off" }, inPieces(opener(id).repeat(count), 65_536), "stop");
      checkEnds(events);
      equal(summary(events).calls.length, 0);
    });

    it(`${id}: arguments of any depth end, and those that are too deep do not run`, () => {
      const nested = render(id, { path: "a", tags: [placeholder] });
      const at = nested.indexOf(placeholder);
      const quoted = nested.charAt(at - 1) === '"';
      const written = quoted ? `"${placeholder}"` : placeholder;
      for (const depth of [200, 300, 100_000]) {
        for (const value of ["[".repeat(depth) + "]".repeat(depth), "[".repeat(depth), '{"a":'.repeat(depth)]) {
          const events = extract(
            options,
            inPieces(
              nested.replace(written, () => value),
              4096,
            ),
            "stop",
          );
          checkEnds(events);
          if (depth > 256) for (const call of summary(events).calls) ok(depthOf(call.input) <= 256);
        }
      }
    });

    it(`${id}: NUL and half characters arrive as one character each, under every split`, () => {
      const text = withContent(id, "a\u0000b\ud83dc\udc00d\ud83d\ude80");
      const whole = extract(options, [text], "stop");
      checkEnds(whole);
      deepEqual(normalised(extract(options, text.split(""), "stop")), normalised(whole));
      deepEqual(
        summary(whole).calls.map(({ input }) => input),
        [{ path: "a", content: "a\u0000b\ufffdc\ufffdd\ud83d\ude80" }],
      );
    });

    it(`${id}: a call beyond the limit is invalid, or text where only its end would prove it`, () => {
      const text = withContent(id, "x".repeat(20_000));
      const events = extract({ ...options, limits: { maxCall: 6_000 } }, inPieces(text, 100), "stop");
      checkEnds(events);
      const { calls, invalid, text: shown } = summary(events);
      equal(calls.length, 0);
      if (invalid.length === 0) ok(shown === text || id === "guided_json", shown.slice(0, 100));
      else deepEqual(invalid.map(({ reason }) => reason).slice(0, 1), ["limit"]);
    });
  }

  for (const id of ["tool_use", "qwen3_coder", "gemma4"]) {
    it(`${id}: an argument of 16 MiB is too large, one of 15 MiB is not`, () => {
      const mebibyte = 1024 * 1024;
      for (const [size, reason] of [
        [15 * mebibyte, undefined],
        [16 * mebibyte, "limit"],
      ] as const) {
        const extractor = createExtractor({ formats: [id], tools });
        const events: ExtractorEvent[] = [];
        for (const piece of inPieces(withContent(id, "x".repeat(size)), 65_536)) events.push(...extractor.push(piece));
        events.push(...extractor.end("stop"));
        const ends = events.filter((event) => event.type === "call_complete" || event.type === "call_invalid");
        equal(ends.length, 1);
        const [end] = ends;
        if (end?.type === "call_invalid") {
          equal(end.reason, reason);
          match(end.message, /larger/);
        } else {
          equal(reason, undefined);
          equal(String(end?.input.content).length, size);
        }
      }
    });
  }
});
