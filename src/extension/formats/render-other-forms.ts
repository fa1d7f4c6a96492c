import { isJsonObject, type JsonValue } from "../../shared/json.ts";
import type { BraceGrammar, LinesGrammar, PythonGrammar } from "./call-grammar.ts";
import type { RenderableCall } from "./text-format.ts";

/** Names that the forms without quotes around them can carry. */
const plainName = /^[\p{L}_][\p{L}\p{N}_./:-]*$/u;
const bareKey = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

export function renderPython(grammar: PythonGrammar, calls: readonly RenderableCall[]): string | undefined {
  const texts: string[] = [];
  for (const call of calls) {
    const keys = Object.keys(call.input);
    if (!plainName.test(call.name) || !keys.every((key) => bareKey.test(key) && !key.includes("$"))) return undefined;
    const list = Object.entries(call.input).map(([key, value]) => `${key}=${pythonText(value)}`);
    texts.push(`${call.name}(${list.join(", ")})`);
  }
  if (grammar.fence !== undefined) return `\`\`\`${grammar.fence[0] ?? ""}\n${texts.join("\n")}\n\`\`\``;
  const open = grammar.open[0] ?? "";
  const close = grammar.close[0] ?? "";
  return grammar.lines === true ? `${open}\n${texts.join("\n")}\n${close}` : `${open}[${texts.join(", ")}]${close}`;
}

/** JSON's string escapes are Python's too; only the three words differ. */
function pythonText(value: JsonValue): string {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (Array.isArray(value)) return `[${value.map(pythonText).join(", ")}]`;
  if (isJsonObject(value)) {
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}: ${pythonText(item)}`)
      .join(", ")}}`;
  }
  return JSON.stringify(value);
}

export function renderBrace(grammar: BraceGrammar, calls: readonly RenderableCall[]): string | undefined {
  const texts: string[] = [];
  for (const call of calls) {
    const body = braceText(call.input, grammar.quotes[0] ?? "");
    if (body === undefined || !plainName.test(call.name)) return undefined;
    texts.push(`${grammar.open[0] ?? ""}call:${call.name}${body}${grammar.close[0] ?? ""}`);
  }
  return texts.join("");
}

function braceText(value: JsonValue, quote: string): string | undefined {
  if (typeof value === "string") return value.includes(quote) ? undefined : `${quote}${value}${quote}`;
  if (Array.isArray(value)) {
    const items = value.map((item) => braceText(item, quote));
    return items.includes(undefined) ? undefined : `[${items.join(",")}]`;
  }
  if (!isJsonObject(value)) return JSON.stringify(value);
  const parts: string[] = [];
  for (const [key, item] of Object.entries(value)) {
    const text = braceText(item, quote);
    if (text === undefined || !bareKey.test(key)) return undefined;
    parts.push(`${key}:${text}`);
  }
  return `{${parts.join(",")}}`;
}

/** Values that read as JSON become JSON again, so strings that look like it are written as JSON strings. */
export function renderLines(grammar: LinesGrammar, calls: readonly RenderableCall[]): string | undefined {
  const texts: string[] = [];
  for (const call of calls) {
    const args: string[] = [];
    for (const [key, value] of Object.entries(call.input)) {
      const text = JSON.stringify(value);
      if (key !== key.trim() || key === "" || key.includes("\n")) return undefined;
      args.push(`BEGIN_ARG: ${key}\n${text}\nEND_ARG\n`);
    }
    texts.push(`\`\`\`${grammar.fence[0] ?? "tool"}\nTOOL_NAME: ${call.name}\n${args.join("")}\`\`\``);
  }
  return texts.join("\n");
}

export function renderYaml(calls: readonly RenderableCall[]): string | undefined {
  const texts = calls.map((call) => {
    const lines = Object.entries(call.input).map(
      ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}\n`,
    );
    return `<${call.name}>\n${lines.join("")}</${call.name}>`;
  });
  return texts.some((text) => text.includes("\u2028")) ? undefined : texts.join("\n");
}

export function renderHarmony(calls: readonly RenderableCall[]): string {
  return calls
    .map(
      (call) =>
        `<|channel|>commentary to=functions.${call.name} <|constrain|>json<|message|>${JSON.stringify(call.input)}<|call|>`,
    )
    .join("<|start|>assistant");
}

export function renderGuided(calls: readonly RenderableCall[]): string {
  const list = calls.map((call) => ({ name: call.name, arguments: call.input }));
  return JSON.stringify({ todo: calls.length === 1 ? "Call the tool." : "Call the tools.", next: { calls: list } });
}
