import { englishApproval } from "./english-approval.ts";
import { englishAsk } from "./english-ask.ts";
import { englishChat } from "./english-chat.ts";
import { englishLog } from "./english-log.ts";
import { englishPages } from "./english-pages.ts";
import { englishTools } from "./english-tools.ts";

/** Every sentence of the panel in English: the language that is always there, and the one that decides which keys exist. */
export const english = {
  ...englishChat,
  ...englishTools,
  ...englishApproval,
  ...englishLog,
  ...englishPages,
  ...englishAsk,
} as const;

/** A key of the tables that callers name. The singular forms (`.one`) are chosen by `t` itself. */
export type BaseKey<Key extends string> = Exclude<Key, `${string}.one`>;

export type StringKey = BaseKey<keyof typeof english>;

/** The `{name}` places of a sentence. */
export type PlaceOf<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceOf<Rest>
  : never;

/** The `{name}` places of the sentence behind a key. */
export type PlacesOf<Key extends StringKey> = PlaceOf<(typeof english)[Key]>;
