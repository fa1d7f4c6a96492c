import type * as vscode from "vscode";
import type { ConsentStore } from "../ports/consent-store.ts";
import type { Grant, GrantStore } from "../ports/grants.ts";
import { type ModelMemory, type ModelVerdict, validVerdict } from "../ports/model-memory.ts";
import type { QueuedMessage, QueueStore } from "../ports/queue-store.ts";
import type { SwitchedOff, SwitchStore } from "../ports/switch-store.ts";

const consentKey = "toolweave.acceptedLaunches";
const grantKey = "toolweave.grants";
const verdictKey = "toolweave.modelVerdicts";
const switchKeys = { servers: "toolweave.switchedOff", vscodeTools: "toolweave.vscodeToolsOff" };
const queueKey = "toolweave.queues";

/** Accepted launch configurations of this workspace. A workspace cannot bring its own: the state is VS Code's. */
export function consentStore(workspaceState: vscode.Memento): ConsentStore {
  return {
    accepted: (launchHash) => workspaceState.get<string[]>(consentKey, []).includes(launchHash),
    accept: async (launchHash) => {
      const hashes = new Set(workspaceState.get<string[]>(consentKey, []));
      await workspaceState.update(consentKey, [...hashes.add(launchHash)]);
    },
  };
}

/** Permissions: those for this workspace and those for always. */
export function grantStore(workspaceState: vscode.Memento, globalState: vscode.Memento): GrantStore {
  return {
    load: () => [...workspaceState.get<Grant[]>(grantKey, []), ...globalState.get<Grant[]>(grantKey, [])],
    save: async (grants) => {
      await workspaceState.update(
        grantKey,
        grants.filter((grant) => grant.scope === "workspace"),
      );
      await globalState.update(
        grantKey,
        grants.filter((grant) => grant.scope === "always"),
      );
    },
  };
}

/** What is switched off in this workspace: servers and their tools, or tools of VS Code, whose name a server may have. */
export function switchStore(workspaceState: vscode.Memento, of: keyof typeof switchKeys): SwitchStore {
  return {
    load: () => workspaceState.get<SwitchedOff>(switchKeys[of], { servers: [], tools: {} }),
    save: async (off) => workspaceState.update(switchKeys[of], off),
  };
}

/** Messages that wait, by session. */
export function queueStore(workspaceState: vscode.Memento): QueueStore {
  return {
    load: (sessionId) => workspaceState.get<Record<string, QueuedMessage[]>>(queueKey, {})[sessionId] ?? [],
    save: (sessionId, messages) => {
      const { [sessionId]: _, ...others } = workspaceState.get<Record<string, QueuedMessage[]>>(queueKey, {});
      void workspaceState.update(queueKey, messages.length === 0 ? others : { ...others, [sessionId]: [...messages] });
    },
  };
}

/** What was learned about models, for all workspaces. */
export function modelMemory(globalState: vscode.Memento): ModelMemory {
  return {
    get: (key) => validVerdict(globalState.get<Record<string, ModelVerdict>>(verdictKey, {})[key], Date.now()),
    set: (key, verdict) => {
      const verdicts = globalState.get<Record<string, ModelVerdict>>(verdictKey, {});
      void globalState.update(verdictKey, { ...verdicts, [key]: verdict });
    },
  };
}
