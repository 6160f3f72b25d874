import { type AutoscalerOutcome, decideAutoscaler } from "./decide.ts";
import type { Step, Vote } from "./decision.ts";
import { withDefaults } from "./defaults.ts";
import type { History } from "./history.ts";
import { fromKubernetes } from "./observation/observation.ts";
import { type Pod, trimPod } from "./observation/pod.ts";
import { parseSelector } from "./observation/selector-text.ts";
import { profiles } from "./profile.ts";
import { askedMetrics } from "./recommend/asked-metrics.ts";
import { recordedAnswer } from "./recorded-answer.ts";
import type { RecordedStatus } from "./recorded-object.ts";
import type { Standing, Standings } from "./recorded-standing.ts";
import type { RecordedStep } from "./recorded-step.ts";
import { beginScale, completeScale } from "./scale-record.ts";
import type { Settings } from "./settings.ts";
import { conditionsAfter } from "./status/autoscaler-conditions.ts";
import type { TargetReport, WriteOutcome } from "./status/target-report.ts";

interface Sync {
  readonly settings: Settings;
  readonly step: RecordedStep;
  readonly standing: Standing;
  /** Of all objects. */
  readonly standings: Standings;
}

/** The status that a sync leaves behind is in the standing. */
export interface Synced {
  /** The count that is written to the target; null: none. */
  readonly scaleTo: number | null;
  readonly trace: readonly (Vote | Step)[];
  readonly standing: Standing;
}

/**
 * One sync as it was recorded, with the functions of the operator. A dry run goes on from its own past,
 * which ends with it.
 */
export function sync(given: Sync): Synced {
  const { standing } = given;
  if (standing.spec.mode !== "DryRun") {
    return syncOnce({ ...given, standing: { ...standing, rehearsed: null } });
  }
  const { history, saved, rehearsed } = standing;
  const dryRun = { ...standing, history: rehearsed ?? history };
  const { standing: left, ...synced } = syncOnce({ ...given, standing: dryRun });
  return { ...synced, standing: { ...left, history, saved, rehearsed: left.history } };
}

/**
 * Source  upstream horizontal.go, reconcileAutoscaler: what is kept in memory stays when the status
 *         cannot be written, and the condition ScaledToZero is not in memory.
 */
function syncOnce(given: Sync): Synced {
  const { step, standing } = given;
  const isPaused = standing.spec.mode === "Paused";
  const decided = step.scale && !isPaused ? decidePass(given, step.scale) : null;
  const { history, write } = decided ? written(given, decided) : unread(standing);
  const inactive = step.scale && isPaused ? paused : null;
  const status = statusAfter(standing, { decided, inactive, history, write });
  const { votes, steps, to } = decided?.decision ?? { votes: [], steps: [], to: 0 };
  const isSaved = !step.fails.updateStatus;
  const { scaledToZero } = standing.kind === "Autoscaler" ? history : standing.history;
  return {
    scaleTo: write.kind === "Written" ? to : null,
    trace: [...votes, ...steps],
    standing: {
      ...standing,
      ...(isSaved
        ? { status, history, saved: history }
        : { history: { ...history, scaledToZero } }),
      selector: selectorAfter(step, decided) ?? standing.selector,
    },
  };
}

interface Effect {
  readonly history: History;
  readonly write: WriteOutcome;
}

const unread = ({ history }: Standing): Effect => ({ history, write: { kind: "Unchanged" } });

/** Upstream tries so often, and waits so long in between. Source  client-go util/retry. */
const CONFLICT_TRIES = 5;
const CONFLICT_WAIT_MS = 10;

/**
 * What becomes of the count. Upstream writes over what somebody else wrote; this project does not,
 * and writes no count that is not in the status first.
 *
 * Source  client-go util/retry, DefaultRetry.
 */
function written(
  { step, standing: { kind, spec } }: Sync,
  { decision: { from, to }, history }: AutoscalerOutcome,
): Effect {
  const { now, conflicts, fails } = step;
  if (from === to) return { history, write: { kind: "Unchanged" } };
  if (spec.mode === "DryRun") return { history, write: { kind: "Withheld", reason: "DryRun" } };
  const isOurs = kind === "Autoscaler";
  const isRefused = conflicts >= (isOurs ? 1 : CONFLICT_TRIES);
  if (isRefused || fails.updateScale || (isOurs && fails.updateStatus)) {
    return { history, write: { kind: "Failed", message: "the count could not be written" } };
  }
  const time = now + conflicts * CONFLICT_WAIT_MS;
  const changed = completeScale(beginScale(history, { from, to, time }), time);
  return { history: changed, write: { kind: "Written" } };
}

const problem: TargetReport["problem"] = {
  reason: "FailedGetScale",
  message: "the target's scale could not be read",
  permanent: false,
};

const paused: TargetReport["inactive"] = {
  reason: "Paused",
  message: "in mode Paused nothing is decided",
  permanent: false,
};

interface Pass extends Effect {
  readonly decided: AutoscalerOutcome | null;
  readonly inactive: TargetReport["inactive"];
}

function statusAfter(
  { status }: Standing,
  { decided, inactive, history, write }: Pass,
): RecordedStatus {
  const report = {
    problem: decided || inactive ? null : problem,
    inactive,
    decision: decided?.decision ?? null,
    write,
    history,
  };
  const conditions = conditionsAfter(report, status.conditions);
  if (!decided) return { ...status, conditions };
  const { decision, currentMetrics } = decided;
  const isBlocked = decision.steps.some(({ reason }) => reason === "ScaleDownBlocked");
  const isUndecided = isBlocked || write.kind === "Failed";
  const desiredReplicas = isUndecided ? status.desiredReplicas : decision.to;
  return { conditions, desiredReplicas, currentMetrics };
}

function decidePass(given: Sync, scale: NonNullable<RecordedStep["scale"]>): AutoscalerOutcome {
  const { settings, step, standing } = given;
  const spec = withDefaults(standing.spec, settings);
  const metrics = askedMetrics(spec);
  const answers = metrics.map(metric => recordedAnswer(metric, step.metrics));
  const pods = step.pods.map(trimPod);
  const { zeroOf } = scale;
  const others = step.monitored;
  const rollouts = [scale, ...(others ?? [])].map(({ rollout }) => rollout);
  const sharedWith = rivalOf(pods, given);
  const raw = { scale, others, rollouts, zeroOf, pods, sharedWith, answers };
  return decideAutoscaler({
    now: step.now,
    spec,
    settings,
    profile: profiles[standing.spec.compatibility ?? "None"],
    observation: fromKubernetes(raw, metrics),
    history: standing.history,
  });
}

/**
 * Another object of the same kind whose selector finds some of the same pods; null: there is none.
 * What the others' selectors are is known from their own syncs.
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

/** A selector becomes known to others once metrics were asked for; null: it did not. */
function selectorAfter({ scale }: RecordedStep, decided: AutoscalerOutcome | null) {
  if (!scale?.selector || !decided || decided.decision.votes.length === 0) return null;
  const parsed = parseSelector(scale.selector);
  return parsed.ok ? parsed.value : null;
}
