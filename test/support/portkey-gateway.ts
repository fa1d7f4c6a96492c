import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { freePort } from "../../scripts/shared/loopback-ports.mjs";
import { patience } from "./patience.ts";
import { waitUntil } from "./wait-until.ts";

/** A running gateway that speaks OpenAI's APIs in front of servers of any kind, named by headers of each request. */
export interface PortkeyGateway {
  /** Base URL for the kinds `openai-chat` and `openai-responses`. */
  readonly url: string;
  /** The headers that lead a request to a server of this kind. */
  headers(provider: "anthropic" | "openai", upstream: string): Record<string, string>;
  close(): Promise<void>;
}

/** The gateway changes the headers of replies, which the fetch of Node 20 does not allow: it gets copies. */
const copyReplies = `const send = globalThis.fetch;
globalThis.fetch = async (...request) => {
  const { body, status, headers } = await send(...request);
  return new Response(body, { status, headers: new Headers(headers) });
};`;

/** Starts `@portkey-ai/gateway`, a gateway that people really use, as a process of its own on loopback. */
export async function startPortkeyGateway(): Promise<PortkeyGateway> {
  const port = await freePort();
  const program = createRequire(import.meta.url).resolve("@portkey-ai/gateway/build/start-server.js");
  const preload = `data:text/javascript,${encodeURIComponent(copyReplies)}`;
  const child = spawn(process.execPath, ["--import", preload, program, `--port=${port}`, "--headless"], {
    env: { PATH: process.env.PATH, TRUSTED_CUSTOM_HOSTS: "127.0.0.1,localhost" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (data: Buffer) => {
    errors += data.toString();
  });
  const ended = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  const isUp = async () => {
    if (child.exitCode !== null) {
      throw new Error(`The gateway has ended: ${errors}`);
    }
    return fetch(url).then(
      (response) => response.body?.cancel().then(() => true) ?? true,
      () => false,
    );
  };
  const close = async () => {
    child.kill();
    await ended;
  };
  try {
    await waitUntil("the gateway to answer", isUp, { timeoutMs: patience.start });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url: `${url}/v1`,
    headers: (provider, upstream) => ({ "x-portkey-provider": provider, "x-portkey-custom-host": `${upstream}/v1` }),
    close,
  };
}
