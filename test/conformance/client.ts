// What the official conformance suite drives: the hub with one server behind a URL, whose tools are all called once, and
// at which a person without a browser signs in as often as it is asked for. The suite gives the URL as the last argument
// and what a person would have been told beforehand in MCP_CONFORMANCE_CONTEXT; exit code 0 means that everything worked.

import { CredentialStore } from "../../src/extension/mcp/oauth/credential-store.ts";
import { openLoopbackRedirect } from "../../src/extension/mcp/oauth/loopback-redirect.ts";
import { readServerConfig } from "../../src/extension/mcp/server-config.ts";
import { ToolHub } from "../../src/extension/mcp/tool-hub.ts";
import type { Browser } from "../../src/extension/ports/browser.ts";
import { everyLaunchAccepted } from "../../src/extension/ports/consent-store.ts";
import { MemorySecrets } from "../../src/extension/ports/secrets.ts";
import type { ServerRequests } from "../../src/extension/ports/server-requests.ts";
import type { ToolDefinition } from "../../src/extension/ports/tool.ts";
import type { FormField, FormValue } from "../../src/shared/form-field.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../../src/shared/json.ts";
import { isJsonObject } from "../../src/shared/json.ts";
import { McpError } from "../../src/shared/mcp-error.ts";
import { patience } from "../support/patience.ts";

const write = (message: string) => console.error(message);

/** How often the person signs in before they give up. */
const signInLimit = 3;

/** Goes where the page of the authorization server would send a browser after a click on "Allow". */
const browser: Browser = {
  async open(url) {
    const response = await fetch(url, { redirect: "manual" });
    const location = response.headers.get("location");
    await response.body?.cancel();
    return location !== null && (await fetch(location)).ok;
  },
};

/** Sends every form as it is filled in beforehand, and refuses everything else. */
const person: ServerRequests = {
  elicit: async (_server, request) =>
    request.mode === "form" ? { action: "accept", content: presets(request.fields) } : { action: "decline" },
  elicitPage: async () => ({ action: "decline" }),
  pageDone() {},
  sample: async () => Promise.reject(new Error("No model is there.")),
};

function presets(fields: readonly FormField[]): Record<string, FormValue> {
  return Object.fromEntries(fields.flatMap(({ name, preset }) => (preset === undefined ? [] : [[name, preset]])));
}

/** The `oauth` object that a person would have written for this server. */
function oauthEntry(scenario: string, context: JsonObject): JsonObject {
  const { client_id: clientId, client_secret: clientSecret, private_key_pem: privateKey } = context;
  return {
    ...(typeof clientId === "string" ? { clientId } : {}),
    ...(typeof clientSecret === "string" ? { clientSecret } : {}),
    ...(typeof privateKey === "string" ? { privateKey, algorithm: context.signing_algorithm ?? "ES256" } : {}),
    ...(scenario.startsWith("auth/client-credentials") ? { grant: "client_credentials" } : {}),
    ...(typeof context.idp_id_token === "string"
      ? {
          identityProvider: {
            tokenEndpoint: context.idp_token_endpoint ?? "",
            clientId: context.idp_client_id ?? "",
            idToken: context.idp_id_token,
          },
        }
      : {}),
    clientMetadataUrl: "https://conformance-test.local/client-metadata.json",
  };
}

async function callEverything(url: string): Promise<void> {
  const { MCP_CONFORMANCE_SCENARIO: scenario = "", MCP_CONFORMANCE_CONTEXT: told = "{}" } = process.env;
  const pages = { language: "en", done: "Done.", failed: "Failed." };
  const hub = new ToolHub({
    clientInfo: { name: "toolweave-conformance", version: "1.0.0" },
    trusted: true,
    consents: everyLaunchAccepted,
    logFor: () => ({ info: write, warn: write, error: write }),
    environment: async () => ({}),
    roots: () => [],
    requests: person,
    signIn: {
      store: new CredentialStore(new MemorySecrets()),
      browser,
      openRedirect: (port) => openLoopbackRedirect(port, pages),
    },
  });
  const signal = AbortSignal.timeout(patience.start);
  let signIns = 0;
  const ready = async (): Promise<void> => {
    await hub.whenSettled(signal);
    const [status] = hub.statuses();
    if (status?.state === "needs-auth" && signIns < signInLimit) {
      signIns += 1;
      await hub.signIn("server", signal);
      return ready();
    }
    if (status?.state !== "ready") {
      throw new Error(status?.reason?.message ?? "There is no server.");
    }
  };
  const call = async (name: string, input: JsonObject): Promise<JsonValue> => {
    try {
      return { ...(await hub.call(name, input, { signal, onProgress() {} })) } as JsonObject;
    } catch (error) {
      await hub.whenSettled(signal);
      const { signIn } = hub.statuses()[0] ?? {};
      if (error instanceof McpError && error.code === "TOOL_EXECUTION_FAILED") {
        // An answer of the server: what the model would read.
        return error.message;
      }
      if ((signIn !== "needed" && signIn !== "more") || signIns >= signInLimit) {
        throw error;
      }
      signIns += 1;
      await hub.signIn("server", signal);
      await ready();
      return call(name, input);
    }
  };
  try {
    const context = { source: "arguments", userHome: "/", pathSeparator: "/", env: {} };
    const oauth = oauthEntry(scenario, JSON.parse(told) as JsonObject);
    hub.configure(readServerConfig({ server: { url, oauth } }, context).servers);
    await ready();
    for (const { tool, input } of callsOf(hub.list(), JSON.parse(told) as JsonObject)) {
      write(`${tool}: ${JSON.stringify(await call(tool, input))}`);
    }
  } finally {
    await hub.dispose();
  }
}

/** The calls that the suite asks for; all tools once when it asks for none. */
function callsOf(tools: readonly ToolDefinition[], { toolCalls }: JsonObject): { tool: string; input: JsonObject }[] {
  const asked = Array.isArray(toolCalls) ? toolCalls.filter(isJsonObject) : undefined;
  return asked === undefined
    ? tools.map(({ name, inputSchema }) => ({ tool: name, input: sampleInput(inputSchema) }))
    : asked.flatMap(({ name, arguments: input }) => {
        const tool = tools.find(({ toolName }) => toolName === name);
        return tool === undefined || !isJsonObject(input) ? [] : [{ tool: tool.name, input }];
      });
}

/** A value for each property of the schema: 2 for numbers, true, a letter for everything else. */
function sampleInput({ properties }: JsonSchema): JsonObject {
  const sample = (schema: JsonValue): JsonValue =>
    !isJsonObject(schema)
      ? "x"
      : schema.type === "boolean"
        ? true
        : /number|integer/.test(String(schema.type))
          ? 2
          : "x";
  return Object.fromEntries(
    Object.entries(isJsonObject(properties) ? properties : {}).map(([key, schema]) => [key, sample(schema)]),
  );
}

callEverything(process.argv.at(-1) ?? "").then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
