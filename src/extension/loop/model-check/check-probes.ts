import type { JsonObject, JsonSchema, JsonValue } from "../../../shared/json.ts";
import type { Localizable } from "../../../shared/localizable.ts";
import type { OfferedTool } from "../../ports/model.ts";
import type { ProbeId } from "../../ports/model-check.ts";

/** A call that was found in a reply. */
export interface SeenCall {
  name: string;
  /** Absent when the arguments could not be read. */
  input?: JsonObject;
}

/** One small task. */
export interface CheckProbe {
  id: ProbeId;
  request: string;
  /** What is wrong with the reply; undefined when it is right. */
  judge(calls: readonly SeenCall[], text: string): Localizable | undefined;
}

const text: JsonSchema = { type: "string" };
const number: JsonSchema = { type: "number" };
const object = (properties: JsonObject): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});

/** Tools that nothing stands behind: calls are looked at and never run. */
export const checkTools: readonly OfferedTool[] = [
  { name: "add", description: "Adds two numbers.", inputSchema: object({ a: number, b: number }) },
  { name: "echo", description: "Returns the text that it is given.", inputSchema: object({ text }) },
  { name: "read_file", description: "Reads a text file.", inputSchema: object({ path: text }) },
  {
    name: "save_settings",
    description: "Saves settings under a name.",
    inputSchema: object({
      name: text,
      settings: object({ size: text, trays: { type: "array", items: number } }),
    }),
  },
];

const settings = { size: "A4", trays: [1, 2] };

/** From what every model should do to what many cannot. */
export const checkProbes: readonly CheckProbe[] = [
  {
    id: "one_call",
    request: "Read the file config/app.json.",
    judge: (calls) => calledAs(calls, [{ name: "read_file", input: { path: "config/app.json" } }]),
  },
  {
    id: "no_call",
    request: "What is the capital of France? Answer in one word.",
    judge: (calls, reply) => (calls.length > 0 ? needlessCall : reply.trim() === "" ? saidNothing : undefined),
  },
  {
    id: "several_calls",
    request: 'Do all of this at once, each with its tool: add 17 and 25, echo "one", echo "two".',
    judge: (calls) =>
      calledAs(calls, [
        { name: "add", input: { a: 17, b: 25 } },
        { name: "echo", input: { text: "one" } },
        { name: "echo", input: { text: "two" } },
      ]),
  },
  {
    id: "nested_json",
    request: `Save these settings under the name "printer": ${JSON.stringify(settings)}`,
    judge: (calls) => calledAs(calls, [{ name: "save_settings", input: { name: "printer", settings } }]),
  },
  {
    id: "line_breaks",
    request:
      'Give the tool this text with its quotes and its line breaks as they are. Echo:\nfirst "line"\n  {"second": [2]}',
    judge: (calls) => calledAs(calls, [{ name: "echo", input: { text: 'first "line"\n  {"second": [2]}' } }]),
  },
];

const needlessCall: Localizable = { message: "It called a tool that was not needed.", key: "check.needlessCall" };
const saidNothing: Localizable = { message: "It said nothing.", key: "check.saidNothing" };
const unreadable: Localizable = { message: "The arguments of a call could not be read.", key: "check.unreadable" };
const noCall: Localizable = { message: "It made no call.", key: "check.noCall" };
const tooManyCalls: Localizable = { message: "It made more calls than were asked for.", key: "check.tooManyCalls" };

/** What differs between the calls that were made and those that were wanted, in any order. */
function calledAs(
  calls: readonly SeenCall[],
  wanted: readonly { name: string; input: JsonObject }[],
): Localizable | undefined {
  if (calls.some(({ input }) => input === undefined)) {
    return unreadable;
  }
  if (calls.length === 0) {
    return noCall;
  }
  const left = [...calls];
  for (const { name, input } of wanted) {
    const index = left.findIndex((call) => call.name === name && isMeant(call.input, input));
    if (index < 0) {
      return left.some((call) => call.name === name)
        ? {
            message: `The arguments of ${name} are not what was asked for.`,
            key: "check.otherArguments",
            params: { tool: name },
          }
        : { message: `A call of ${name} is missing.`, key: "check.missingCall", params: { tool: name } };
    }
    left.splice(index, 1);
  }
  return left.length === 0 ? undefined : tooManyCalls;
}

/** Equal, but for blank ends, `./` before a path, and numbers or objects that were written as text: the loop reads those as meant. */
function isMeant(seen: JsonValue | undefined, wanted: JsonValue): boolean {
  if (typeof wanted === "string") {
    return typeof seen === "string" && seen.trim().replace(/^\.\//, "").replaceAll("\r\n", "\n") === wanted;
  }
  if (typeof wanted === "number") {
    return seen === wanted || (typeof seen === "string" && seen.trim() !== "" && Number(seen) === wanted);
  }
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(seen) && seen.length === wanted.length && wanted.every((item, index) => isMeant(seen[index], item))
    );
  }
  if (typeof wanted === "object" && wanted !== null) {
    return (
      typeof seen === "object" &&
      seen !== null &&
      !Array.isArray(seen) &&
      Object.entries(wanted).every(([key, value]) => isMeant(seen[key], value))
    );
  }
  return seen === wanted;
}
