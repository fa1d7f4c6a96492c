import { createRequire } from "node:module";
import { freePort } from "../../scripts/shared/loopback-ports.mjs";

/** A running gateway that speaks Anthropic's Messages in front of a Chat Completions server. */
export interface AnthropicGateway {
  /** Base URL for kind `anthropic`. */
  readonly url: string;
  /** The name under which the gateway knows the upstream's `test-model`. */
  readonly model: string;
  close(): Promise<void>;
}

interface GatewayServer {
  app: { close(): Promise<void> };
  start(): Promise<void>;
}

/**
 * Starts `@musistudio/llms`, a converter of wire formats that people really use, with its real bugs, in front of an OpenAI
 * base URL. Its ESM build cannot be loaded, so this takes the CommonJS one.
 */
export async function startAnthropicGateway(openAiUrl: string): Promise<AnthropicGateway> {
  const load: unknown = createRequire(import.meta.url)("@musistudio/llms");
  const { default: Gateway } = load as { default: new (options: object) => GatewayServer };
  const port = await freePort();
  const upstream = { name: "up", api_base_url: `${openAiUrl}/chat/completions`, api_key: "k", models: ["test-model"] };
  const server = new Gateway({
    initialConfig: { providers: [upstream], HOST: "127.0.0.1", PORT: String(port) },
    logger: false,
    useJsonFile: false,
    useEnvFile: false,
  });
  const before = new Set(endSignals.flatMap((name) => process.listeners(name)));
  const log = console.log;
  console.log = () => undefined;
  try {
    await server.start();
  } finally {
    console.log = log;
  }
  return {
    url: `http://127.0.0.1:${port}`,
    model: "up,test-model",
    async close() {
      await server.app.close();
      // It listens to the end of the process and never stops doing so.
      for (const name of endSignals) {
        for (const listener of process.listeners(name).filter((item) => !before.has(item))) {
          process.off(name, listener);
        }
      }
    },
  };
}

const endSignals = ["SIGINT", "SIGTERM"] as const;
