// cli/simulate/proportional/: a ClusterProportionalAutoscaler over a series of cluster sizes.
// cli/simulate/ and cli/convert/prove/ import it.

import { isDeepStrictEqual } from "node:util";

import { syncProportionalTarget } from "../../../engine/sync.ts";
import type { ClusterSize } from "../../../engine/observation/cluster-size.ts";
import { within } from "../../../engine/pipeline/stages/bound.ts";
import type { Decision } from "../../../engine/pipeline/decision.ts";
import { noPauses } from "../../../engine/pause/pauses.ts";
import type {
  ProportionalParameters,
  ProportionalProfile,
} from "../../../engine/recommend/proportional/parameters.ts";
import { proportionalBounds } from "../../../engine/recommend/proportional/proportional.ts";
import type { EpochMs } from "../../../engine/result.ts";
import { type Behavior, proportionalBehavior } from "../../../engine/spec/defaults.ts";
import { emptyMemory } from "../../../engine/transition.ts";
import type { Load } from "../load/load.ts";
import { Tally } from "../measures/tally.ts";
import type { Candidate, Kept, Simulated } from "../result.ts";
import { LoadCursor } from "../world/load-cursor.ts";
import { SimulatedTarget } from "../world/target.ts";
import { sizeAt, type SizePlan } from "./cluster-sizes.ts";

/** An object to simulate, as plain data. */
export interface ProportionalObject {
  readonly name: string;
  readonly kind: string;
  readonly algorithm: ProportionalProfile;
  readonly parameters: ProportionalParameters;
  readonly behavior: Behavior;
}

/** Plain data for a worker. */
export interface ProportionalJob {
  readonly object: ProportionalObject;
  readonly plan: SizePlan;
  /** At the start; absent: what the first size of the cluster asks for. */
  readonly replicas?: number | undefined;
}

/**
 * Decides as the operator does: whenever a size changes that counts, and when a decision says that time alone
 * may change it.
 */
export function runProportional(job: ProportionalJob, load: Load, kept: Kept): Simulated {
  const { object, plan, replicas } = job;
  const { name, kind, algorithm } = object;
  const cursor = new LoadCursor(load);
  const start = load.times[0] ?? 0;
  cursor.advance(start);
  let size = sizeAt(plan, column => cursor.value(column));
  const initialReplicas = replicas ?? askedAtOnce(object, size);
  const target = new SimulatedTarget(initialReplicas, kept);
  const tally = new Tally(1);
  let due = decide(target, object, { now: start, size });
  for (let now = start; now < load.end;) {
    const until = Math.min(cursor.next, due, load.end);
    if (!cursor.isGap) tally.add({ from: now, durationMs: until - now, ...spanOf(target, object) });
    now = until;
    cursor.advance(now);
    const next = sizeAt(plan, column => cursor.value(column));
    if (now >= load.end || (now < due && isDeepStrictEqual(next, size))) continue;
    size = next;
    due = decide(target, object, { now, size });
  }
  const { replicaHours, changes, oscillations, worst } = tally.measures(target.changes);
  return {
    ...{ name, kind, algorithm, initialReplicas, changes: target.changes },
    measures: { replicaHours, changes, oscillations, worst },
    ...{ ready: [], bounds: boundsOf(object, start) },
  };
}

/** Returns when to decide again even if the size stays the same. */
function decide(
  target: SimulatedTarget,
  object: ProportionalObject,
  at: { readonly now: EpochMs; readonly size: ClusterSize },
): EpochMs {
  const sync = { ...settingsOf(object), ...at, currentReplicas: target.replicas };
  const synced = syncProportionalTarget(target.memory, sync);
  target.apply(synced, at.now);
  const due = synced.outcome?.due ?? Infinity;
  return due > at.now ? due : Infinity;
}

/** What holds from now on: the replicas that the cluster asks for, and those that there are. */
function spanOf({ decision, replicas }: SimulatedTarget, object: ProportionalObject) {
  const load = decision ? askedBy(decision, object) : replicas;
  return { load, ready: replicas, replicas, decision };
}

const settingsOf = ({ algorithm: profile, parameters, behavior }: ProportionalObject) =>
  ({ uid: "", mode: "Active", parameters, profile, behavior, pauses: noPauses }) as const;

/** The size that the votes ask for, within the bounds, before any stage makes it wait. */
function askedBy({ from, steps }: Decision, { parameters, algorithm }: ProportionalObject): number {
  const asked = steps.find(({ step }) => step === "combine")?.after ?? from;
  const bounds = proportionalBounds(parameters, algorithm);
  if (!bounds) return asked;
  const { minReplicas: atLeast, maxReplicas } = bounds;
  return within(asked, { atLeast, ...(maxReplicas === null ? {} : { atMost: maxReplicas }) });
}

/** What a target without a past gets, as in a recorded case. */
function askedAtOnce(object: ProportionalObject, size: ClusterSize): number {
  const behavior = proportionalBehavior({}, object.algorithm);
  const sync = { ...settingsOf(object), behavior, now: 0, size, currentReplicas: 0 };
  return syncProportionalTarget(emptyMemory, sync).outcome?.decision.to ?? 0;
}

/** Bounds that can be drawn: a ladder has none, and a linear object may have no maximum. */
function boundsOf({ parameters }: ProportionalObject, time: EpochMs): Candidate["bounds"] {
  if (parameters.mode === "ladder" || parameters.maxReplicas === 0) return [];
  return [{ time, min: parameters.minReplicas, max: parameters.maxReplicas }];
}
