import type { Discovery } from "../../kube/api/discovery.ts";
import type { Informer } from "../../kube/watch/object-cache.ts";

export interface DiscoveryPorts {
  readonly discovery: Pick<Discovery, "resolve" | "invalidate">;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Tells whether the API server serves a kind. */
export type KindWatch = Pick<Informer<unknown>, "synced" | "start" | "whenSynced">;

interface ServedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

const everyMs = 30_000;
const retryMs = 1_000;

/** Asks again and again, where a CRD may not be watched: everyone may discover what is served. */
export class DiscoveredKind implements KindWatch {
  readonly #ports: DiscoveryPorts;
  readonly #of: ServedKind;
  readonly #onChange: (isServed: boolean) => void;
  readonly #waiting: (() => void)[] = [];
  readonly #never = new AbortController();
  #isServed: boolean | null = null;

  constructor(ports: DiscoveryPorts, of: ServedKind, onChange: (isServed: boolean) => void) {
    this.#ports = ports;
    this.#of = of;
    this.#onChange = onChange;
  }

  get synced(): boolean {
    return this.#isServed !== null;
  }

  start(): void {
    void this.#run();
  }

  whenSynced(): Promise<void> {
    if (this.synced) return Promise.resolve();
    return new Promise(resolve => this.#waiting.push(resolve));
  }

  async #run(): Promise<void> {
    const { discovery, sleep } = this.#ports;
    const { apiVersion, kind } = this.#of;
    for (;;) {
      const found = await discovery.resolve(apiVersion, kind, "");
      const isAnswer = found.ok || found.error.code === "NotFound";
      if (isAnswer && found.ok !== this.#isServed) {
        this.#isServed = found.ok;
        this.#onChange(found.ok);
      }
      if (isAnswer) for (const resolve of this.#waiting.splice(0)) resolve();
      await sleep(isAnswer ? everyMs : retryMs, this.#never.signal);
      discovery.invalidate(apiVersion);
    }
  }
}
