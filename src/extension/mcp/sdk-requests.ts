// Part of the adapter over the SDK: imported by `mcp-sdk.ts` only.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  CreateMessageRequestSchema,
  type CreateMessageResult,
  ElicitationCompleteNotificationSchema,
  ElicitRequestSchema,
  type ElicitResult,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { JsonObject } from "../../shared/json.ts";
import type { ClientObserver, ClientSetup, RequestAnswers } from "./mcp-client.ts";

/** A client of the SDK that declares what can be answered, and tells and answers what its server says and asks. */
export function createSdkClient(setup: ClientSetup): Client {
  const hasRoots = setup.roots().length > 0;
  const client = new Client(setup.clientInfo, {
    capabilities: {
      ...(hasRoots ? { roots: { listChanged: true } } : {}),
      ...(setup.answers === undefined ? {} : { elicitation: { form: {}, url: {} }, sampling: { tools: {} } }),
    },
    // Output is checked elsewhere, where a violation is not fatal. The default would compile a validator per tool.
    jsonSchemaValidator: {
      getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
    },
  });
  tell(client, setup.observer);
  if (hasRoots) {
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: setup.roots().map((root) => ({ ...root })) }));
  }
  if (setup.answers !== undefined) {
    answer(client, setup.answers);
  }
  return client;
}

function tell(client: Client, observer: ClientObserver): void {
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => observer.onListChanged("tools"));
  client.setNotificationHandler(PromptListChangedNotificationSchema, () => observer.onListChanged("prompts"));
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => observer.onListChanged("resources"));
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) =>
    observer.onResourceUpdated(params.uri),
  );
  client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) =>
    observer.onElicitationComplete(params.elicitationId),
  );
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params: { level, data, logger } }) => {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    observer.onLogMessage(level, logger === undefined ? text : `${logger}: ${text}`);
  });
  client.onerror = (error) => observer.onOddity(error.message);
}

function answer(client: Client, answers: RequestAnswers): void {
  client.setRequestHandler(
    ElicitRequestSchema,
    async ({ params }, { signal }) => (await answers.elicit(params as unknown as JsonObject, signal)) as ElicitResult,
  );
  client.setRequestHandler(
    CreateMessageRequestSchema,
    async ({ params }, { signal }) =>
      (await answers.sample(params as unknown as JsonObject, signal)) as unknown as CreateMessageResult,
  );
}
