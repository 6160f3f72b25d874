import { isCorrection } from "../../engine/decide.ts";
import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import type { DecisionOutcome } from "../../engine/model/feature.ts";
import type { EpochMs } from "../../engine/model/values/result.ts";
import type { TargetReport, WriteOutcome } from "../../engine/status/targets/target-report.ts";
import { formatKubeError, kubeError, type KubeError } from "../../kube/transport/errors.ts";
import type { Inactive, ObservedSpec, Reading, ScalingObject, StatusOf } from "../resource.ts";
import type { TargetObservation } from "../targets/target-reader.ts";
import { advance, type ObjectState, type TargetState } from "./object-state.ts";

/** What a pass over one object has read, and how far it has come with each target. */
export interface Pass<Object extends ScalingObject = ScalingObject, Observed = ObservedSpec> {
  readonly key: string;
  readonly object: Object;
  readonly state: ObjectState<StatusOf<Object>>;
  readonly observed: Observed;
  readonly work: readonly TargetWork[];
}

export interface PassObserver {
  readonly decided: (key: string, work: TargetWork) => void;
  /** A decision changes the count, and the change is not written. */
  readonly withheld: (reason: "DryRun" | "NotOwner") => void;
  /** error is null if the write succeeded. */
  readonly wrote: (key: string, work: TargetWork, error: KubeError | null) => void;
}

export interface TargetWork {
  readonly ref: ScaleTargetRef;
  readonly state: TargetState;
  observation: TargetObservation;
  /** Null: there is nothing to measure, or no data yet. */
  reading: Reading | null;
  attempt: Attempt;
  /** Why pods were not marked to be removed first; absent: they were, or there was no reason to. */
  unordered?: string;
}

/**
 * How far a pass has come with one target.
 *
 * Observed  nothing is decided, at least not yet
 * Skipped   the target is left alone
 * Decided   the decision changes nothing, or its count is about to be written
 * Written   the decided count is on the target
 * Withheld  the decision changes the count, and this mode or this replica does not write it
 * Failed    the write failed, or may have failed
 */
export type Attempt =
  | { readonly kind: "Observed" }
  | { readonly kind: "Skipped"; readonly inactive: Inactive }
  | { readonly kind: "Decided" | "Written"; readonly outcome: DecisionOutcome }
  | {
      readonly kind: "Withheld";
      readonly outcome: DecisionOutcome;
      readonly reason: "DryRun" | "NotOwner";
    }
  | { readonly kind: "Failed"; readonly outcome: DecisionOutcome; readonly error: KubeError };

export const newWork = (
  ref: ScaleTargetRef,
  state: TargetState,
  observation: TargetObservation,
): TargetWork => ({
  ...{ ref, state, observation },
  reading: null,
  attempt: { kind: "Observed" },
});

/** Null: there is no decision. */
export const outcomeOf = ({ attempt }: TargetWork): DecisionOutcome | null =>
  "outcome" in attempt ? attempt.outcome : null;

/** Why the latest write failed, or may have failed; null: it did not. */
export const errorOf = ({ attempt }: TargetWork): KubeError | null =>
  attempt.kind === "Failed" ? attempt.error : null;

export function skip(work: TargetWork, inactive: Inactive): void {
  work.attempt = { kind: "Skipped", inactive };
}

export const isSkipped = ({ attempt }: TargetWork): boolean => attempt.kind === "Skipped";

export const hasConflict = (work: TargetWork): boolean => errorOf(work)?.code === "Conflict";

/**
 * Errors after which a pass must be retried: the target was unreachable, the result of a write is unknown, or
 * the write was refused (no event is sent when the cause is fixed).
 */
export const obstaclesOf = (work: readonly TargetWork[]): readonly KubeError[] =>
  work.flatMap(item => {
    const { observation } = item;
    return (observation.kind === "fault" ? observation.error : errorOf(item)) ?? [];
  });

/**
 * Settles a write that was refused because the target had changed since it was `tested`, after it was read
 * again.
 */
export function settleConflict(work: TargetWork, tested: TargetObservation, now: EpochMs): void {
  distinguishRefusal(work, tested);
  const { observation, state } = work;
  settleOnGone(state, observation);
  if (observation.kind !== "found") return;
  const { uid, replicas } = observation.state;
  advance(state, { type: "WriteEnded", result: "Conflict", found: { uid, replicas, now } });
}

/**
 * The API server refuses a write in the same way if the count has changed and if a policy or a schema does
 * not allow the new one. It was no conflict if the target is unchanged since it was tested.
 */
function distinguishRefusal(work: TargetWork, tested: TargetObservation): void {
  const { observation, attempt } = work;
  if (observation.kind !== "found" || tested.kind !== "found" || attempt.kind !== "Failed") return;
  const { outcome, error } = attempt;
  const { uid, replicas } = observation.state;
  if (uid !== tested.state.uid || replicas !== tested.state.replicas) return;
  // The test of the count did not fail: the object has another version.
  if (error.status !== 422) return;
  const remedy = "change what does not allow this count, or the count that is asked for";
  const refused = { ...kubeError("Invalid", { ...error, status: 422 }), remedy };
  work.attempt = { kind: "Failed", outcome, error: refused };
}

/** A change is over if its target no longer exists, according to the API server and not to a cache. */
export function settleOnGone(state: TargetState, live: TargetObservation): void {
  const isGone = live.kind === "problem" && live.problem.reason === "TargetNotFound";
  if (isGone) advance(state, { type: "TargetGone" });
}

export function wantsChange(work: TargetWork): boolean {
  const { observation } = work;
  const outcome = outcomeOf(work);
  if (observation.kind !== "found" || outcome === null) return false;
  return outcome.decision.to !== observation.state.replicas;
}

/** Whether votes ask for fewer replicas. Bounds in force are not negotiable. */
export function isDecrease(work: TargetWork): boolean {
  const outcome = outcomeOf(work);
  return outcome !== null && outcome.decision.to < outcome.decision.from && !isCorrection(outcome);
}

export function toReport(work: TargetWork): TargetReport {
  const { observation, attempt } = work;
  const { history, dryRunHistory, lastScaleTime } = work.state.memory;
  const found = observation.kind === "found" ? observation.state : null;
  const outcome = outcomeOf(work);
  return {
    ref: work.ref,
    problem: problemOf(observation),
    inactive: attempt.kind === "Skipped" ? attempt.inactive : null,
    currentReplicas: found?.replicas ?? null,
    decision: outcome?.decision ?? null,
    currentMetrics: outcome?.currentMetrics ?? null,
    ...(outcome?.selection && { selection: outcome.selection }),
    write: writeOutcome(attempt),
    ...(work.unordered !== undefined && { unordered: work.unordered }),
    ...{ history, dryRunHistory, lastScaleTime },
  };
}

function writeOutcome(attempt: Attempt): WriteOutcome {
  switch (attempt.kind) {
    case "Written":
      return { kind: "Written" };
    case "Withheld":
      return { kind: "Withheld", reason: attempt.reason };
    case "Failed":
      return { kind: "Failed", message: formatKubeError(attempt.error) };
    case "Observed":
    case "Skipped":
    case "Decided":
      return { kind: "Unchanged" };
  }
}

function problemOf(observation: TargetObservation): TargetReport["problem"] {
  if (observation.kind === "found" || observation.kind === "waiting") return null;
  if (observation.kind === "problem") return observation.problem;
  const message = formatKubeError(observation.error);
  return { reason: "FailedGetScale", message, permanent: false };
}
