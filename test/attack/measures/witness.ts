import { setTimeout as sleep } from "node:timers/promises";

import { apiRequest, type ApiTarget } from "../../../hack/cluster/api.ts";
import { createDeployment, createScaler } from "../../../hack/cluster/operator/workloads.ts";
import type { Others } from "../setup/others.ts";
import { scalersIn } from "../part.ts";
import { sharedQuery, sharedSource } from "../setup/sources.ts";

/** How often the metric of another tenant was looked at, and how often it had failed. */
export interface Witnessed {
  readonly looks: number;
  readonly failed: number;
}

const name = "witness";
const pauseMs = 1_000;

/** An object of another tenant whose metric comes from a source that the attacker uses, too. */
export async function createWitness(
  cluster: ApiTarget,
  { namespaces: [namespace = ""] }: Others,
  periodSeconds: number,
): Promise<void> {
  const target = { type: "AverageValue", averageValue: "7" };
  await createDeployment(cluster, namespace, name, 1, { paused: true });
  await createScaler(cluster, namespace, name, {
    ...{ minReplicas: 1, maxReplicas: 3, syncPeriodSeconds: periodSeconds },
    metrics: [
      { type: "Prometheus", prometheus: { source: sharedSource, query: sharedQuery, target } },
    ],
  });
}

/** Looks at its status until aborted. */
export async function watchWitness(
  cluster: ApiTarget,
  { namespaces: [namespace = ""] }: Others,
  signal: AbortSignal,
): Promise<Witnessed> {
  let looks = 0;
  let failed = 0;
  while (!signal.aborted) {
    const { code, body } = await apiRequest(cluster, "GET", `${scalersIn(namespace)}/${name}`);
    const { decision } = (body as { status?: { decision?: Decided } }).status ?? {};
    if (code === 200 && decision) {
      looks += 1;
      if (decision.votes?.some(({ type }) => type === "Failed")) failed += 1;
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return { looks, failed };
}

interface Decided {
  readonly votes?: readonly { readonly type?: string }[];
}
