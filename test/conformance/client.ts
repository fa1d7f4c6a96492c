// What the official conformance suite drives: the hub with one server behind a URL, whose tools are all called once. The
// suite gives the URL as the last argument; exit code 0 means that everything worked.

import { readServerConfig } from "../../src/extension/mcp/server-config.ts";
import { ToolHub } from "../../src/extension/mcp/tool-hub.ts";
import { everyLaunchAccepted } from "../../src/extension/ports/consent-store.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../../src/shared/json.ts";
import { isJsonObject } from "../../src/shared/json.ts";

const write = (message: string) => console.error(message);

async function callEverything(url: string): Promise<void> {
  const hub = new ToolHub({
    clientInfo: { name: "toolweave-conformance", version: "1.0.0" },
    trusted: true,
    consents: everyLaunchAccepted,
    logFor: () => ({ info: write, warn: write, error: write }),
    environment: async () => ({}),
    roots: () => [],
  });
  try {
    const context = { source: "arguments", userHome: "/", pathSeparator: "/", env: {} };
    hub.configure(readServerConfig({ server: { url } }, context).servers);
    const signal = AbortSignal.timeout(20_000);
    await hub.whenSettled(signal);
    const [status] = hub.statuses();
    if (status?.state !== "ready") {
      throw new Error(status?.reason?.message ?? "There is no server.");
    }
    for (const { name, inputSchema } of hub.list()) {
      write(`${name}: ${JSON.stringify(await hub.call(name, sampleInput(inputSchema), { signal, onProgress() {} }))}`);
    }
  } finally {
    await hub.dispose();
  }
}

/** A value for each property of the schema: 2 for numbers, a letter for everything else. */
function sampleInput({ properties }: JsonSchema): JsonObject {
  const sample = (schema: JsonValue): JsonValue =>
    isJsonObject(schema) && (schema.type === "number" || schema.type === "integer") ? 2 : "x";
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
