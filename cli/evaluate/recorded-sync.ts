import type { AutoscalerOutcome } from "../../engine/decide.ts";
import { withDefaults } from "../../engine/spec/defaults.ts";
import { emptyHistory } from "../../engine/model/history.ts";
import { fromKubernetes } from "../../engine/sources/from-kubernetes.ts";
import { withSource } from "../../engine/sources/registry.ts";
import type { Metric } from "../../engine/model/spec/metric.ts";
import type { RawAnswer } from "../../engine/model/observation/observation.ts";
import { recordedAnswer, type RecordedMetrics } from "./recorded-metrics.ts";
import { type Pod, trimPod } from "../../engine/model/observation/pod.ts";
import { parseSelector } from "../../engine/model/selectors/selector-text.ts";
import { ok } from "../../engine/model/values/result.ts";
import { profiles } from "../../engine/model/spec/profile.ts";
import { askedMetrics } from "../../engine/votes/asked-metrics.ts";
import { type RecordedStatus, type RecordedStep } from "./recorded-step.ts";
import type { RecordedState, Standings } from "./recorded-state.ts";
import { modeDuring, pausesAt } from "../../engine/model/pauses.ts";
import type { Settings } from "../../engine/model/spec/settings.ts";
import { traceOf } from "../../engine/model/decision.ts";
import { conditionsAfter } from "../../engine/status/targets/autoscaler-conditions.ts";
import { pausedInactivity } from "../../engine/status/pause-status.ts";
import type { TargetReport, WriteOutcome } from "../../engine/status/targets/target-report.ts";
import type { TargetMemory } from "../../engine/transition.ts";
import { afterWrite, type SyncedTarget, syncTarget } from "../../engine/sync.ts";

interface Sync {
  readonly settings: Settings;
  readonly step: RecordedStep;
  readonly standing: RecordedState;
  readonly standings: Standings;
}

export type Synced = ReturnType<typeof sync>;

/**
 * Runs one recorded sync with the operator's own functions. The standing holds the resulting status.
 *
 * Source  upstream horizontal.go, reconcileAutoscaler: the state in memory stays if the status
 *         write fails, but the condition ScaledToZero is not in memory.
 */
export function sync(given: Sync) {
  const { step, standing } = given;
  const { mode, pauses } = modeAt(standing, step);
  const { memory, outcome: decided } = step.scale
    ? syncedWith(given, step.scale)
    : { memory: standing.memory, outcome: null };
  const effect: Effect = decided
    ? written(given, decided, memory)
    : { memory, write: { kind: "Unchanged" } };
  const inactive = step.scale && mode === "Paused" ? pausedInactivity(pauses) : null;
  const status = statusAfter(standing, { decided, inactive, ...effect });
  const decision = decided?.decision ?? { votes: [], steps: [], to: 0 };
  const isSaved = !step.errors.includes("updateStatus");
  return {
    scaleTo: effect.write.kind === "Written" ? decision.to : null,
    trace: traceOf(decision),
    standing: {
      ...standing,
      ...(isSaved ? savedAs(status, effect) : { memory: unsaved(standing, effect) }),
      selector: selectorAfter(step, decided) ?? standing.selector,
    },
  };
}

function modeAt({ spec: { mode, annotations } }: RecordedState, { now }: RecordedStep) {
  const pauses = pausesAt(annotations, now);
  return { mode: modeDuring(mode, pauses), pauses };
}

/** Most cases have one target for each object, so that its uid does not matter. */
const targetUID = "";

const savedAs = (status: RecordedStatus, { memory }: Effect) => ({
  ...{ status, memory },
  saved: memory.history ?? emptyHistory(targetUID),
});

function unsaved({ kind, memory: before }: RecordedState, { memory }: Effect): TargetMemory {
  if (kind === "Autoscaler" || memory.history === null) return memory;
  const scaledToZero = before.history?.scaledToZero ?? null;
  return { ...memory, history: { ...memory.history, scaledToZero } };
}

interface Effect {
  readonly memory: TargetMemory;
  readonly write: WriteOutcome;
}

/** Upstream's number of tries, and the wait between them. Source  client-go util/retry. */
const CONFLICT_TRIES = 5;
const CONFLICT_WAIT_MS = 10;

/**
 * The outcome of writing the count. Upstream overwrites a concurrent change. Trimtab does not, and
 * writes no count before it is in the status.
 */
