import { createExtractor } from "../extractor/create-extractor.ts";
import { textFormats } from "../formats/formats.ts";
import type { CommandOptions } from "./command-options.ts";
import { readToolsFile } from "./read-tools-file.ts";
import { UsageError } from "./usage-error.ts";

/** `extract`: text from stdin through the extractor, its events out. With `--deltas` stdin holds JSON strings, one a line. */
export async function runExtract(
  options: CommandOptions,
  readInput: () => Promise<string>,
  print: (value: object) => void,
): Promise<void> {
  const toolsFile = options.text("tools");
  const knownOnly = options.choice("known-tools-only", ["true", "false"]);
  const extractor = createExtractor({
    formats: formatsOf(options.text("format") ?? "auto"),
    tools: toolsFile === undefined ? [] : await readToolsFile(toolsFile),
    guard: options.choice("guard", ["strict", "lenient", "off"]),
    acceptFenced: options.flag("accept-fenced"),
    jsonFence: options.choice("json-fence", ["call", "example"]),
    onlyKnownTools: knownOnly === "true",
    thinking: options.flag("thinking"),
  });
  const finish = options.choice("finish", ["stop", "length", "abort"]);
  const input = await readInput();
  for (const delta of options.flag("deltas") ? readDeltas(input) : [input]) {
    extractor.push(delta).forEach(print);
  }
  extractor.end(finish).forEach(print);
}

function formatsOf(value: string): readonly string[] | "auto" {
  if (value === "auto") {
    return value;
  }
  const ids = value.split(",");
  const unknown = ids.find((id) => !textFormats.has(id));
  if (unknown !== undefined) {
    throw new UsageError(
      `There is no format "${unknown}". The formats are: auto, ${[...textFormats.keys()].join(", ")}.`,
    );
  }
  return ids;
}

function readDeltas(input: string): string[] {
  return input
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, index) => {
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch {
        throw new UsageError(`Line ${index + 1} of the input is not JSON. With --deltas each line is one JSON string.`);
      }
      if (typeof value !== "string") {
        throw new UsageError(`Line ${index + 1} of the input is not a JSON string.`);
      }
      return value;
    });
}
