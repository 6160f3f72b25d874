import { setTimeout as sleep } from "node:timers/promises";

import { apiRequest, mustRequest, type ApiTarget } from "../../../hack/cluster/api.ts";
import { isReady, type RunningPod } from "../../../hack/cluster/operator/load.ts";
import type { MetricsApi } from "../../../hack/cluster/operator/metrics-api.ts";
import { autoscalersPath, rolloutsPath, targetPercent, type Strategy } from "./objects.ts";

/** The usage of a pod without traffic. */
const idleMilli = 20;

/** The pods that a load needs: each has its idle usage, and the target allows the rest. */
export const podsFor = (load: number): number => Math.ceil(load / (targetPercent - idleMilli));

export interface Sample {
  /** Seconds since the start of the scene. */
  readonly at: number;
  readonly replicas: number;
  /** What `/scale` shows as status.replicas: status.HPAReplicas. */
  readonly reported: number;
  /** status.currentReplicas of its Autoscaler; null: it has none. */
  readonly current: number | null;
  readonly pods: number;
  readonly needed: number;
  readonly phase: string;
  /** Whether the hashes of the current and the stable version differ. */
  readonly isRolling: boolean;
}

interface Autoscaled {
  readonly status?: { readonly currentReplicas?: number };
}

interface Rollout {
  readonly spec: { readonly replicas: number };
  readonly status?: RolloutStatus;
}

interface RolloutStatus {
  readonly HPAReplicas?: number;
  readonly phase?: string;
  readonly currentPodHash?: string;
  readonly stableRS?: string;
  readonly blueGreen?: { readonly activeSelector?: string };
  readonly canary?: { readonly weights?: { readonly canary?: { readonly weight?: number } } };
}

export interface About {
  readonly namespace: string;
  /** Of the Rollout and of what scales it. */
  readonly name: string;
  readonly strategy: Strategy;
}

/** The traffic on one Rollout, and what becomes of its counts. */
export class Traffic {
  readonly samples: Sample[] = [];
  readonly #cluster: ApiTarget;
  readonly #usages: Map<string, number>;
  readonly #about: About;
  readonly #started = performance.now();
  /** Millicores for all pods together. */
  load: number;

  constructor(cluster: ApiTarget, metrics: MetricsApi, about: About, load: number) {
    this.#cluster = cluster;
    this.#about = about;
    this.load = load;
    this.#usages = usagesIn(metrics, about.namespace);
  }

  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#share();
      await sleep(700);
    }
  }

  get latest(): Sample | undefined {
    return this.samples.at(-1);
  }

  async #share(): Promise<void> {
    const { namespace, name } = this.#about;
    const query = `?labelSelector=app%3D${name}`;
    const [{ items = [] }, object, autoscaler] = await Promise.all([
      mustRequest(this.#cluster, "GET", `/api/v1/namespaces/${namespace}/pods${query}`),
      mustRequest(this.#cluster, "GET", `${rolloutsPath(namespace)}/${name}`),
      apiRequest(this.#cluster, "GET", `${autoscalersPath(namespace)}/${name}`),
    ]);
    const rollout = object as unknown as Rollout;
    const pods = (items as readonly RunningPod[]).filter(
      ({ metadata }) => metadata?.deletionTimestamp === undefined,
    );
    for (const [pod, share] of this.#sharesAmong(rollout, pods)) {
      this.#usages.set(pod, idleMilli + share);
    }
    const { HPAReplicas = 0, phase = "", currentPodHash, stableRS } = rollout.status ?? {};
    this.samples.push({
      at: Math.round((performance.now() - this.#started) / 1000),
      ...{ replicas: rollout.spec.replicas, reported: HPAReplicas, pods: pods.length, phase },
      current: (JSON.parse(autoscaler.text) as Autoscaled).status?.currentReplicas ?? null,
      needed: podsFor(this.load),
      isRolling: Boolean(stableRS) && currentPodHash !== stableRS,
    });
  }

  /** The traffic of each pod: only pods that are ready have any. */
  #sharesAmong({ status = {} }: Rollout, pods: readonly RunningPod[]): Map<string, number> {
    const versionOf = (pod: RunningPod): string =>
      this.#about.strategy === "canary" ? "" : hashOf(pod);
    const ready = pods.filter(isReady);
    const shares = new Map(pods.map(({ metadata }) => [metadata?.name ?? "", 0]));
    for (const version of new Set(ready.map(versionOf))) {
      const group = ready.filter(pod => versionOf(pod) === version);
      const share = Math.round((this.load * this.#weightOf(version, status)) / group.length);
      for (const { metadata } of group) shares.set(metadata?.name ?? "", share);
    }
    return shares;
  }

  /** The share of the traffic that the pods of a version have together. */
  #weightOf(hash: string, { canary, blueGreen, currentPodHash, stableRS }: RolloutStatus): number {
    const { strategy } = this.#about;
    if (strategy === "canary") return 1;
    if (strategy === "blue/green") return Number(hash === blueGreen?.activeSelector);
    if (currentPodHash === stableRS) return Number(hash === stableRS);
    const weight = (canary?.weights?.canary?.weight ?? 0) / 100;
    return hash === currentPodHash ? weight : 1 - weight;
  }
}

const hashOf = ({ metadata }: RunningPod): string =>
  metadata?.labels?.["rollouts-pod-template-hash"] ?? "";

const perNamespace = new Map<string, Map<string, number>>();

function usagesIn(metrics: MetricsApi, namespace: string): Map<string, number> {
  const known = perNamespace.get(namespace);
  if (known) return known;
  const usages = new Map<string, number>();
  perNamespace.set(namespace, usages);
  metrics.in(namespace).usageOf = ({ name }) => usages.get(name) ?? null;
  return usages;
}
