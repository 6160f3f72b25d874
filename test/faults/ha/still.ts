import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "vitest";

import type { AutoscalerStatus } from "../../../crds/generated/autoscaler.ts";
import { forEachConcurrently, mustRequest } from "../../../hack/cluster/api.ts";
import type { UsageOf } from "../../../hack/cluster/operator/metrics-api.ts";
import { createBusy, createScaler, scalerStatus } from "../cluster/busy-place.ts";
import { deploymentPath, type Place } from "../cluster/fault-cluster.ts";

const busy = 1_000;

/**
 * Targets that must not change, whichever replica leads and whatever fails, and the usage of their pods: each
 * has every reason to scale except one.
 */
export const stillTargets = [
  { name: "dark", replicas: 5, spec: {}, usage: null, shows: "no data argues for less (I2)" },
  { name: "dry", replicas: 3, spec: { mode: "DryRun" }, usage: busy, shows: "DryRun (I7)" },
  { name: "paused", replicas: 3, spec: { mode: "Paused" }, usage: busy, shows: "Paused (I7)" },
  { name: "asleep", replicas: 0, spec: {}, usage: busy, shows: "a zero of a person's (I7)" },
] as const;

export async function createStill(place: Place): Promise<void> {
  await forEachConcurrently(stillTargets, async ({ name, replicas, spec }) => {
    await createBusy(place, name, replicas);
    await createScaler(place, name, spec);
  });
}

/** The usage of these targets; `usageOf` for all others. */
export const withStill =
  (usageOf: UsageOf): UsageOf =>
  pod => {
    const still = stillTargets.find(({ name }) => name === pod.app);
    return still ? still.usage : usageOf(pod);
  };

export async function countsOfStill(place: Place): Promise<Record<string, number>> {
  const counts = await Promise.all(
    stillTargets.map(async ({ name }): Promise<[string, number]> => {
      const { spec } = await mustRequest(place.cluster, "GET", deploymentPath(place, name));
      return [name, (spec as { readonly replicas: number }).replicas];
    }),
  );
  return Object.fromEntries(counts);
}

/** A second Autoscaler for a target: it is younger and so never writes (I4). */
const rival = "rival";

export async function createRival(place: Place, target: string): Promise<void> {
  // creationTimestamp has a resolution of one second; on a tie, the smaller uid counts as older.
  await sleep(1_100);
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: target };
  await createScaler(place, rival, { scaleTargetRef, maxReplicas: 3 });
}

export async function expectRivalAtRest(place: Place): Promise<void> {
  const status: AutoscalerStatus = await scalerStatus(place, rival);
  const stalled = status.conditions?.find(({ type }) => type === "Stalled");
  expect(stalled).toMatchObject({ status: "True", reason: "ConflictingAutoscaler" });
  expect(status.lastScaleTime).toBeUndefined();
}
