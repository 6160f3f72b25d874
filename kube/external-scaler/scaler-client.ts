import { isDeepStrictEqual } from "node:util";

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import type { Clock } from "../clock.ts";
import { kubeError, type KubeAnswer, type KubeError } from "../transport/errors.ts";
import { askPlatform } from "./scaler-errors.ts";
import type { Method, methods } from "./messages.ts";
import type { ScalerChannel, ScalerEndpoint } from "./scaler-channel.ts";
import { StreamPlaces } from "./stream-places.ts";
import type { QuerySample } from "../transport/kube-request.ts";
import { RequestSlots } from "../transport/turns/request-slots.ts";

export interface ScalerClientOptions {
  readonly source: string;
  /** Its address, and its certificates as the files have them now. The same object if nothing has changed. */
  readonly endpoint: () => Promise<Result<ScalerEndpoint, string>>;
  readonly mostCalls: number;
  readonly mostStreams: number;
  /** For an answer; Infinity: as long as the one who asks. */
  readonly mostWaitMs: number;
  readonly clock: Pick<Clock, "monotonic">;
  readonly onCall: (call: QuerySample) => void;
}

/** gRPC is loaded for the first question to any source: most installations have none. */
const load = async () => {
  const [channels, messages] = await Promise.all([
    import("./scaler-channel.ts"),
    import("./messages.ts"),
  ]);
  return { Channel: channels.ScalerChannel, methods: messages.methods };
};
let loaded: ReturnType<typeof load> | null = null;

/** A call that is sent late times out even if the scaler is not slow. */
const waitShare = 0.5;

/** One scaler, for all objects that name its source: they share a connection. */
export class ScalerClient {
  readonly #options: ScalerClientOptions;
  readonly #places: CallPlaces;
  readonly streams: StreamPlaces;
  #opened: { readonly channel: ScalerChannel; readonly endpoint: ScalerEndpoint } | null = null;
  /** How many connections there have been, one after the other. */
  connections = 0;

  constructor(options: ScalerClientOptions) {
    const { mostCalls, mostStreams, clock } = options;
    this.#options = options;
    this.#places = new CallPlaces(mostCalls, clock);
    this.streams = new StreamPlaces(mostStreams);
  }

  /** The channel, which connects for its first call; a new one if the address or a certificate has changed. */
  async connected(): KubeAnswer<{ channel: ScalerChannel; methods: typeof methods }> {
    loaded ??= load();
    const { Channel, methods: all } = await loaded;
    const { source, endpoint: find } = this.#options;
    const found = await find();
    if (!found.ok) return err(this.#unusable(found.error));
    const endpoint = found.value;
    if (!this.#opened || !isDeepStrictEqual(this.#opened.endpoint, endpoint)) {
      try {
        const channel = new Channel(source, endpoint, () => (this.connections += 1));
        this.close();
        this.#opened = { channel, endpoint };
      } catch {
        return err(this.#unusable("the certificates in its Secret cannot be read"));
      }
    }
    return ok({ channel: this.#opened.channel, methods: all });
  }

  /** A call waits for its place, for at most half of its time. */
  async call<Request, Response>(
    method: (all: typeof methods) => Method<Request, Response>,
    request: Request,
    { namespace, deadlineMs }: { readonly namespace: string; readonly deadlineMs: number },
  ): KubeAnswer<Response> {
    const { clock, source, mostWaitMs, onCall } = this.#options;
    const askedAt = clock.monotonic();
    if (!(await this.#places.enter(namespace, waitShare * deadlineMs))) {
      return err(this.#places.crowded(source, namespace, askedAt));
    }
    const since = clock.monotonic();
    const connected = await this.connected();
    const leftMs = Math.max(1, Math.min(mostWaitMs, askedAt + deadlineMs - clock.monotonic()));
    const answer = connected.ok
      ? await connected.value.channel.call(method(connected.value.methods), request, leftMs)
      : connected;
    const code = answer.ok ? "OK" : answer.error.code;
    onCall({ source, code, milliseconds: clock.monotonic() - since });
    this.#places.leave(namespace, answer.ok || answer.error.code !== "Timeout");
    return answer;
  }

  close(): void {
    this.#opened?.channel.close();
    this.#opened = null;
  }

  #unusable(message: string): KubeError {
    const request = `external scaler ${this.#options.source}`;
    return { ...kubeError("Unauthorized", { request, message }), remedy: askPlatform };
  }
}

interface Calls {
  running: number;
  answeredAt: number;
}

/**
 * The calls that may wait for an answer of one scaler at the same time. A namespace gets no more of them than it
 * leaves free, so that no tenant delays another one.
 */
class CallPlaces {
  readonly #most: number;
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #slots: RequestSlots;
  readonly #all: Calls = { running: 0, answeredAt: -Infinity };
  /** Of the namespaces with calls that run. */
  readonly #of = new Map<string, Calls>();

  constructor(most: number, clock: Pick<Clock, "monotonic">) {
    this.#most = most;
    this.#clock = clock;
    this.#slots = new RequestSlots(most, Math.ceil(most / 8));
  }

  /** True: the caller holds a place and must `leave` it. False: there was none in time. */
  async enter(namespace: string, withinMs: number): Promise<boolean> {
    if ((await this.#slots.enter([namespace], withinMs)) === null) return false;
    const calls = this.#of.get(namespace) ?? { ...this.#all };
    this.#of.set(namespace, calls);
    calls.running += 1;
    return true;
  }

  leave(namespace: string, isAnswered: boolean): void {
    const calls = this.#of.get(namespace) ?? this.#all;
    if (isAnswered) calls.answeredAt = this.#all.answeredAt = this.#clock.monotonic();
    calls.running -= 1;
    if (calls.running === 0) this.#of.delete(namespace);
    this.#slots.leave(namespace, isAnswered);
  }

  /** Why a call that has waited since then got no place. */
  crowded(source: string, namespace: string, since: number): KubeError {
    const { answeredAt } = this.#of.get(namespace) ?? this.#all;
    const isSlow = answeredAt < since;
    const why = isSlow ? "the scaler answers none of them" : "more calls wait than it answers";
    const message = `no place in time among ${this.#most} calls (maxConcurrentCalls): ${why}`;
    const error = kubeError("Timeout", { request: `external scaler ${source}`, message });
    return { ...error, remedy: isSlow ? askPlatform : raise };
  }
}

const raise = "ask the platform team to raise maxConcurrentCalls of the metric source";
