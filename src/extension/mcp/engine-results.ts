import type { ListKind, ListPage, ServerDescription, ToolRequest } from "./mcp-client.ts";
import { serverIcon } from "./server-icon.ts";

/** What both engines know of a server once they are connected. */
interface Connected {
  getServerVersion(): { name: string; title?: string | undefined; version: string; icons?: unknown } | undefined;
  getServerCapabilities():
    | {
        tools?: unknown;
        prompts?: unknown;
        resources?: { subscribe?: boolean | undefined } | undefined;
        completions?: unknown;
        logging?: unknown;
      }
    | undefined;
  getInstructions(): string | undefined;
}

/** What the server says about itself, in the port's words. */
export function describeServer(client: Connected): Omit<ServerDescription, "protocolVersion" | "hasToolTasks"> {
  const info = client.getServerVersion();
  const capabilities = client.getServerCapabilities();
  const instructions = client.getInstructions();
  const icon = serverIcon(info?.icons);
  return {
    ...(info === undefined ? {} : { title: info.title ?? info.name, version: info.version }),
    ...(icon === undefined ? {} : { icon }),
    ...(instructions === undefined ? {} : { instructions }),
    hasTools: capabilities?.tools !== undefined,
    hasPrompts: capabilities?.prompts !== undefined,
    hasResources: capabilities?.resources !== undefined,
    canSubscribe: capabilities?.resources?.subscribe === true,
    hasCompletions: capabilities?.completions !== undefined,
    hasLogging: capabilities?.logging !== undefined,
  };
}

export function toListPage(kind: ListKind, page: object & { nextCursor?: string | null | undefined }): ListPage {
  const items = (page as Partial<Record<ListKind, unknown[]>>)[kind] ?? [];
  return typeof page.nextCursor === "string" ? { items, nextCursor: page.nextCursor } : { items };
}

/** Hands on the progress of a call, which is also a sign of life. */
export function relayProgress({ onAlive, onProgress }: Pick<ToolRequest, "onAlive" | "onProgress">) {
  return ({
    progress,
    total,
    message,
  }: {
    progress: number;
    total?: number | undefined;
    message?: string | undefined;
  }) => {
    onAlive();
    onProgress({
      progress,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    });
  };
}
