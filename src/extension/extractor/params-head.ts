import type { ParamsGrammar } from "../formats/call-grammar.ts";
import type { CallContext } from "./call-context.ts";
import type { OpenCall } from "./open-call.ts";
import { anyLiteral, next, type Parsing, skipSpace, spacedLiteral, takeWhile } from "./parse-steps.ts";
import { END, type TextReader } from "./text-reader.ts";
import { isToolNameCode } from "./tool-name-code.ts";

const maxName = 256;
const maxAttributes = 1024;

export interface ItemHead {
  readonly name: string;
  /** The tag closed itself: there is no body. */
  readonly closed: boolean;
}

export interface FieldHead {
  readonly key: string;
  /** Another key or the end of the call stands where the value should: there is none. */
  readonly valueless?: boolean;
  readonly isString: boolean | undefined;
}

/** Reads what names the call, behind the opener. `undefined`: this is no header of a call. */
export function* readItemHead(
  context: CallContext,
  grammar: ParamsGrammar,
  opener: string,
): Parsing<ItemHead | undefined> {
  const { reader } = context;
  const { head } = grammar;
  switch (head.kind) {
    case "attribute": {
      const tag = yield* readTag(reader);
      return tag === undefined ? undefined : { name: tag.value, closed: tag.attributes.endsWith("/") };
    }
    case "tag":
      return { name: opener.replace(/^<|\s*\/?>$/g, ""), closed: opener.endsWith("/>") };
    case "element": {
      if ((yield* spacedLiteral(reader, [`<${head.nameTag}>`])) === undefined) return undefined;
      const name = (yield* takeWhile(reader, (code) => code !== 0x3c, maxName)).trim();
      if (name === "" || (yield* anyLiteral(reader, [`</${head.nameTag}>`])) === undefined) return undefined;
      yield* spacedLiteral(reader, [`<${head.bodyTag}>`]);
      return { name, closed: false };
    }
    case "text": {
      yield* skipSpace(reader);
      const name = yield* takeWhile(reader, isToolNameCode, maxName);
      if (name === "") return undefined;
      const ends = (head.nameEnd ?? []).filter((text) => text.trim() !== "");
      if (ends.length > 0) yield* spacedLiteral(reader, ends);
      return { name, closed: false };
    }
  }
}

/** Reads what names a parameter, behind its opener. `undefined`: the reply ended in it. */
export function* readFieldHead(
  context: CallContext,
  call: OpenCall,
  grammar: ParamsGrammar,
): Parsing<FieldHead | undefined> {
  const { reader } = context;
  const { field } = grammar;
  switch (field.kind) {
    case "attribute": {
      const tag = yield* readTag(reader);
      if (tag === undefined) return undefined;
      return { key: tag.value, isString: grammar.stringAttribute === true ? typedAsString(tag.attributes) : undefined };
    }
    case "tag": {
      const key = (yield* takeWhile(reader, (code) => code !== 0x3e, maxName)).trim();
      if ((yield* next(reader)) === END) return undefined;
      reader.step();
      return { key, isString: undefined };
    }
    case "pair": {
      const key = yield* readPairKey(context, field.keyClose, [...field.valueOpen, ...field.keyOpen, ...grammar.close]);
      if (key === undefined) return undefined;
      if ((yield* spacedLiteral(reader, field.valueOpen)) === undefined) {
        if ((yield* next(reader)) === END) return undefined;
        call.repaired = true;
        const from = reader.offset;
        const ends = [...field.keyOpen, ...grammar.close, ...(grammar.section?.close ?? [])];
        const valueless = (yield* spacedLiteral(reader, ends)) !== undefined;
        reader.reset(from);
        return { key, isString: undefined, valueless };
      }
      return { key, isString: undefined };
    }
  }
}

/** The key up to its close, or up to a literal that shows that the close is missing; it may hold `<` itself. */
function* readPairKey(
  context: CallContext,
  close: readonly string[],
  others: readonly string[],
): Parsing<string | undefined> {
  const { reader } = context;
  let key = "";
  for (;;) {
    key += yield* takeWhile(reader, (code) => code !== 0x3c, maxName);
    if ((yield* next(reader)) === END) return undefined;
    if ((yield* anyLiteral(reader, close)) !== undefined) return key.trim();
    const from = reader.offset;
    const found = yield* anyLiteral(reader, others);
    reader.reset(from);
    if (found !== undefined || key.length >= maxName) return key.trim();
    if ((yield* next(reader)) !== 0x3c) continue;
    reader.step();
    key += "<";
  }
}

/** `NAME`, quoted or not, then attributes up to `>`. */
export function* readTag(reader: TextReader): Parsing<{ value: string; attributes: string } | undefined> {
  yield* takeWhile(reader, (code) => code === 0x20, maxName);
  const quote = yield* next(reader);
  const quoted = quote === 0x22 || quote === 0x27;
  if (quoted) reader.step();
  const ends = (code: number) =>
    (quoted ? code === quote : code === 0x3e || code <= 0x20) || code === 0x0a || code === 0x3c;
  const value = (yield* takeWhile(reader, (code) => !ends(code), maxName)).trim();
  const end = yield* next(reader);
  if (value === "" || end === END || end === 0x3c || (quoted && end !== quote)) return undefined;
  if (quoted) reader.step();
  const attributes = yield* takeWhile(reader, (code) => code !== 0x3e && code !== 0x3c, maxAttributes);
  if ((yield* next(reader)) !== 0x3e) return undefined;
  reader.step();
  return { value, attributes: attributes.trim() };
}

function typedAsString(attributes: string): boolean | undefined {
  const match = /\bstring\s*=\s*["']?(true|false)/i.exec(attributes);
  return match === null ? undefined : match[1]?.toLowerCase() === "true";
}
