import type { ToolResult } from "../../shared/tool-result.ts";
import type { ToolProgress } from "../ports/tool.ts";

/** Of so many messages at most the last ones are kept: a crawler may tell of every page. */
const keptMessages = 200;
/** Longer messages are cut, in characters. */
const longestMessage = 1_000;

/** What a server told while a call ran, for a person who ends the call and wants the model to have it. */
export class ProgressReports {
  #messages: string[] = [];
  #last: ToolProgress | undefined;
  #dropped = 0;

  add(progress: ToolProgress): void {
    this.#last = progress;
    const message = progress.message?.trim().slice(0, longestMessage);
    if (message !== undefined && message !== "" && message !== this.#messages.at(-1)) {
      this.#messages.push(message);
      if (this.#messages.length > keptMessages) {
        this.#messages.shift();
        this.#dropped += 1;
      }
    }
  }

  /** A result for a call that was ended early. It says so, because it is all that the model will ever get of the call. */
  toResult(): ToolResult {
    return { content: [{ type: "text", text: this.#text() }], isError: false };
  }

  #text(): string {
    const ended = "The user ended this call before it had finished, so its result is missing.";
    if (this.#last === undefined) {
      return `${ended} The server had told nothing until then.`;
    }
    const { progress, total } = this.#last;
    const far = total === undefined ? `Progress: ${progress}.` : `Progress: ${progress} of ${total}.`;
    if (this.#messages.length === 0) {
      return `${ended} ${far}`;
    }
    const dropped = this.#dropped > 0 ? [`(${this.#dropped} earlier messages left out)`] : [];
    return [`${ended} ${far} What the server told until then:`, ...dropped, ...this.#messages].join("\n");
  }
}
