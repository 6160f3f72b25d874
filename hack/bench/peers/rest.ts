import { setTimeout as sleep } from "node:timers/promises";

import { mustRequest, type ApiObject } from "../../cluster/api.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { controlPlanePids } from "../../cluster/pids.ts";
import { measureBusy } from "../../host/busy.ts";
import type { Contender } from "./contender.ts";

/** Waits until all pods of the Deployments run and metrics-server has a sample of each. */
export async function untilAllRun(cluster: Cluster, keys: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const { items = [] } = await mustRequest(cluster, "GET", "/apis/metrics.k8s.io/v1beta1/pods");
    if (items.length >= 2 * keys.length) return;
    await sleep(2_000);
  }
  throw new Error("metrics-server has no samples of all pods after four minutes");
}

/** Whether an autoscaler has had metrics and has decided. */
function isDecided({ status }: ApiObject): boolean {
  const { conditions = [] } = (status ?? {}) as {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
  return conditions.some(each => each.type === "ScalingActive" && each.status === "True");
}

/** Waits until all objects exist and their condition ScalingActive is true, for at most five minutes. */
export async function untilDecided(
  cluster: Cluster,
  { all, name }: Pick<Contender, "all" | "name">,
  objects: number,
): Promise<void> {
  const counts = { existing: 0, decided: 0 };
  for (const giveUpAt = performance.now() + 300_000; performance.now() < giveUpAt;) {
    const { items = [] } = await mustRequest(cluster, "GET", all);
    counts.existing = items.length;
    counts.decided = items.filter(isDecided).length;
    if (counts.existing === objects && counts.decided === objects) return;
    // More often, the requests of many objects would slow down the contender.
    await sleep(objects < 500 ? 500 : 2_000);
  }
  const { existing, decided } = counts;
  throw new Error(
    `${name} has ${existing} of ${objects} objects and has decided on ${decided} after five minutes`,
  );
}

/** Hardware threads by which a small cluster that is at rest differs from one 10 s to the next. */
const noise = 0.02;

/**
 * Waits until the control plane uses about the same CPU time as 10 s or 30 s before, for at most two minutes:
 * the writes of new objects cause more work for a while. KEDA looks at each object every 30 s.
 */
export async function untilQuiet(cluster: Cluster): Promise<void> {
  const used: number[] = [];
  for (let tries = 0; tries < 12; tries++) {
    const busy = measureBusy(controlPlanePids(cluster));
    await sleep(10_000);
    const now = Object.values(busy()).reduce((total, each) => total + each, 0);
    const before = [used.at(-1), used.at(-3)].filter(each => each !== undefined);
    if (before.some(each => Math.abs(now - each) < Math.max(0.1 * each, noise))) return;
    used.push(now);
  }
}
