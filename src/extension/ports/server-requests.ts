import type { Elicitation, ElicitationAnswer, Sampling, SamplingAnswer } from "../../shared/server-question.ts";

/**
 * Who answers what MCP servers ask of this side: the person. Both reject when the signal aborts, because the server or
 * the call in which it asked is gone; `sample` also when the person refuses or the model fails, with a sentence.
 */
export interface ServerRequests {
  elicit(serverName: string, request: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer>;
  /**
   * A call was refused until something is done on a web page. Resolves with `accept` when the person opened the page and
   * is done there, or the server said so.
   */
  elicitPage(
    serverName: string,
    request: Extract<Elicitation, { mode: "url" }>,
    signal: AbortSignal,
  ): Promise<ElicitationAnswer>;
  /** The server says that what a page was opened for is done. */
  pageDone(serverName: string, elicitationId: string): void;
  /** `launchHash` says what runs under the name: a permission holds for that only. */
  sample(serverName: string, launchHash: string, request: Sampling, signal: AbortSignal): Promise<SamplingAnswer>;
}
