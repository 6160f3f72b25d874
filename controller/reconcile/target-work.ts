import type { ScaleTargetRef } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type { DecisionOutcome } from "../../engine/pipeline/decide.ts";
import type { EpochMs } from "../../engine/result.ts";
import type { TargetReport, WriteOutcome } from "../../engine/status/targets/target-report.ts";
import { formatKubeError, kubeError, type KubeError } from "../../kube/transport/errors.ts";
import { advance, type TargetState } from "./object-state.ts";
import type { Inactive, Reading } from "../resource-driver.ts";
import type { TargetObservation } from "../targets/target-reader.ts";

export interface TargetWork<Measured = unknown> {
  readonly ref: ScaleTargetRef;
  readonly state: TargetState;
  observation: TargetObservation;
  /** Null: there is nothing to measure, or no data yet. */
  reading: Reading<Measured> | null;
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

export const newWork = <Measured>(
  ref: ScaleTargetRef,
  state: TargetState,
  observation: TargetObservation,
): TargetWork<Measured> => ({
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

/** Settles a write that was refused because the target had changed, after the target was read again. */
export function settleConflict({ observation, state }: TargetWork, now: EpochMs): void {
  settleOnGone(state, observation);
  if (observation.kind !== "found") return;
  const { uid, replicas } = observation.state;
  advance(state, { type: "WriteEnded", result: "Conflict", found: { uid, replicas, now } });
}

/**
 * The API server refuses a write in the same way if the count has changed and if a policy or a schema does
 * not allow the new one. It was no conflict if the target is unchanged since it was tested.
 */
export function distinguishRefusal(work: TargetWork, tested: TargetObservation): void {
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
