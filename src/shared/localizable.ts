/** Values that fill the `{name}` places of a sentence. */
export type MessageParams = Readonly<Record<string, string | number>>;

/**
 * A sentence that a person reads. `message` is complete English and is what logs and the model get; `key` names the
 * sentence in the string tables, which fill `{name}` places from `params`, so that the panel can show another language.
 */
export interface Localizable {
  message: string;
  key?: string;
  params?: MessageParams;
}