function written(
  { step, standing: { kind, spec } }: Sync,
  { decision: { from, to } }: AutoscalerOutcome,
  memory: TargetMemory,
): Effect {
  const { now, conflicts, errors } = step;
  const { mode } = spec;
  if (from === to) return { memory, write: { kind: "Unchanged" } };
  if (mode === "DryRun") return { memory, write: { kind: "Withheld", reason: "DryRun" } };
  const isOurs = kind === "Autoscaler";
  const isRefused = conflicts >= (isOurs ? 1 : CONFLICT_TRIES);
  const isFailed = errors.includes("updateScale") || (isOurs && errors.includes("updateStatus"));
  if (isRefused || isFailed) {
    return { memory, write: { kind: "Failed", message: "the count could not be written" } };
  }
  const time = now + conflicts * CONFLICT_WAIT_MS;
  return { memory: afterWrite(memory, { from, to, now: time }), write: { kind: "Written" } };
}

const problem: TargetReport["problem"] = {
  reason: "FailedGetScale",
  message: "the target's scale could not be read",
  permanent: false,
};

interface Pass extends Effect {
  readonly decided: AutoscalerOutcome | null;
  readonly inactive: TargetReport["inactive"];
}

function statusAfter({ status }: RecordedState, { decided, inactive, memory, write }: Pass) {
  const report = {
    problem: decided || inactive ? null : problem,
    inactive,
    decision: decided?.decision ?? null,
    write,
    history: memory.history,
  };
  const conditions = conditionsAfter(report, status.conditions);
  if (!decided) return { ...status, conditions };
  const { decision, currentMetrics } = decided;
  const isBlocked = decision.steps.some(({ reason }) => reason === "ScaleDownBlocked");
  const isUndecided = isBlocked || write.kind === "Failed";
  const desiredReplicas = isUndecided ? status.desiredReplicas : decision.to;
  return { conditions, desiredReplicas, currentMetrics };
}

function syncedWith(given: Sync, scale: NonNullable<RecordedStep["scale"]>): SyncedTarget {
  const { settings, step, standing } = given;
  const spec = withDefaults(standing.spec, settings);
  const metrics = askedMetrics(spec);
  const answers = metrics.map(metric => answerTo(metric, step.metrics));
  const pods = step.pods.map(trimPod);
  const { zeroOf } = scale;
  const { monitored: others, forecast } = step;
  const rollouts = [scale, ...(others ?? [])].map(({ rollout }) => rollout);
  // With its own pods only, a case lists no others.
  const sharedWith = spec.ownPodsOnly ? null : rivalOf(pods, given);
  const controlled = ok(new Set(pods.filter(isMatchedBy(scale.selector)).map(({ name }) => name)));
  const raw = { scale, others, rollouts, zeroOf, pods, controlled, sharedWith, answers };
  return syncTarget(standing.memory, {
    now: step.now,
    spec,
    settings,
    profile: profiles[standing.spec.algorithm ?? "Trimtab-1"],
    observation: { ...fromKubernetes(raw, metrics), ...(forecast && { forecast }) },
    uid: scale.uid ?? targetUID,
    isTotal: others !== null,
    ...modeAt(standing, step),
  });
}

/** A case does not tell the owners of pods: those that the target's selector matches are its own. */
function isMatchedBy(text: string): (pod: Pod) => boolean {
  const selector = parseSelector(text);
  return ({ labels }) => selector.ok && selector.value(labels);
}

/**
 * Another object of the same kind whose selector matches some of the same pods; null: none. The
 * selectors of other objects are known from their own syncs.
 *
 * Source  upstream horizontal.go, validateAndParseSelector.
 */
function rivalOf(pods: readonly Pod[], { standing, standings }: Sync): string | null {
  const rivals = [...standings.values()].filter(
    ({ key, kind, selector }) =>
      key !== standing.key &&
      kind === standing.kind &&
      namespaceOf(key) === namespaceOf(standing.key) &&
      selector !== null &&
      pods.some(({ labels }) => selector(labels)),
  );
  return rivals[0]?.key ?? null;
}

const namespaceOf = (key: string): string => key.split("/", 1)[0] ?? "";

/** Other objects see a selector once metrics were queried; null: they were not. */
function selectorAfter({ scale }: RecordedStep, decided: AutoscalerOutcome | null) {
  if (!scale?.selector || !decided || decided.decision.votes.length === 0) return null;
  const parsed = parseSelector(scale.selector);
  return parsed.ok ? parsed.value : null;
}

const answerTo = (metric: Metric, metrics: RecordedMetrics): RawAnswer =>
  withSource(metric, (source, fields) => recordedAnswer(source.query(fields), metrics)) ?? {
    ...{ kind: "Failed", message: "an unknown type of metric" },
  };
