import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { AutoscalerSpec } from "../../engine/model/spec/autoscaler-spec.ts";
import { runs } from "../../engine/testing/runs.ts";
import { World } from "../world/world.ts";
import { rarely } from "./walk.ts";

/** What one replica bears, and how far a value may exceed it without a change. */
const perReplica = 5;
const tolerance = 1.1;
const maxReplicas = 12;

/** One sync, and the events before it. The load and the clock last for several syncs. */
interface Sync {
  readonly queue: number;
  /** How far the operator's clock is ahead, in seconds. */
  readonly skew: number;
  readonly mode: World["mode"];
  readonly fails: boolean;
  /** One in this many pods has no sample; 0: all have one. */
  readonly unmeasured: number;
  readonly restarts: boolean;
  /** Counts that a person and a deployment tool write. */
  readonly person: number | null;
  readonly tool: number | null;
  readonly announces: boolean | null;
}

const sync = fc.record({
  fails: rarely(fc.constant(true), false),
  unmeasured: rarely(fc.integer({ min: 1, max: 3 }), 0),
  restarts: rarely(fc.constant(true), false),
  person: rarely(fc.integer({ min: 1, max: 12 }), null),
  tool: rarely(fc.nat(12), null),
  announces: rarely(fc.boolean(), null),
});

const walk: fc.Arbitrary<readonly Sync[]> = fc
  .array(
    fc.record({
      queue: fc.constantFrom(0, 3, 20, 40, 60),
      skew: rarely(fc.constantFrom(-3_600, -200, 200, 3_600), 0),
      mode: rarely(fc.constantFrom("Paused" as const, "DryRun" as const), "Active" as const),
      syncs: fc.array(sync, { minLength: 1, maxLength: 10, size: "max" }),
    }),
    { minLength: 2, maxLength: 8, size: "max" },
  )
  .map(parts => parts.flatMap(({ syncs, ...part }) => syncs.map(one => ({ ...part, ...one }))));

const byQueue = { type: "External", external: { metric: { name: "queue" } } } as const;
const byPods = { type: "Pods", pods: { metric: { name: "queue" } } } as const;
const perPod = { type: "AverageValue", averageValue: String(perReplica) };
const queueMetric = { ...byQueue, external: { ...byQueue.external, target: perPod } };
const podsMetric = { ...byPods, pods: { ...byPods.pods, target: perPod } };
const threshold = (
  comparison: string,
  value: string,
  increment: number,
  metric: object = byQueue,
) => ({
  name: increment > 0 ? "busy" : "idle",
  type: "Value",
  value: { metric, comparison, value, durationSeconds: 30, increment },
});
const all = { selector: { matchLabels: { part: "of-it" } } };
const steps = [{ type: "Pods", value: 100, periodSeconds: 15 }];

/** Every spec may grow at once: what delays a scale-up on request is not what this is about. */
const specs = fc
  .record({
    behavior: fc.record({
      scaleUp: fc.constant({ policies: steps }),
      scaleDown: fc.constantFrom({}, { stabilizationWindowSeconds: 0 }),
    }),
    rollout: fc.constantFrom(null, { scaleDown: "Hold", maxHoldSeconds: 120 }),
    monitorSelectors: fc.constantFrom(null, [all]),
    targetSelector: fc.constantFrom(null, all),
    thresholds: fc.constantFrom(
      [],
      [threshold("GreaterThan", "30", 2)],
      [threshold("LessThan", "10", -3)],
      [threshold("GreaterThan", "30", 1), threshold("LessThan", "30", -1)],
      [threshold("GreaterThan", "7", 1, byPods), threshold("LessThan", "3", -2, byPods)],
    ),
    metrics: fc.constantFrom([queueMetric], [podsMetric]),
  })
  .map(drawn => ({ minReplicas: 1, maxReplicas, ...drawn }) as unknown as AutoscalerSpec);

const isOfPods = ({ metrics }: AutoscalerSpec): boolean => metrics?.[0]?.type === "Pods";

/** The replicas that the load needs: fewer would be beyond the tolerance. */
const needed = (queue: number): number =>
  Math.min(maxReplicas, Math.ceil(queue / (perReplica * tolerance)));

/** Whether the data of a sync are good: old ones are none (ADR 12), of pods after 45 s. */
const isGood = ({ fails, unmeasured, skew, mode }: Sync, spec: AutoscalerSpec): boolean =>
  !fails && mode === "Active" && (isOfPods(spec) ? skew < 45 && unmeasured === 0 : skew < 300);

const isStopped = ({ replicas, writer }: World["target"]): boolean =>
  replicas === 0 && writer === "Other";

/** Whether the load is that of the sync before, and no other client changes the size. */
const isCalm = ({ queue, person, tool }: Sync, before: Sync | undefined): boolean =>
  queue === before?.queue && person === null && tool === null;

/**
 * The syncs after which the workloads have fewer replicas than their load needs. A metric of pods needs
 * one sync more than a total: the samples of the first one show only the pods that were there.
 */
function overloads(spec: AutoscalerSpec, syncs: readonly Sync[]): string[] {
  const world = new World({ spec, workloads: { web: 3, canary: 0 }, load: { queue: 0 } });
  let good = 0;
  return syncs.flatMap((one, index) => {
    // Next to a workload that takes part of the load and is not monitored, the need is not known.
    befall(world, spec.monitorSelectors || !isOfPods(spec) ? one : { ...one, tool: null });
    world.pass(15);
    if (one.mode === "Paused") world.look();
    else decide(world);
    const { target, others } = world;
    good = isGood(one, spec) && !isStopped(target) ? good + 1 : 0;
    const isShown = isOfPods(spec) ? good > 1 && isCalm(one, syncs[index - 1]) : good > 0;
    if (!isShown) return [];
    const total = [target, ...others].reduce((sum, { replicas }) => sum + replicas, 0);
    const least = needed(one.queue);
    return total < least ? [`sync ${index}: ${total} replicas, ${least} are needed`] : [];
  });
}

/** Decides, and again in a second if the decision asks for it: another workload may be the target then. */
function decide(world: World): void {
  const { wakeAt } = applied(world);
  if (!wakeAt || wakeAt > world.operatorNow + 1_000) return;
  world.pass(1);
  applied(world);
}

function applied(world: World) {
  const outcome = world.decide();
  world.apply(outcome);
  return outcome;
}

function befall(world: World, { queue, skew, mode, fails, unmeasured, ...events }: Sync): void {
  Object.assign(world, { load: { queue }, skewMs: skew * 1_000, mode });
  const pods = unmeasured === 0 ? [] : world.measured().readyPods;
  const without = pods.filter((_, pod) => pod % unmeasured === 0);
  world.trouble = { failing: new Set(fails ? ["queue"] : []), unmeasured: new Set(without) };
  if (events.restarts) world.restart();
  if (events.person !== null) world.scaleByHand(events.person);
  if (events.tool !== null) world.scaleByHand(events.tool, world.workload("canary"));
  if (events.announces !== null) world.workload("canary").isAnnounced = events.announces;
}

describe("all features together", () => {
  it("leave no load without replicas once its data are good", () => {
    const property = fc.property(specs, walk, (spec, syncs) => {
      expect(overloads(spec, syncs)).toEqual([]);
    });
    fc.assert(property, runs(150));
  });
});
