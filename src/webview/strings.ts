import { signal } from "@preact/signals";
import type { Localizable } from "../shared/localizable.ts";
import { english, type PlacesOf, type StringKey } from "./languages/english.ts";

export type { StringKey } from "./languages/english.ts";

/** What fills the `{name}` places of a sentence; none when it has no places. */
type Fill<Key extends StringKey, Value> = [PlacesOf<Key>] extends [never]
  ? []
  : [values: Readonly<Record<PlacesOf<Key>, Value>>];

interface Language {
  /** BCP 47, for dates and numbers. */
  tag: string;
  table: Readonly<Record<string, string>>;
  /** Sentences that the host sends in English, by its keys. */
  hostTable: Readonly<Record<string, string>>;
}

const englishLanguage: Language = { tag: "en", table: english, hostTable: {} };
const language = signal<Language>(englishLanguage);

/** Whether sentences in this display language can be written now, without `loadLanguage`. */
export function hasLanguage(locale: string): boolean {
  return isChinese(locale) ? language.value.tag === "zh-CN" : language.value.tag === "en";
}

/** Switches to the display language: Simplified Chinese for any `zh`, else English. */
export async function loadLanguage(locale: string): Promise<void> {
  if (isChinese(locale)) {
    const { chinese, chineseOfHost } = await import("./languages/chinese.ts");
    language.value = { tag: "zh-CN", table: chinese, hostTable: chineseOfHost };
  } else {
    language.value = englishLanguage;
  }
}

/** The language of the panel, for `Intl` and the `lang` attribute. */
export function languageTag(): string {
  return language.value.tag;
}

/** The sentence behind a key, in the panel's language, with its places filled. */
export function t<Key extends StringKey>(key: Key, ...[values]: Fill<Key, string | number>): string {
  return fill(lookUp(key, values) ?? key, values);
}

/** Like `t`, in pieces: for sentences in which a place holds more than text (a key cap, a file name). */
export function tParts<Key extends StringKey, Values extends Readonly<Record<PlacesOf<Key>, unknown>>>(
  key: Key,
  values: Values,
): (string | Values[keyof Values])[] {
  const places = new Map<string, Values[keyof Values]>(Object.entries(values));
  return (lookUp(key, values) ?? key)
    .split(/\{(\w+)\}/)
    .map((piece, index) => (index % 2 === 1 ? (places.get(piece) ?? piece) : piece))
    .filter((piece) => piece !== "");
}

/**
 * What a person reads of a sentence that the host sent: its translation, or the English as it was written where there
 * is none or the host left one of its places open. Details that only the host knows (`detail`) follow the translation.
 */
export function localize({ key, message, params }: Localizable): string {
  const known = key === undefined ? undefined : language.value.hostTable[key];
  if (known === undefined) {
    return message;
  }
  const text = fill(known, params);
  const detail = params?.detail;
  return /\{\w+\}/.test(text)
    ? message
    : detail === undefined || known.includes("{detail}")
      ? text
      : `${text} ${detail}`;
}

/** Joins a label and what it labels: "Queued: text". */
export function colon(): string {
  return language.value.tag === "zh-CN" ? "：" : ": ";
}

/** Separates items of one sentence: ", ". */
export function comma(): string {
  return language.value.tag === "zh-CN" ? "，" : ", ";
}

function isChinese(locale: string): boolean {
  return locale.toLowerCase().startsWith("zh");
}

/** The singular form when `n` is 1 and the language has one. */
function lookUp(key: string, values: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const { table } = language.value;
  const one = values?.n === 1 ? table[`${key}.one`] : undefined;
  return one ?? table[key];
}

function fill(text: string, values: Readonly<Record<string, string | number>> | undefined): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values?.[name] ?? place));
}
