import { type Decision, winnerOf } from "../../../engine/model/decision.ts";
import type { Pod } from "../../../engine/model/observation/pod.ts";
import type { DefaultedSpec } from "../../../engine/spec/defaults.ts";
import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { SimulatedObject } from "../objects.ts";

/** Only these fields: each other one has a memory of its own, or looks at the clock. */
const plainFields: ReadonlySet<string> = new Set([
  ...["scaleTargetRef", "minReplicas", "maxReplicas", "metrics", "behavior"],
  ...["algorithm", "syncPeriodSeconds"],
]);

/** Whether all that a sync of the object depends on is its one metric, its pods, and earlier recommendations. */
export const isPlain = ({ spec, algorithm }: SimulatedObject): boolean =>
  algorithm === "HPA-1.36" &&
  spec.metrics?.length === 1 &&
  (spec.minReplicas ?? 1) > 0 &&
  Object.entries(spec).every(([field, value]) => value === undefined || plainFields.has(field));

type Bounds = Pick<DefaultedSpec, "minReplicas" | "maxReplicas">;
type Reason = "Kept" | "AtMinimum" | "AtMaximum";

/** Why a decision leaves the count as it is, if neither a window nor a policy has any part in it; null: it does not. */
function reasonOf(
  { from, to, votes }: Decision,
  { minReplicas, maxReplicas }: Bounds,
): Reason | null {
  const asked = winnerOf(votes)?.replicas;
  if (from !== to || asked === undefined) return null;
  if (asked === to) return "Kept";
  if (asked < to && to === minReplicas) return "AtMinimum";
  return asked > to && to === maxReplicas ? "AtMaximum" : null;
}

/**
 * Leaves out syncs that cannot change the count. The replicas that a metric asks for never fall when its value rises, so
 * if the same pods were left as they are at two values for the same reason, they are at all values between.
 *
 * What such a sync recommends stays in the windows. The last one that was left out stands for those before it, because a
 * window contains it for longest; so it has to be made up for before the next sync.
 */
export class QuietSyncs {
  readonly #bounds: Bounds;
  #pods: readonly Pod[] | null = null;
  #reason: Reason | null = null;
  #low = Infinity;
  #high = -Infinity;
  #missed: EpochMs | null = null;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Whether the sync may be left out. value: of the metric, for each of the pods. */
  leavesOut(now: EpochMs, pods: readonly Pod[], value: number): boolean {
    const isQuiet = pods === this.#pods && value >= this.#low && value <= this.#high;
    if (isQuiet) this.#missed = now;
    return isQuiet;
  }

  /** The sync to make up for; null: none was left out. */
  takeMissed(): EpochMs | null {
    const missed = this.#missed;
    this.#missed = null;
    return missed;
  }

  /** What a sync decided. value: null if it does not count alike for all pods. */
  note(decision: Decision, pods: readonly Pod[], value: number | null): void {
    const reason = value === null ? null : reasonOf(decision, this.#bounds);
    if (pods !== this.#pods || reason !== this.#reason || value === null) {
      [this.#pods, this.#reason, this.#low, this.#high] = [pods, reason, Infinity, -Infinity];
    }
    if (reason === null || value === null) return;
    this.#low = Math.min(this.#low, value);
    this.#high = Math.max(this.#high, value);
  }
}
