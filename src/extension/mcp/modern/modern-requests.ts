// Part of the second engine's adapter: imported by `mcp-modern.ts` only.
import { Client, type CreateMessageResult, type ElicitResult } from "@modelcontextprotocol/client";
import type { JsonObject } from "../../../shared/json.ts";
import type { ClientSetup } from "../mcp-client.ts";
import { modernRevision } from "./era-probe.ts";

/** A client of the engine that declares what can be answered, and tells and answers what its server says and asks. */
export function createModernSdkClient(setup: ClientSetup, isOpen: () => boolean): Client {
  const { observer, answers } = setup;
  const hasRoots = setup.roots().length > 0;
  const changed = (list: "tools" | "prompts" | "resources") => ({
    autoRefresh: false,
    debounceMs: 0,
    onChanged: () => {
      if (isOpen()) {
        observer.onListChanged(list);
      }
    },
  });
  const client = new Client(setup.clientInfo, {
    versionNegotiation: { mode: { pin: modernRevision } },
    capabilities: {
      ...(hasRoots ? { roots: {} } : {}),
      ...(answers === undefined ? {} : { elicitation: { form: {}, url: {} }, sampling: { tools: {} } }),
    },
    jsonSchemaValidator: {
      getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
    },
    listChanged: { tools: changed("tools"), prompts: changed("prompts"), resources: changed("resources") },
  });
  client.setNotificationHandler("notifications/resources/updated", ({ params }) =>
    observer.onResourceUpdated(params.uri),
  );
  client.setNotificationHandler("notifications/message", ({ params: { level, data, logger } }) => {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    observer.onLogMessage(level, logger === undefined ? text : `${logger}: ${text}`);
  });
  client.onerror = (error) => observer.onOddity(error.message);
  if (hasRoots) {
    client.setRequestHandler("roots/list", () => ({ roots: setup.roots().map((root) => ({ ...root })) }));
  }
  if (answers !== undefined) {
    client.setRequestHandler(
      "elicitation/create",
      async ({ params }, { mcpReq }) =>
        (await answers.elicit(params as unknown as JsonObject, mcpReq.signal)) as ElicitResult,
    );
    client.setRequestHandler(
      "sampling/createMessage",
      async ({ params }, { mcpReq }) =>
        (await answers.sample(params as unknown as JsonObject, mcpReq.signal)) as unknown as CreateMessageResult,
    );
  }
  return client;
}
