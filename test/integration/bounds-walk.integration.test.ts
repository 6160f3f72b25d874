import { setTimeout as sleep } from "node:timers/promises";

import fc from "fast-check";
import { expect } from "vitest";

import type { Autoscaler } from "../../crds/generated/autoscaler.ts";
import type { ApiObject } from "../../hack/cluster/api.ts";
import type { AuditEvent } from "../../hack/cluster/audit.ts";
import { draw } from "../faults/load-script.ts";
import { storedPatches } from "./cluster/audit.ts";
import { asWanted, becomes, upAtOnce, want } from "./wanted-count.ts";
import { it, type Workloads } from "./cluster/workloads.ts";

/** Determines the loads, the bounds and the pauses; SEED repeats them. */
const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const steps = 16;

interface Bounds {
  readonly minReplicas: number;
  readonly maxReplicas: number;
}

const bounds = fc
  .record({ least: fc.integer({ min: 1, max: 8 }), room: fc.nat(5) })
  .map(({ least, room }): Bounds => ({ minReplicas: least, maxReplicas: least + room }));
const step = fc.record({
  bounds: fc.option(bounds),
  wanted: fc.option(fc.integer({ min: 1, max: 16 })),
  // About one period, so that edits happen before, during and after a decision.
  pauseMs: fc.integer({ min: 0, max: 4_000 }),
});

const behavior = { ...asWanted.behavior, scaleUp: upAtOnce };

const versionOf = (object: Pick<ApiObject, "metadata">): bigint =>
  BigInt(object.metadata?.resourceVersion ?? 0);
const inOrder = <T extends ApiObject>(patches: readonly AuditEvent[]): T[] =>
  patches
    .map(({ responseObject }) => responseObject as T)
    .sort((a, b) => (versionOf(a) < versionOf(b) ? -1 : 1));

type Scale = ApiObject & { readonly spec: { readonly replicas?: number } };

/**
 * Each count that the operator wrote, with the bounds of the object when the operator announced
 * it. The API server stores an announcement only for the version that the operator has seen.
 */
async function writesWithBounds(workloads: Workloads) {
  const announcements = inOrder<Autoscaler & ApiObject>(await storedPatches(workloads, "status"));
  const scales = inOrder<Scale>(await storedPatches(workloads, "scale"));
  return scales.map(scale => {
    const replicas = scale.spec.replicas ?? 0;
    const announced = announcements.findLast(
      object =>
        versionOf(object) < versionOf(scale) && object.status?.history?.pending?.to === replicas,
    );
    const { minReplicas = NaN, maxReplicas = NaN } = announced?.spec ?? {};
    return { replicas, minReplicas, maxReplicas };
  });
}

const isOutside = ({ replicas, minReplicas, maxReplicas }: Bounds & { replicas: number }) =>
  !(replicas >= minReplicas && replicas <= maxReplicas);

it(`every written count is within the current bounds, SEED=${seed}`, async ({ workloads }) => {
  await workloads.run("web", { replicas: 3, usage: {} });
  await want(workloads, 3);
  await workloads.scaler("web", { ...asWanted, behavior, minReplicas: 1, maxReplicas: 16 });
  for (const { bounds: edited, wanted, pauseMs } of draw(step, seed, steps)) {
    if (edited) await workloads.editScaler("web", edited);
    if (wanted !== null) await want(workloads, wanted);
    await sleep(pauseMs);
  }
  // For any random values, one of the bounds determines the count.
  await want(workloads, 16);
  await workloads.editScaler("web", { minReplicas: 1, maxReplicas: 4 });
  await becomes(workloads, 4);
  await want(workloads, 1);
  await workloads.editScaler("web", { minReplicas: 6, maxReplicas: 8 });
  await becomes(workloads, 6);

  const writes = await writesWithBounds(workloads);
  expect(writes.length).toBeGreaterThan(1);
  expect(writes.filter(isOutside)).toEqual([]);
});
