/** What the person keeps from the model in this workspace, by names of servers and of tools on them. */
export interface SwitchedOff {
  servers: readonly string[];
  tools: Readonly<Record<string, readonly string[]>>;
}

/** Where the switches of the server list are kept. */
export interface SwitchStore {
  load(): SwitchedOff;
  save(off: SwitchedOff): Promise<void>;
}

/** Everything on, kept in memory: for tests and for the headless runner. */
export function memorySwitches(off: SwitchedOff = { servers: [], tools: {} }): SwitchStore {
  let kept = off;
  return {
    load: () => kept,
    save: async (changed) => {
      kept = changed;
    },
  };
}
