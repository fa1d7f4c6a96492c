import type { Clock } from "../ports/clock.ts";
import { isThisComputer } from "./base-url.ts";
import { LocalAsker } from "./discover-ask.ts";
import { type LocalProduct, type ProductAnswer, productProbes } from "./discover-products.ts";
import type { FetchLike } from "./http-fetch.ts";
import { httpFetch } from "./http-fetch.ts";
import { ollamaOrigin } from "./ollama-origin.ts";

/** A model server that answers on this computer. */
export interface LocalServer extends ProductAnswer {
  product: LocalProduct;
  /** Base URL for kind `openai-chat`. */
  baseUrl: string;
}

/** Where a product listens: a port of the loopback address, or an address that its user has set. */
export type LocalPlace = { product: LocalProduct } & ({ port: number } | { origin: string });

export interface DiscoveryOptions {
  clock: Clock;
  /** Default: the usual ports, and what `OLLAMA_HOST` says. */
  places?: readonly LocalPlace[];
  /** Default: the process's own. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** ms for all questions to one port together; default 1 s */
  timeoutMs?: number;
  send?: FetchLike;
}

/** The usual ports. Products that share one tell themselves apart by what they answer. */
export const localPlaces: readonly { product: LocalProduct; port: number }[] = [
  { port: 11_434, product: "ollama" },
  { port: 1234, product: "lm-studio" },
  { port: 8080, product: "llama.cpp" },
  { port: 8000, product: "vllm" },
  { port: 30_000, product: "sglang" },
];

/**
 * Looks for model servers on this computer: asks each usual port, all at once and on the loopback address alone, with
 * the endpoint that only the product has; Ollama also where `OLLAMA_HOST` says, in the own network. Ports that are closed, silent or speak something else are left out; nothing
 * rejects. What answered before the signal aborted is returned.
 */
export async function discoverLocalServers(options: DiscoveryOptions, signal: AbortSignal): Promise<LocalServer[]> {
  const { places = placesIn(options.environment ?? process.env) } = options;
  const found = await Promise.all(places.map((place) => askPlace(place, options, signal)));
  return found.filter((server) => server !== undefined);
}

/** Ollama's own place comes first, and counts once when it is one of the usual ones. */
function placesIn(environment: Readonly<Record<string, string | undefined>>): LocalPlace[] {
  const origin = ollamaOrigin(environment.OLLAMA_HOST);
  if (origin === undefined) {
    return [...localPlaces];
  }
  const others = localPlaces.filter(({ port }) => !isThisComputer(origin) || new URL(origin).port !== String(port));
  return [{ product: "ollama", origin }, ...others];
}

async function askPlace(
  place: LocalPlace,
  { clock, timeoutMs = 1000, send = httpFetch }: DiscoveryOptions,
  signal: AbortSignal,
): Promise<LocalServer | undefined> {
  const late = new AbortController();
  const timer = new AbortController();
  clock.sleep(timeoutMs, timer.signal).then(
    () => late.abort(),
    () => undefined,
  );
  const { product } = place;
  const origin = "origin" in place ? place.origin : `http://127.0.0.1:${place.port}`;
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
