import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";

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
  const log = console.log;
  console.log = () => undefined;
  try {
    await server.start();
  } finally {
    console.log = log;
  }
  return { url: `http://127.0.0.1:${port}`, model: "up,test-model", close: () => server.app.close() };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
