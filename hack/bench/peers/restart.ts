import { setTimeout as sleep } from "node:timers/promises";

import { mustRequest, forEachConcurrently, type ApiObject } from "../../cluster/api.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { startedAt } from "../../host/processes.ts";
import type { Contender, Running } from "./contender.ts";
import { reactionsTo, untilAnswered, type Reactions } from "./sent.ts";
import { raisedUsage, raiseLoad } from "./workloads.ts";

/** An autoscaler that has not written a scale after four of its periods is not waited for. */
const reactsWithinMs = 60_000;

/** The load of these Deployments rises while the autoscaler does not run: how long after its start it scales them. */
export async function measureRestart(
  cluster: Cluster,
  { userAgents }: Pick<Contender, "userAgents">,
  { halt, resume }: Pick<Running, "halt" | "resume">,
  keys: readonly string[],
): Promise<Reactions> {
  await halt();
  await forEachConcurrently(keys, key => raiseLoad(cluster, key));
  await untilVisible(cluster, keys);
  const at = startedAt(await resume());
  const changes = keys.map(key => ({ key, at }));
  const since = new Date(at);
  const sent = await untilAnswered(cluster, userAgents, changes, {
    since,
    withinMs: reactsWithinMs,
  });
  return reactionsTo(changes, sent);
}

type PodMetrics = ApiObject & {
  readonly containers?: readonly { readonly usage: { readonly cpu: string } }[];
};

/** Waits until metrics-server reports the raised load of these Deployments. */
async function untilVisible(cluster: Cluster, keys: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    const { items = [] } = await mustRequest(cluster, "GET", "/apis/metrics.k8s.io/v1beta1/pods");
    const raised = (items as readonly PodMetrics[]).filter(({ containers = [] }) =>
      containers.some(({ usage }) => millicores(usage.cpu) > 0.95 * raisedUsage),
    );
    const shown = new Set(
      raised.map(
        ({ metadata }) => `${metadata?.namespace ?? ""}/${metadata?.labels?.["app"] ?? ""}`,
      ),
    );
    if (keys.every(key => shown.has(key))) return;
    await sleep(2_000);
  }
  throw new Error("metrics-server does not report the raised load after two minutes");
}

const factors: Readonly<Record<string, number>> = { n: 1e-6, u: 1e-3, m: 1, "": 1_000 };

/** `75m`, `75000000n` */
export function millicores(quantity: string): number {
  const [, number = "", unit = ""] = /^(\d+)([num]?)$/.exec(quantity) ?? [];
  return number === "" ? NaN : Number(number) * (factors[unit] ?? NaN);
}
