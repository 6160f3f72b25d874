import { setTimeout as sleep } from "node:timers/promises";

import { apiRequest, mustRequest, type ApiTarget } from "../api.ts";

const pauseMs = 1_000;

export type LoadedResource = "cpu" | "memory";

/** The units of a load: millicores, mebibytes. */
export const loadUnits = { cpu: "m", memory: "Mi" } as const;

/** The annotation with the usage that kwok reports for a pod. */
export const usageAnnotation = (resource: LoadedResource): string =>
  `kwok.x-k8s.io/usage-${resource}`;

/** The share of each pod. */
export const shareOf = (total: number, pods: number): number =>
  Math.round(total / Math.max(1, pods));

export interface Loaded {
  readonly namespace: string;
  /** Deployments whose pods have the label `app` with their name. Each gets the whole load. */
  readonly names: readonly string[];
  /** True if the pods of all Deployments share one load, like those of one application; default false. */
  readonly isOne?: boolean;
  readonly resource: LoadedResource;
}

export interface RunningPod {
  readonly metadata?: {
    readonly name?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

export const isReady = ({ metadata, status }: RunningPod): boolean =>
  metadata?.deletionTimestamp === undefined &&
  (status?.conditions?.some(({ type, status: value }) => type === "Ready" && value === "True") ??
    false);

/** A load on Deployments, shared by the ready pods of each: the more pods, the less load for each. */
export class Load {
  readonly #cluster: ApiTarget;
  readonly #pods: string;
  readonly #loaded: Loaded;
  #isOver = false;
  /** For all pods of a Deployment together. */
  total: number;

  constructor(cluster: ApiTarget, loaded: Loaded, total: number) {
    this.#cluster = cluster;
    this.#pods = `/api/v1/namespaces/${loaded.namespace}/pods`;
    this.#loaded = loaded;
    this.total = total;
  }

  /** Runs until `stop`. */
  async run(): Promise<void> {
    while (!this.#isOver) {
      await this.share();
      await sleep(pauseMs);
    }
  }

  stop(): void {
    this.#isOver = true;
  }

  /** Distributes the load to the currently ready pods, for all Deployments at once. */
  async share(): Promise<void> {
    const { names, resource, isOne = false } = this.#loaded;
    const query = `?labelSelector=${encodeURIComponent(`app in (${names.join(",")})`)}`;
    const { items = [] } = await mustRequest(this.#cluster, "GET", this.#pods + query);
    const ready = (items as readonly RunningPod[]).filter(isReady);
    const annotation = usageAnnotation(resource);
    const due = (isOne ? [names] : names.map(name => [name])).flatMap(those => {
      const mine = ready.filter(({ metadata }) => those.includes(metadata?.labels?.["app"] ?? ""));
      const usage = `${shareOf(this.total, mine.length)}${loadUnits[resource]}`;
      const changed = mine.filter(({ metadata }) => metadata?.annotations?.[annotation] !== usage);
      return changed.map(pod => ({ pod: pod.metadata?.name ?? "", usage }));
    });
    await Promise.all(
      due.map(({ pod, usage }) =>
        annotatePod(this.#cluster, `${this.#pods}/${pod}`, { [annotation]: usage }),
      ),
    );
  }
}

/** Sets annotations of a pod, unless it has been deleted since the caller listed it. */
export async function annotatePod(
  cluster: ApiTarget,
  path: string,
  annotations: Readonly<Record<string, string>>,
): Promise<void> {
  const metadata = { annotations };
  const { code, text } = await apiRequest(cluster, "PATCH", path, { metadata });
  if (code >= 400 && code !== 404) throw new Error(`PATCH ${path}: ${code} ${text}`);
}
