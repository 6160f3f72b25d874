import type { ScaledObjectRef } from "./messages.ts";
import type { ScalerClient } from "./scaler-client.ts";

export interface ActivityStreamOptions {
  readonly client: ScalerClient;
  readonly ref: ScaledObjectRef;
  readonly random: () => number;
  /** null: the stream has ended, and what it said may not hold any more. */
  readonly onState: (isActive: boolean | null) => void;
}

const shortestPauseMs = 1_000;
const longestPauseMs = 30_000;

/** StreamIsActive: the scaler says at once when there is work. It is opened again until it is closed. */
export class ActivityStream {
  readonly #options: ActivityStreamOptions;
  readonly #leave: () => void;
  #pauseMs = shortestPauseMs;
  #timer: NodeJS.Timeout | null = null;
  #cancel: (() => void) | null = null;
  /** How often it has been stopped: what began before does not count any more. */
  #stops = 0;

  constructor(options: ActivityStreamOptions) {
    const { client, ref, onState } = options;
    this.#options = options;
    this.#leave = client.streams.take({
      namespace: ref.namespace,
      begin: () => void this.#open(),
      interrupt: () => {
        this.#stop();
        onState(null);
      },
    });
  }

  close(): void {
    this.#stop();
    this.#leave();
  }

  #stop(): void {
    this.#stops += 1;
    if (this.#timer) clearTimeout(this.#timer);
    this.#cancel?.();
    this.#cancel = null;
  }

  async #open(): Promise<void> {
    const { client, ref, onState } = this.#options;
    const stops = this.#stops;
    const connected = await client.connected();
    if (stops !== this.#stops) return;
    if (!connected.ok) {
      this.#openAgain();
      return;
    }
    const { channel, methods } = connected.value;
    this.#cancel = channel.open(methods.streamIsActive, ref, {
      message: ({ result }) => {
        this.#pauseMs = shortestPauseMs;
        onState(result);
      },
      end: () => {
        onState(null);
        this.#openAgain();
      },
    });
  }

  /** Not all streams of a server that restarts come back at the same moment. */
  #openAgain(): void {
    const pauseMs = this.#pauseMs * (0.5 + this.#options.random() / 2);
    this.#pauseMs = Math.min(2 * this.#pauseMs, longestPauseMs);
    this.#timer = setTimeout(() => void this.#open(), pauseMs);
  }
}
