import type { ApprovalFacts } from "../../shared/chunk.ts";
import type { Conversation } from "../../shared/conversation.ts";
import { checkInput } from "../loop/check-input.ts";
import type { ApprovalDecision, Approver, UnfitEdit } from "../loop/middleware.ts";
import type { Clock } from "../ports/clock.ts";
import type { Grant, GrantStore } from "../ports/grants.ts";
import type { Log } from "../ports/log.ts";
import type { ToolDefinition, ToolSource } from "../ports/tool.ts";
import { mayWrite, taintOf } from "./taint.ts";

interface Waiting {
  tool: ToolDefinition;
  resolve(answer: ApprovalDecision | UnfitEdit): void;
}

export interface ApprovalsDeps {
  grants: GrantStore;
  tools: ToolSource;
  clock: Clock;
  log: Log;
  conversation(): Conversation;
  /** Called when the number of open questions changes. */
  onDidChange(): void;
}

/**
 * The permissions of one session. A grant counts only while the server's launch configuration and the tool's definition
 * hash to what the person accepted; once open-world text is in the conversation, tools that may write ask once more, and
 * a permission given then holds for this session.
 */
export class Approvals implements Approver {
  readonly #deps: ApprovalsDeps;
  readonly #waiting = new Map<string, Waiting>();
  #sessionGrants: Grant[] = [];
  /** Tools and servers that the person allowed knowing that the conversation is tainted. */
  readonly #acceptedTaint = new Set<string>();

  constructor(deps: ApprovalsDeps) {
    this.#deps = deps;
  }

  /** Ids of the calls that wait for the person, oldest first. */
  get waiting(): string[] {
    return [...this.#waiting.keys()];
  }

  check(tool: ToolDefinition): ReturnType<Approver["check"]> {
    const tainted = mayWrite(tool) ? taintOf(this.#deps.conversation(), this.#deps.tools.list()) : [];
    const facts = factsOf(tool, tainted);
    const grants = this.#grantsFor(tool);
    const grant = grants.find((item) => isCurrent(item, tool)) ?? grants[0];
    if (grant === undefined) {
      return { granted: false, facts };
    }
    if (!isCurrent(grant, tool)) {
      return { granted: false, facts: { ...facts, ...changeOf(grant, tool) } };
    }
    if (tainted.length > 0 && !this.#hasAcceptedTaint(tool)) {
      return { granted: false, facts: { ...facts, because: "tainted", acceptedAt: grant.grantedAt } };
    }
    return { granted: true };
  }

  wait(toolCallId: string, tool: ToolDefinition, signal: AbortSignal): Promise<ApprovalDecision | UnfitEdit> {
    return new Promise((resolve, reject) => {
      const withdraw = () => {
        this.#waiting.delete(toolCallId);
        this.#deps.onDidChange();
        reject(signal.reason);
      };
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      signal.addEventListener("abort", withdraw, { once: true });
      this.#waiting.set(toolCallId, {
        tool,
        resolve: (answer) => {
          signal.removeEventListener("abort", withdraw);
          this.#waiting.delete(toolCallId);
          resolve(answer);
          this.#deps.onDidChange();
        },
      });
      this.#deps.onDidChange();
    });
  }

  /**
   * Carries out what the person decided. A permission for more than once also answers the other open questions that it
   * covers. Edited arguments that do not fit the tool grant nothing and let nothing run. Returns false when nobody waits
   * for this call any more.
   */
  respond(toolCallId: string, decision: ApprovalDecision): boolean {
    const waiting = this.#waiting.get(toolCallId);
    if (waiting === undefined) {
      return false;
    }
    const answer = withCheckedEdit(decision, waiting.tool);
    if ("unfit" in answer) {
      waiting.resolve(answer);
      return true;
    }
    if (decision.decision === "approved") {
      this.#forgetStale(waiting.tool);
      this.#grant(waiting.tool, decision);
    }
    waiting.resolve(answer);
    if (decision.decision === "approved" && decision.scope !== "once") {
      for (const [id, other] of [...this.#waiting]) {
        if (id !== toolCallId && this.check(other.tool).granted) {
          other.resolve({ decision: "approved", scope: decision.scope, target: decision.target });
        }
      }
    }
    return true;
  }

  #grantsFor(tool: ToolDefinition): Grant[] {
    return [...this.#sessionGrants, ...this.#deps.grants.load()].filter((grant) => covers(grant, tool));
  }

  #grant(tool: ToolDefinition, decision: ApprovalDecision): void {
    const { scope, target } = decision;
    if (scope === "once") {
      return;
    }
    const covered =
      target === "server" ? this.#deps.tools.list().filter((item) => item.serverName === tool.serverName) : [tool];
    const grant: Grant = {
      scope,
      target,
      launchHash: tool.launchHash,
      definitionHashes: Object.fromEntries(covered.map((item) => [item.name, item.definitionHash])),
      definitions: Object.fromEntries(covered.map((item) => [item.name, definitionOf(item)])),
      grantedAt: this.#deps.clock.now(),
      ...(tool.serverName === undefined ? {} : { serverName: tool.serverName }),
      ...(target === "tool" ? { toolName: tool.name } : {}),
    };
    this.#acceptedTaint.add(target === "server" ? `server ${tool.serverName}` : tool.name);
    if (scope === "session") {
      this.#sessionGrants.unshift(grant);
      return;
    }
    const others = this.#deps.grants.load().filter((item) => !sameSubject(item, grant));
    this.#save([grant, ...others]);
  }

