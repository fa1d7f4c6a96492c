import type { SwitchStore } from "../ports/switch-store.ts";

/** The switches of servers and tools; what is off is not offered to the model. */
export class ToolSwitches {
  readonly #store: SwitchStore;

  constructor(store: SwitchStore) {
    this.#store = store;
  }

  isServerOff(serverName: string): boolean {
    return this.#store.load().servers.includes(serverName);
  }

  isToolOff(serverName: string, toolName: string): boolean {
    const { tools } = this.#store.load();
    return Object.hasOwn(tools, serverName) && tools[serverName]?.includes(toolName) === true;
  }

  async setServer(serverName: string, on: boolean): Promise<void> {
    const { servers, tools } = this.#store.load();
    await this.#store.save({ servers: changed(servers, [serverName], on), tools });
  }

  async setTools(serverName: string, toolNames: readonly string[], on: boolean): Promise<void> {
    const { servers, tools } = this.#store.load();
    const { [serverName]: before = [], ...others } = tools;
    const off = changed(before, toolNames, on);
    await this.#store.save({ servers, tools: off.length === 0 ? others : { ...others, [serverName]: off } });
  }
}

function changed(off: readonly string[], names: readonly string[], on: boolean): string[] {
  const others = off.filter((name) => !names.includes(name));
  return on ? others : [...others, ...names];
}
