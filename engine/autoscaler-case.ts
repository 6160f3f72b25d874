import type { AutoscalerSpec, MetricSpec } from "./autoscaler-spec.ts";
import { type AutoscalerOutcome, decideAutoscaler } from "./decide.ts";
import type { Step, Vote } from "./decision.ts";
import { withDefaults } from "./defaults.ts";
import { emptyHistory, type History } from "./history.ts";
import { fromKubernetes, type RawAnswer } from "./observation/observation.ts";
import { trimPod } from "./observation/pod.ts";
import { profiles } from "./profile.ts";
import type { MetricStatus } from "./recommend/metric-vote.ts";
import {
  readAutoscalerCase,
  type RecordedCase,
  type RecordedMetrics,
  type RecordedStep,
} from "./recorded-case.ts";
import { ok, type Result } from "./result.ts";
import { beginScale, completeScale } from "./scale-record.ts";
import type { Settings } from "./settings.ts";
import { autoscalerConditions } from "./status/autoscaler-conditions.ts";
import type { ConditionDraft } from "./status/conditions.ts";

/** What one sync of a case comes to. */
export interface StepOutcome {
  /** The count that is written to the target; null: none. */
  readonly scaleTo: number | null;
  readonly desiredReplicas: number;
  /** "Status/Reason" by type. */
  readonly conditions: Readonly<Record<string, string>>;
  readonly currentMetrics: readonly MetricStatus[];
  readonly trace: readonly (Vote | Step)[];
}

/** What one sync leaves behind for the next. */
interface Standing {
  readonly history: History;
  readonly conditions: readonly ConditionDraft[];
  readonly desiredReplicas: number;
}

interface Pass {
  readonly settings: Settings;
  readonly spec: AutoscalerSpec;
  readonly step: RecordedStep;
  readonly standing: Standing;
}

/**
 * Decides a recorded case, sync by sync, with the functions of the operator; every count is written
 * at once. A HorizontalPodAutoscaler is decided as upstream decides it.
 *
 * Errors  a sentence when this is not such a case.
 */
export function decideAutoscalerCase(
  raw: unknown,
): Result<{ readonly steps: readonly StepOutcome[] }, string> {
  const recorded = readAutoscalerCase(raw);
  if (!recorded.ok) return recorded;
  let { spec } = recorded.value;
  let standing = begin(recorded.value.status);
  const steps: StepOutcome[] = [];
  for (const step of recorded.value.steps) {
    spec = step.spec ?? spec;
    const synced = sync({ settings: recorded.value.settings, spec, step, standing });
    steps.push(synced.outcome);
    ({ standing } = synced);
  }
  return ok({ steps });
}

/** A condition ScaledToZero decides, and so it is in the history too. */
function begin({ conditions, desiredReplicas }: RecordedCase["status"]): Standing {
  const zero = conditions.find(({ type }) => type === "ScaledToZero");
  const scaledToZero = zero ? zero.status === "True" : null;
  return { history: { ...emptyHistory(""), scaledToZero }, conditions, desiredReplicas };
}

function sync(pass: Pass): { readonly outcome: StepOutcome; readonly standing: Standing } {
  const { step, standing } = pass;
  const decided = decidePass(pass);
  const { decision, currentMetrics } = decided;
  const isWritten = decision.to !== step.scale.specReplicas;
  const history = isWritten ? written(decided, step.now) : decided.history;

  const report = { decision, isWritten, scaledToZero: history.scaledToZero };
  const conditions = autoscalerConditions(report, standing.conditions);
  const isBlocked = decision.steps.some(({ reason }) => reason === "ScaleDownBlocked");
  const desiredReplicas = isBlocked ? standing.desiredReplicas : decision.to;
  const outcome = {
    scaleTo: isWritten ? decision.to : null,
    desiredReplicas,
    conditions: Object.fromEntries(
      conditions.map(({ type, status, reason }) => [type, `${status}/${reason}`]),
    ),
    currentMetrics,
    trace: [...decision.votes, ...decision.steps],
  };
  return { outcome, standing: { history, conditions, desiredReplicas } };
}

function decidePass({ settings, spec: given, step, standing }: Pass): AutoscalerOutcome {
  const spec = withDefaults(given, settings);
  const answers = spec.metrics.map(metric => answerTo(metric, step.metrics));
  const raw = { scale: step.scale, pods: step.pods.map(trimPod), answers };
  return decideAutoscaler({
    now: step.now,
    spec,
    settings,
    profile: profiles[given.compatibility ?? "None"],
    observation: fromKubernetes(raw, spec.metrics),
    history: standing.history,
  });
}

/** The history once the count is on the target. */
function written({ decision: { from, to }, history }: AutoscalerOutcome, time: number): History {
  return completeScale(beginScale(history, { from, to, time }), time);
}

/** What the recorded metrics APIs say to one metric. */
function answerTo(metric: MetricSpec, metrics: RecordedMetrics): RawAnswer {
  const { errors } = metrics;
  const unless = (call: string, answer: RawAnswer): RawAnswer =>
    errors.includes(call) ? { kind: "Failed", message: `${call} failed` } : answer;
  switch (metric.type) {
    case "Resource":
    case "ContainerResource":
      return unless("resource", { kind: "PodMetrics", items: metrics.resource });
    case "Pods": {
      const { name } = metric.pods.metric;
      return unless(`pods/${name}`, { kind: "PodValues", items: metrics.pods.get(name) ?? [] });
    }
    case "Object": {
      const { name } = metric.object.metric;
      const value = metrics.object.get(name);
      const missing = { kind: "Failed", message: `object/${name} is not recorded` } as const;
      return unless(
        `object/${name}`,
        value === undefined ? missing : { kind: "ObjectValue", value },
      );
    }
    case "External": {
      const { name } = metric.external.metric;
      const values = metrics.external.get(name) ?? [];
      return unless(`external/${name}`, { kind: "ExternalValues", values });
    }
    default:
      return { kind: "Failed", message: "an unknown type of metric" };
  }
}
