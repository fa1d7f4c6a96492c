import type { Chunk } from "../../shared/chunk.ts";
import type { ModelFacts, ModelRequest } from "../ports/model.ts";
import type { AdapterOptions } from "./adapter-options.ts";
import { describeModel } from "./capabilities.ts";
import { type HostProfile, profileOf } from "./host-profile.ts";
import { keyHeader } from "./key-header.ts";
import { seesImages } from "./model-vision.ts";
import { RetryPause } from "./retry-pause.ts";
import { createRobustFetch, defaultSend } from "./robust-fetch.ts";
import { type SdkRequest, withoutSdkHeaders } from "./sdk-request.ts";
import { type OpenReply, type ReplySource, streamReply } from "./stream-reply.ts";
import { takenCallIds } from "./taken-call-ids.ts";
import { askingWhole } from "./whole-replies.ts";
import type { WireFormat } from "./wire-format.ts";

/** What every reader of a reply needs to know of its request. */
export interface ReplyReaderOptions {
  toolNames: readonly string[];
  takenIds: readonly string[];
  newId(): string;
  /** Tokens; some servers call a reply ended when they reach it. */
  maxOutputTokens: number;
  toolsRunBy?: "backend";
}

/** ms that a whole reply may take; a public host is given as long as a slow model writes. */
const wholeReplyMs = 600_000;

/** What the adapters of all wire formats do in the same way for the requests of one provider. */
export class AdapterFrame {
  readonly profile: HostProfile;
  /** For the client and its readers: the provider runs the calls itself. */
  readonly runsCalls: { toolsRunBy?: "backend" };
  readonly #options: AdapterOptions;
  readonly #format: WireFormat;
  readonly #pause: RetryPause;

  constructor(options: AdapterOptions, format: WireFormat) {
    this.#options = options;
    this.#format = format;
    this.#pause = new RetryPause(options.clock);
    this.profile = { ...profileOf(options.provider.baseUrl), ...options.limits };
    this.runsCalls = options.provider.toolsRunBy === "backend" ? { toolsRunBy: "backend" } : {};
  }

  seesImages(model: string): boolean | undefined {
    const configured = this.#options.provider.models.find(({ name }) => name === model);
    return seesImages(model, configured);
  }

  /** `outputLimit`: tokens that the server turned out to allow. */
  readerOptions(request: ModelRequest, outputLimit: number | undefined): ReplyReaderOptions {
    return {
      toolNames: request.tools.map((tool) => tool.name),
      takenIds: takenCallIds(request.messages),
      newId: this.#options.newId,
      maxOutputTokens: Math.min(request.maxOutputTokens, outputLimit ?? request.maxOutputTokens),
      ...this.runsCalls,
    };
  }

  /** Whether the user wants the replies of a model whole. */
  isWhole(model: string): boolean {
    return this.#options.provider.models.find(({ name }) => name === model)?.stream === false;
  }

  /** Opens a stream of an SDK over the robust wire; with `whole` the reply is asked for in one piece, and looks the same. */
  open(
    { whole, ...request }: Pick<SdkRequest, "baseUrl" | "key" | "signal"> & { whole: boolean },
    send: (request: SdkRequest) => Promise<AsyncIterable<unknown>>,
  ): Promise<OpenReply> {
    const { clock, provider } = this.#options;
    const { firstByteMs, idleMs } = this.profile;
    const wire = createRobustFetch({
      format: this.#format,
      // The first byte of a whole reply comes with its last.
      limits: { firstByteMs: whole ? Math.max(firstByteMs, wholeReplyMs) : firstByteMs, idleMs },
      clock,
      send: this.#options.send,
    });
    const fetch = withoutSdkHeaders(whole ? askingWhole(wire.fetch) : wire.fetch);
    const own = keyHeader(this.profile, request.key);
    const headers = { ...own, ...provider.headers };
    const key = own === undefined ? request.key : undefined;
    return wire.watch(() => send({ ...request, key, headers, fetch }));
  }

  stream(
    { model }: ModelRequest,
    key: string | undefined,
    source: Pick<ReplySource, "createReader" | "open" | "adjust">,
    signal: AbortSignal,
  ): AsyncGenerator<Chunk> {
    const { provider, clock, log } = this.#options;
    const { id, label, baseUrl: address } = provider;
    const { endpoint } = this.#format;
    const context = () => ({ provider: id, label, model, address, endpoint, key });
    const { retries, firstByteMs: loadingMs } = this.profile;
    return streamReply({ ...source, clock, pause: this.#pause, log, retries, loadingMs, context }, signal);
  }

  /** Ends the pauses before further tries of all requests that run. */
  retryNow(): void {
    this.#pause.end();
  }

  /** What a server that speaks one of OpenAI's formats says about a model. */
  async describe(model: string, signal: AbortSignal): Promise<ModelFacts> {
    const { provider, send = defaultSend } = this.#options;
    const { baseUrl, headers } = provider;
    return describeModel(model, { baseUrl, headers, key: await this.#options.key(), send }, signal);
  }
}
