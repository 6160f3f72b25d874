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
export function discoveredKind(
  { discovery, sleep }: DiscoveryPorts,
  { apiVersion, kind }: ServedKind,
  onChange: (isServed: boolean) => void,
): KindWatch {
  const never = new AbortController();
  const waiting: (() => void)[] = [];
  let isServed: boolean | null = null;
  const run = async (): Promise<void> => {
    for (;;) {
      const found = await discovery.resolve(apiVersion, kind, "");
      const isAnswer = found.ok || found.error.code === "NotFound";
      if (isAnswer && found.ok !== isServed) {
        isServed = found.ok;
        onChange(found.ok);
      }
      if (isAnswer) for (const resolve of waiting.splice(0)) resolve();
      await sleep(isAnswer ? everyMs : retryMs, never.signal);
      discovery.invalidate(apiVersion);
    }
  };
  return {
    get synced() {
      return isServed !== null;
    },
    start: () => void run(),
    whenSynced: () =>
      isServed === null ? new Promise(resolve => waiting.push(resolve)) : Promise.resolve(),
  };
}
