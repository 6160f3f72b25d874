import type { EpochMs } from "../../engine/model/values/result.ts";
import { isTransient } from "../../kube/transport/errors.ts";
import { compareAndSwapReplicas } from "../../kube/api/scale.ts";
import type { Clock } from "../../kube/clock.ts";
import type { Transport } from "../../kube/transport/transport.ts";
import type { WriteFence } from "../leader/write-fence.ts";
import type { RemovalMarks } from "../pods/removal-marks.ts";
import { advance, type TargetState } from "./object-state.ts";
import {
  outcomeOf,
  wantsChange,
  type Pass,
  type PassObserver,
  type TargetWork,
} from "./target-work.ts";

export interface WritePorts {
  readonly transport: Transport;
  readonly writeFence: WriteFence;
  readonly clock: Clock;
  readonly marks: RemovalMarks;
  readonly observer: PassObserver;
}

/** Whether a count is to be written: the decision changes it, and this mode and this replica may. */
export function mayChange(
  { observer, writeFence }: WritePorts,
  { key, observed }: Pick<Pass, "key" | "observed">,
  work: TargetWork,
): boolean {
  if (!wantsChange(work)) return false;
  const isDryRun = observed.mode === "DryRun";
  if (!isDryRun && writeFence.mayWrite(key)) return true;
  withhold(observer, work, isDryRun ? "DryRun" : "NotOwner");
  return false;
}

/** Marks the change as pending, so that the history records it before the target changes. */
export function begin(work: TargetWork, now: EpochMs): void {
  const outcome = outcomeOf(work);
  if (!outcome) return;
  const { from, to } = outcome.decision;
  advance(work.state, { type: "WriteStarted", from, to, now });
}

/** Drops the pending change. The target is unchanged. */
export function abandon({ state }: TargetWork): void {
  advance(state, { type: "WriteEnded", result: "Refused" });
}

function withhold(observer: PassObserver, work: TargetWork, reason: "DryRun" | "NotOwner"): void {
  const outcome = outcomeOf(work);
  if (outcome) work.attempt = { kind: "Withheld", outcome, reason };
  observer.withheld(reason);
}

/**
 * Writes the decided count if the target has not changed since it was observed, and records the result in
 * `work`.
 */
export async function apply(
  { transport, writeFence, clock, observer, marks }: WritePorts,
  key: string,
  work: TargetWork,
): Promise<void> {
  const { observation, state } = work;
  const outcome = outcomeOf(work);
  if (observation.kind !== "found" || !outcome) return;
  const { uid, resourceVersion: tested } = observation.state;
  const { from, to } = outcome.decision;
  const swap = { uid, resourceVersion: tested, from, to };
  if (to < from) await order(marks, key, work);
  const mayWrite = () => writeFence.mayWrite(key);
  const swapped = await compareAndSwapReplicas(transport, observation.target, swap, mayWrite);
  if (swapped.ok) {
    advance(state, { type: "WriteEnded", result: "Done", now: clock.now() });
    const { resourceVersion } = swapped.value;
    state.written = { ref: work.ref, resourceVersion, at: clock.monotonic() };
    work.attempt = { kind: "Written", outcome };
    observer.wrote(key, work, null);
    return;
  }
  if (swapped.error.code === "Stopped") {
    abandon(work);
    withhold(observer, work, "NotOwner");
    return;
  }
  work.attempt = { kind: "Failed", outcome, error: swapped.error };
  // After a conflict, the count on the target may be our own: an earlier write whose response was lost.
  // Reconciler.#resolveConflicts reads the target and settles the write.
  if (swapped.error.code === "Conflict") return;
  // After a transient failure the result is unknown. The change stays pending until the target is read.
  const result = isTransient(swapped.error) ? "Unknown" : "Refused";
  advance(state, { type: "WriteEnded", result });
  observer.wrote(key, work, swapped.error);
}

type Marks = Pick<RemovalMarks, "order" | "clear">;

/** Marks the pods that the target is to lose first. A failure is reported, and the count is written all the same. */
async function order(marks: Marks, key: string, work: TargetWork): Promise<void> {
  const removal = outcomeOf(work)?.removal;
  const { observation, state } = work;
  if (!removal || observation.kind !== "found") return;
  const { mark } = removal;
  if (mark.length > 0) state.marked = [...new Set([...(state.marked ?? []), ...mark])];
  const problem = await marks.order(key, removal);
  if (problem !== null) work.unordered = problem;
}

/**
 * After the writes, which do not wait for it: clears the marks of pods that were not removed. In another mode
 * than Active, only those that this process has set: another object may scale the target and mark its pods.
 */
export async function tidyMarks(
  marks: Marks,
  { key, observed }: Pick<Pass, "key" | "observed">,
  work: TargetWork,
): Promise<void> {
  const { observation, state } = work;
  if (observation.kind !== "found") return;
  if (observed.mode !== "Active") {
    await forgetMarks(marks, key, state);
    return;
  }
  const outcome = outcomeOf(work);
  if (!outcome || outcome.decision.to < outcome.decision.from) return;
  delete state.marked;
  if (outcome.removal) await marks.clear(key, outcome.removal.clear);
}

/** Clears the marks that this process has set and has not seen gone. */
export async function forgetMarks(marks: Marks, key: string, state: TargetState): Promise<void> {
  const { marked } = state;
  if (!marked) return;
  delete state.marked;
  await marks.clear(key, marked);
}
