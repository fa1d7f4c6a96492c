import type { Localizable } from "../../shared/localizable.ts";
import { messageOf } from "../../shared/message-of.ts";

/** Another window holds the claim to a chat. */
export class SessionTakenError extends Error {
  constructor() {
    super("Another window writes to the chat.");
    this.name = "SessionTakenError";
  }
}

/** Says why a chat could not be written to disk, and that nothing is lost while the window stays open. */
export function describeWriteProblem(error: unknown, folder: string): Localizable {
  if (error instanceof SessionTakenError) {
    return {
      key: "store.taken",
      message:
        "The chat is not saved yet, because another window writes to it. It stays in this window and is saved when that has ended.",
    };
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return {
        key: "store.diskFull",
        message: `The disk is full, so the chat is not saved. It stays in this window and is saved as soon as there is room in ${folder}.`,
        params: { folder },
      };
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return {
        key: "store.notAllowed",
        message: `The chat is not saved because ${folder} cannot be written to. It stays in this window; make the folder writable to save it.`,
        params: { folder },
      };
    default: {
      const reason = messageOf(error);
      return {
        key: "store.writeFailed",
        message: `The chat is not saved yet: ${reason}. It stays in this window, and saving is tried again.`,
        params: { reason },
      };
    }
  }
}
