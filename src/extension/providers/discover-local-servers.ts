import type { Clock } from "../ports/clock.ts";
import { LocalAsker } from "./discover-ask.ts";
import { type LocalProduct, type ProductAnswer, productProbes } from "./discover-products.ts";
import type { FetchLike } from "./http-fetch.ts";
import { httpFetch } from "./http-fetch.ts";

/** A model server that answers on this computer. */
export interface LocalServer extends ProductAnswer {
  product: LocalProduct;
  /** Base URL for kind `openai-chat`. */
  baseUrl: string;
}

/** Where a product listens unless its user says otherwise. */
export interface LocalPlace {
  port: number;
  product: LocalProduct;
}

export interface DiscoveryOptions {
  clock: Clock;
  /** Default `localPlaces`. */
  places?: readonly LocalPlace[];
  /** ms for all questions to one port together; default 1 s */
  timeoutMs?: number;
  send?: FetchLike;
}

/** The usual ports. Products that share one tell themselves apart by what they answer. */
export const localPlaces: readonly LocalPlace[] = [
  { port: 11_434, product: "ollama" },
  { port: 1234, product: "lm-studio" },
  { port: 8080, product: "llama.cpp" },
  { port: 8000, product: "vllm" },
  { port: 30_000, product: "sglang" },
];

/**
 * Looks for model servers on this computer: asks each usual port, all at once and on the loopback address alone, with
 * the endpoint that only the product has. Ports that are closed, silent or speak something else are left out; nothing
 * rejects. What answered before the signal aborted is returned.
 */
export async function discoverLocalServers(options: DiscoveryOptions, signal: AbortSignal): Promise<LocalServer[]> {
  const { places = localPlaces } = options;
  const found = await Promise.all(places.map((place) => askPlace(place, options, signal)));
  return found.filter((server) => server !== undefined);
}

async function askPlace(
  { port, product }: LocalPlace,
  { clock, timeoutMs = 1000, send = httpFetch }: DiscoveryOptions,
  signal: AbortSignal,
): Promise<LocalServer | undefined> {
  const late = new AbortController();
  const timer = new AbortController();
  clock.sleep(timeoutMs, timer.signal).then(
    () => late.abort(),
    () => undefined,
  );
  const origin = `http://127.0.0.1:${port}`;
  const asker = new LocalAsker(origin, send, AbortSignal.any([signal, late.signal]));
  const own = productProbes.filter((probe) => probe.product === product);
  const others = productProbes.filter((probe) => probe.product !== product);
  try {
    for (const probe of [...own, ...others]) {
      const answer = await probe.ask(asker);
      if (answer !== undefined) {
        return { product: probe.product, baseUrl: `${origin}/v1`, ...answer };
      }
      if (asker.nobodyThere) {
        return undefined;
      }
    }
    return undefined;
  } finally {
    timer.abort();
  }
}
