import type { CallContext } from "../call-context.ts";
import type { OpenCall } from "../open-call.ts";
import type { ParamsTags } from "../params-tags.ts";
import { anyLiteral, endedInside, literal, type Parsing, skipSpace, spacedLiteral } from "../parse-steps.ts";
import { seek } from "../seek.ts";

/** The literals between the parameters of one call. */
interface Parts {
  readonly tags: ParamsTags;
  readonly opens: readonly string[];
  readonly ends: readonly string[];
  /** `</think>` in the place of the call's close, where the family is seen to write it. */
  readonly mangled: readonly string[];
  /** Parameters as tags of their own name, in a form that has another way to write them. */
  readonly keyTags: readonly string[];
  /** What reads such a parameter. */
  readonly tagged: ParamsTags;
}

/** What stands between two parameters. `elided`: the first value's opening tag is missing, its closing one names it. */
type Part = { readonly skipped: boolean } & (
  | { readonly kind: "field" | "end" | "cut" }
  | { readonly kind: "tagged"; readonly key: string }
  | { readonly kind: "elided"; readonly key: string; readonly text: string }
);

export function partsOf(tags: ParamsTags): Parts {
  const { field } = tags.grammar;
  const keyTags = field.kind === "attribute" ? [...tags.knownKeys].map((key) => `<${key}>`) : [];
  return {
    tags,
    opens: field.kind === "tag" ? [`${field.prefix}<`] : tags.fieldOpen,
    ends: [...tags.itemClose, ...tags.sectionClose],
    mangled: field.kind === "pair" ? ["</think>"] : [],
    keyTags,
    tagged: {
      ...tags,
      grammar: { ...tags.grammar, field: { kind: "tag", prefix: "" } },
      fieldOpen: [...tags.fieldOpen, ...keyTags],
    },
  };
}

/** Moves behind the next parameter's opener, or behind what ends the call. Other text between them is skipped. */
export function* nextPart(context: CallContext, call: OpenCall, parts: Parts, isFirst: boolean): Parsing<Part> {
  const { reader } = context;
  const { tags, opens, ends, keyTags } = parts;
  const mangled = isFirst ? [] : parts.mangled;
  const literals = [...ends, ...opens, ...keyTags, ...mangled];
  let skipped = false;
  for (;;) {
    if (yield* endedInside(reader, literals)) return { kind: "cut", skipped };
    yield* skipSpace(reader);
    const before = reader.offset;
    const found = yield* anyLiteral(reader, literals);
    if (found !== undefined && opens.includes(found)) {
      if (tags.grammar.field.kind !== "tag" || !(yield* literal(reader, "/"))) return { kind: "field", skipped };
      // A closing tag without its opener.
      call.repaired = true;
      skipped = true;
      continue;
    }
    if (found !== undefined && keyTags.includes(found)) {
      call.repaired = true;
      return { kind: "tagged", key: found.slice(1, -1), skipped };
    }
    if (found !== undefined) {
      if (mangled.includes(found)) call.repaired = true;
      else if (tags.sectionClose.includes(found)) {
        call.repaired = true;
        reader.reset(before);
      } else if (tags.grammar.head.kind === "element") {
        yield* spacedLiteral(reader, tags.grammar.close);
      }
      return { kind: "end", skipped };
    }
    call.repaired = true;
    const elided = isFirst && !skipped ? yield* readElided(context, tags, literals) : undefined;
    if (elided !== undefined) return { kind: "elided", ...elided, skipped };
    skipped = true;
    if ((yield* seek(reader, literals)) === undefined) return { kind: "cut", skipped };
  }
}

/** Text up to `prefix</KEY>` with a key of the schema: a value whose opening tag was left out. */
function* readElided(
  context: CallContext,
  tags: ParamsTags,
  literals: readonly string[],
): Parsing<{ key: string; text: string } | undefined> {
  const { reader } = context;
  const { field } = tags.grammar;
  if (field.kind !== "tag" || field.prefix === "") return undefined;
  const from = reader.offset;
  yield* seek(reader, literals);
  const text = reader.slice(from, reader.offset);
  const keys = [...tags.knownKeys];
  const closes = keys.map((key) => `${field.prefix}</${key}>`);
  const found = yield* anyLiteral(reader, closes);
  const key = keys[closes.indexOf(found ?? "")];
  if (key !== undefined) return { key, text };
  reader.reset(from);
  return undefined;
}
