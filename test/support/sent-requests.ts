import { type RecordedRequest, type ScriptStep, startTestModelServer } from "./test-model-server.ts";
import { ask, summarise, type WireClientOptions, wireClient } from "./wire-client.ts";
import { type WireKind, wires } from "./wires.ts";

/** Sends one request to a server that answers "ok" after the given replies, and returns what it got. */
export async function requestsOf(
  kind: WireKind,
  options: WireClientOptions = {},
  changes: Parameters<typeof ask>[1] = {},
  first: readonly ScriptStep[] = [],
): Promise<{ requests: RecordedRequest[]; line: string }> {
  const wire = wires[kind];
  const server = await startTestModelServer(wire.script([...first, wire.reply({ text: "ok" })]));
  try {
    const line = summarise(await ask(wireClient(kind, wire.baseUrl(server), options), changes));
    return { requests: server.requests, line };
  } finally {
    await server.close();
  }
}

/** The body of the last request. */
export async function bodyOf(...parameters: Parameters<typeof requestsOf>): Promise<Record<string, unknown>> {
  const { requests } = await requestsOf(...parameters);
  return requests.at(-1)?.body ?? {};
}

/** Sets variables of the environment for the time of a call: the SDKs read it when they are constructed. */
export async function withEnvironment<T>(variables: Record<string, string>, run: () => Promise<T>): Promise<T> {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  try {
    return await run();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) {
        delete process.env[name];
      } else {
        process.env[name] = value;
      }
    }
  }
}
