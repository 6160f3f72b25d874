import { setTimeout as sleep } from "node:timers/promises";

import { apiRequest, mustRequest, type ApiTarget } from "../cluster/api.ts";
import { usageAnnotation } from "../operator/workloads.ts";

const mergePatch = "application/merge-patch+json";

interface RunningPod {
  readonly metadata?: {
    readonly name?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

const isReady = ({ status }: RunningPod): boolean =>
  status?.conditions?.some(({ type, status: value }) => type === "Ready" && value === "True") ??
  false;

/** A load on a Deployment that its ready pods share: the more there are, the less each has to do. */
export class Load {
  readonly #cluster: ApiTarget;
  readonly #pods: string;
  readonly #name: string;
  #isOver = false;
  /** In thousandths of a core, all pods together. */
  milli: number;

  constructor(cluster: ApiTarget, namespace: string, name: string, milli: number) {
    this.#cluster = cluster;
    this.#pods = `/api/v1/namespaces/${namespace}/pods`;
    this.#name = name;
    this.milli = milli;
  }

  /** Goes on until `stop`. */
  async run(): Promise<void> {
    while (!this.#isOver) {
      await this.#share();
      await sleep(1_000);
    }
  }

  stop(): void {
    this.#isOver = true;
  }

  async #share(): Promise<void> {
    const query = `?labelSelector=app%3D${this.#name}`;
    const { items = [] } = await mustRequest(this.#cluster, "GET", this.#pods + query);
    const ready = (items as readonly RunningPod[]).filter(isReady);
    const usage = `${Math.round(this.milli / Math.max(1, ready.length))}m`;
    const metadata = { annotations: { [usageAnnotation]: usage } };
    const changed = ready.filter(pod => pod.metadata?.annotations?.[usageAnnotation] !== usage);
    await Promise.all(changed.map(pod => this.#use(pod.metadata?.name ?? "", metadata)));
  }

  async #use(pod: string, metadata: object): Promise<void> {
    const path = `${this.#pods}/${pod}`;
    const answer = await apiRequest(this.#cluster, "PATCH", path, { metadata }, mergePatch);
    // Scaled away in between.
    if (answer.code === 404) return;
    if (answer.code !== 200) throw new Error(`PATCH ${path}: ${answer.code} ${answer.text}`);
  }
}
