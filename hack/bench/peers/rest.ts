import { setTimeout as sleep } from "node:timers/promises";

import { mustRequest } from "../../cluster/api.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { controlPlanePids } from "../../cluster/pids.ts";
import { measureBusy } from "../../host/busy.ts";

/** Waits until all pods of the Deployments run and metrics-server has a sample of each. */
export async function untilAllRun(cluster: Cluster, keys: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const { items = [] } = await mustRequest(cluster, "GET", "/apis/metrics.k8s.io/v1beta1/pods");
    if (items.length >= 2 * keys.length) return;
    await sleep(2_000);
  }
  throw new Error("metrics-server has no samples of all pods after four minutes");
}

/**
 * Waits until the control plane uses about the same CPU time in two successive 10 s, for at most two minutes:
 * the writes of new objects cause more work for a while.
 */
export async function untilQuiet(cluster: Cluster): Promise<void> {
  let last = Infinity;
  for (let tries = 0; tries < 12; tries++) {
    const busy = measureBusy(controlPlanePids(cluster));
    await sleep(10_000);
    const now = Object.values(busy()).reduce((total, each) => total + each, 0);
    if (Math.abs(now - last) < 0.1 * last) return;
    last = now;
  }
}
