import type { Localizable, MessageParams } from "../../../shared/localizable.ts";
import { type SentenceKey, sentence } from "../sentences.ts";

/** Why somebody could not sign in at a server, as a sentence for people. */
export class SignInFailure extends Error {
  override readonly name = "SignInFailure";
  readonly reason: Localizable;

  constructor(key: SentenceKey, params: MessageParams = {}) {
    const reason = sentence(key, params);
    super(reason.message);
    this.reason = reason;
  }
}

/** Not by its class: the SDK's side is built as a file of its own. */
export function isSignInFailure(error: unknown): error is SignInFailure {
  return error instanceof Error && error.name === "SignInFailure" && "reason" in error;
}