  /** Who accepts a changed tool has seen the change: the old permission is gone, and the next question is an ordinary one. */
  #forgetStale(tool: ToolDefinition): void {
    const isStale = (grant: Grant) => covers(grant, tool) && !isCurrent(grant, tool);
    const stored = this.#deps.grants.load();
    this.#sessionGrants = this.#sessionGrants.flatMap((grant) => (isStale(grant) ? without(grant, tool) : [grant]));
    if (stored.some(isStale)) {
      this.#save(stored.flatMap((grant) => (isStale(grant) ? without(grant, tool) : [grant])));
    }
  }

  #save(grants: readonly Grant[]): void {
    this.#deps.grants
      .save(grants)
      .catch((cause: unknown) =>
        this.#deps.log.error("A permission could not be stored. It holds until the window closes.", cause),
      );
  }

  #hasAcceptedTaint(tool: ToolDefinition): boolean {
    return this.#acceptedTaint.has(tool.name) || this.#acceptedTaint.has(`server ${tool.serverName}`);
  }
}

function covers(grant: Grant, tool: ToolDefinition): boolean {
  return grant.target === "tool"
    ? grant.toolName === tool.name
    : grant.serverName === tool.serverName && Object.hasOwn(grant.definitionHashes, tool.name);
}

/** A grant for the other tools of its server; none is left of a grant for this tool, or for a server that was changed. */
function without(grant: Grant, tool: ToolDefinition): Grant[] {
  if (grant.target === "tool" || grant.launchHash !== tool.launchHash) {
    return [];
  }
  const { [tool.name]: _, ...definitionHashes } = grant.definitionHashes;
  return [{ ...grant, definitionHashes }];
}

function sameSubject(a: Grant, b: Grant): boolean {
  return a.scope === b.scope && a.target === b.target && a.serverName === b.serverName && a.toolName === b.toolName;
}

function isCurrent(grant: Grant, tool: ToolDefinition): boolean {
  return grant.launchHash === tool.launchHash && grant.definitionHashes[tool.name] === tool.definitionHash;
}

/** The decision with its edited arguments as they will run. */
function withCheckedEdit(decision: ApprovalDecision, tool: ToolDefinition): ApprovalDecision | UnfitEdit {
  const { editedInput, ...rest } = decision;
  if (editedInput === undefined || decision.decision === "denied") {
    return rest;
  }
  const check = checkInput(editedInput, tool.inputSchema);
  return check.valid ? { ...rest, editedInput: check.input } : { unfit: editedInput, problems: check.problems };
}

function definitionOf(tool: ToolDefinition): Grant["definitions"][string] {
  return { description: tool.description ?? "", inputSchema: tool.inputSchema };
}

function changeOf(grant: Grant, tool: ToolDefinition): Partial<ApprovalFacts> {
  if (grant.launchHash !== tool.launchHash) {
    return { because: "launch_changed", acceptedAt: grant.grantedAt };
  }
  const previousDefinition = grant.definitions[tool.name];
  return {
    because: "definition_changed",
    acceptedAt: grant.grantedAt,
    currentDefinition: definitionOf(tool),
    ...(previousDefinition === undefined ? {} : { previousDefinition }),
  };
}

function factsOf(tool: ToolDefinition, tainted: NonNullable<ApprovalFacts["taintedBy"]>): ApprovalFacts {
  const { annotations, launch, description, inputSchema } = tool;
  return {
    effect:
      annotations?.readOnlyHint === true
        ? "reads"
        : annotations?.destructiveHint === true
          ? "destroys"
          : annotations?.readOnlyHint === false
            ? "writes"
            : "unknown",
    world: annotations?.openWorldHint === undefined ? "unknown" : annotations.openWorldHint ? "open" : "closed",
    inputSchema,
    ...(launch === undefined ? {} : { launch }),
    ...(description === undefined ? {} : { description }),
    ...(tainted.length === 0 ? {} : { taintedBy: tainted }),
  };
}
