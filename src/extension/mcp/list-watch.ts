import { ListRefresh, type RefreshPace } from "./list-refresh.ts";
import type { ChangingList } from "./mcp-client.ts";

/** Reads the lists of one link again after the server's notices, each in its own pace. */
export class ListWatch {
  readonly #refreshes: Record<ChangingList, ListRefresh>;

  /** @param read reads a list; resolves with whether it differs from before; must not reject */
  constructor(read: Record<ChangingList, () => Promise<boolean>>, pace: RefreshPace) {
    this.#refreshes = {
      tools: new ListRefresh(read.tools, pace),
      prompts: new ListRefresh(read.prompts, pace),
      resources: new ListRefresh(read.resources, pace),
    };
  }

  /** The server said that the list changed. */
  notice(list: ChangingList): void {
    this.#refreshes[list].notice();
  }

  dispose(): void {
    for (const refresh of Object.values(this.#refreshes)) {
      refresh.dispose();
    }
  }
}
