import type { ScaleTargetRef } from "../crds/generated/cluster-proportional-autoscaler.ts";
import type { DecisionOutcome } from "../engine/decide.ts";
import { emptyHistory, type History } from "../engine/history.ts";
import type { EpochMs } from "../engine/result.ts";
import { abandonScale, completeScale, handOver, resolvePending } from "../engine/scale-record.ts";
import type { TargetReport, WriteOutcome } from "../engine/status/target-report.ts";
import { formatKubeError, kubeError, type KubeError } from "../kube/errors.ts";
import type { TargetState } from "./key-state.ts";
import type { Inactive, Reading, Seen } from "./scaling-kind.ts";
import type { TargetObservation } from "./targets.ts";

/** One target on its way through one pass: what is seen, decided and done about it so far. */
export interface TargetWork<Measured = unknown> {
  readonly ref: ScaleTargetRef;
  readonly state: TargetState;
  observation: TargetObservation;
  /** Null: there is nothing to measure, or it is not there yet. */
  reading: Reading<Measured> | null;
  outcome: DecisionOutcome | null;
  inactive: Inactive | null;
  write: WriteOutcome;
  /** Why the latest write did not happen, or may not have. */
  error: KubeError | null;
}

export const newWork = <Measured>(
  ref: ScaleTargetRef,
  state: TargetState,
  observation: TargetObservation,
): TargetWork<Measured> => ({
  ref,
  state,
  observation,
  reading: null,
  outcome: null,
  inactive: null,
  write: { kind: "Unchanged" },
  error: null,
});

export function failWrite(work: TargetWork, error: KubeError): void {
  work.error = error;
  work.write = { kind: "Failed", message: formatKubeError(error) };
}

/**
 * The target's history as it applies to what was just observed: empty for a new or re-created
 * target, unless it is that of a total, with a change that was pending resolved by the count that is
 * there now.
 */
export function settledHistory(
  state: TargetState,
  { uid, replicas }: { readonly uid: string; readonly replicas: number },
  now: EpochMs,
  isTotal = false,
): History {
  if (state.history === null) return emptyHistory(uid);
  const history = isTotal ? handOver(state.history, uid, now) : state.history;
  if (history !== state.history && state.history.pending) {
    state.lastScaleTime = state.history.pending.time;
  }
  if (isTotal && state.dryRunHistory) {
    state.dryRunHistory = handOver(state.dryRunHistory, uid, now);
  }
  const settled = resolvePending(history, replicas, uid, now);
  // Not by their number: at their cap there are as many as before.
  const happened = settled.scaleEvents !== history.scaleEvents;
  if (happened && history.pending) state.lastScaleTime = history.pending.time;
  if (settled.targetUID !== history.targetUID) state.lastScaleTime = null;
  return settled;
}

/**
 * What a decision in this mode goes on from. DryRun begins with what Active has left behind, and keeps
 * a history of its own: what it would have done must not be in the way of what is done.
 */
export function historyFor(state: TargetState, mode: Seen["mode"], settled: History): History {
  if (mode !== "DryRun") return endDryRun(state, settled);
  const { dryRunHistory: kept } = state;
  // What an answer has been counted for is another history.
  if (kept?.targetUID !== settled.targetUID) state.countedOf = null;
  return kept?.targetUID === settled.targetUID ? kept : settled;
}

/** Since when the target is rolled out is a fact, which only the dry run has followed meanwhile. */
function endDryRun(state: TargetState, settled: History): History {
  const { dryRunHistory: ended } = state;
  if (ended === null) return settled;
  state.dryRunHistory = null;
  state.countedOf = null;
  const isSame = ended.targetUID === settled.targetUID;
  state.history = isSame ? { ...settled, rollout: ended.rollout } : settled;
  return state.history;
}

/**
 * What became of a write that was refused because the count had changed, now that the target was
 * asked. That write did not happen; but if the wanted count is there, it may be from an earlier one
 * that was given up and landed late, and a change too many is better than one forgotten (I3).
 */
export function settleConflict({ observation, state }: TargetWork, now: EpochMs): void {
  const pending = state.history?.pending;
  if (!state.history || !pending) return;
  settleOnGone(state, observation);
  if (observation.kind !== "found") return;
  const landed =
    observation.state.uid === pending.targetUID && observation.state.replicas === pending.to;
  if (landed) state.lastScaleTime = pending.time;
  state.history = landed ? completeScale(state.history, now) : abandonScale(state.history);
}

/**
 * A write is refused in the same way when the count has changed and when a policy or a schema does
 * not allow the new one. It was no conflict if the target is just as it was when it was tested.
 */
export function tellRefusalFromConflict(work: TargetWork, tested: TargetObservation): void {
  const { observation, error } = work;
  if (observation.kind !== "found" || tested.kind !== "found" || error === null) return;
  const { uid, replicas } = observation.state;
  if (uid !== tested.state.uid || replicas !== tested.state.replicas) return;
  // No test of the count has failed: the object is of another version.
  if (error.status !== 422) return;
  const remedy = "change what does not allow this count, or the count that is asked for";
  failWrite(work, { ...kubeError("Invalid", { ...error, status: 422 }), remedy });
}

/** A change is over if its target is not there any more, as the API server says and no cache. */
export function settleOnGone(state: TargetState, live: TargetObservation): void {
  const isGone = live.kind === "problem" && live.problem.reason === "TargetNotFound";
  if (isGone && state.history) state.history = abandonScale(state.history);
}

/** Whether the decision asks for another count than the target has. */
export function wantsChange({ observation, outcome }: TargetWork): boolean {
  return (
    observation.kind === "found" &&
    outcome !== null &&
    outcome.decision.to !== observation.state.replicas
  );
}

export function toReport(work: TargetWork): TargetReport {
  const { observation, outcome, inactive, state } = work;
  const found = observation.kind === "found" ? observation.state : null;
  return {
    ref: work.ref,
    problem: problemOf(observation),
    inactive,
    currentReplicas: found?.replicas ?? null,
    decision: outcome?.decision ?? null,
    currentMetrics: outcome?.currentMetrics ?? null,
    write: work.write,
    history: state.history,
    dryRunHistory: state.dryRunHistory,
    lastScaleTime: state.lastScaleTime,
  };
}

function problemOf(observation: TargetObservation): TargetReport["problem"] {
  if (observation.kind === "found" || observation.kind === "waiting") return null;
  if (observation.kind === "problem") return observation.problem;
  const message = formatKubeError(observation.error);
  return { reason: "FailedGetScale", message, permanent: false };
}

/** The earliest of the times at which something may change by itself; null: never. */
export function earliest(times: readonly (EpochMs | null)[]): EpochMs | null {
  const known = times.filter(time => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}
