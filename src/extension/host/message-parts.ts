import type { UserPart } from "../../shared/conversation.ts";
import type { ServerFeatures } from "../mcp/server-features.ts";

/** ms for all attachments of a message. */
const patience = 60_000;

/**
 * Reads the attachments of messages before they are sent, so that a model gets what they hold then. Messages keep their
 * order, however long one of them takes.
 */
export class MessageParts {
  readonly #features: Pick<ServerFeatures, "resource">;
  #last: Promise<void> | undefined;

  constructor(features: Pick<ServerFeatures, "resource">) {
    this.#features = features;
  }

  /**
   * Gives `send` the parts as they are to be sent: at once when there is nothing to read and nothing under way. Rejects
   * with the error of an attachment that cannot be read; then nothing is sent.
   */
  async deliver(parts: UserPart[], send: (parts: UserPart[]) => void | Promise<void>): Promise<void> {
    if (this.#last === undefined && !parts.some(isUnread)) {
      await send(parts);
      return;
    }
    const before = this.#last;
    const delivery = (async () => {
      const read = await this.#read(parts);
      await before?.catch(() => {});
      await send(read);
    })();
    this.#last = delivery;
    try {
      await delivery;
    } finally {
      if (this.#last === delivery) {
        this.#last = undefined;
      }
    }
  }

  async #read(parts: readonly UserPart[]): Promise<UserPart[]> {
    const signal = AbortSignal.timeout(patience);
    const read = await Promise.all(
      parts.map((part) =>
        isUnread(part) ? this.#features.resource(part.serverName, part.uri, part.name, signal) : [part],
      ),
    );
    return read.flat();
  }
}

type UnreadPart = Extract<UserPart, { type: "resource" }> & { serverName: string };

function isUnread(part: UserPart): part is UnreadPart {
  return (
    part.type === "resource" && part.serverName !== undefined && part.text === undefined && part.blob === undefined
  );
}
