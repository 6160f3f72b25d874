import {
  type Answer,
  type Failure,
  notQueried,
  type Observation,
  type RawAnswer,
  type RawObservation,
  type RawScale,
  type ScaleCounts,
} from "../observation/observation.ts";
import { rolloutAmong } from "../observation/rollout.ts";
import { parseSelector } from "../observation/selectors/selector-text.ts";
import { err, ok } from "../result.ts";
import type { Metric } from "../spec/metric.ts";
import { withSource } from "./registry.ts";

/** The operator and `trimtab evaluate` both build their observations with this function. */
export function fromKubernetes(raw: RawObservation, metrics: readonly Metric[]): Observation {
  const { specReplicas, statusReplicas } = raw.scale;
  const unreadable = [raw.scale, ...(raw.others ?? [])].map(({ selector }) =>
    scaleSelectorFailure(selector),
  );
  const failure = unreadable.find(each => each !== null) ?? ambiguity(raw.sharedWith ?? null);
  return {
    scale: { specReplicas, statusReplicas },
    ...(raw.others ? { others: sumOf(raw.others) } : {}),
    rollout: rolloutAmong(raw.rollouts ?? []),
    zeroOf: raw.zeroOf ?? null,
    pods: failure ? err(failure) : ok(raw.pods),
    answers: metrics.map((metric, index) => readAnswer(raw.answers[index], metric)),
  };
}

const sumOf = (scales: readonly RawScale[]): ScaleCounts => ({
  specReplicas: scales.reduce((sum, { specReplicas }) => sum + specReplicas, 0),
  statusReplicas: scales.reduce((sum, { statusReplicas }) => sum + statusReplicas, 0),
});

/** Source  upstream horizontal.go, validateAndParseSelector. */
function scaleSelectorFailure(selector: string): Failure | null {
  if (selector === "") {
    return { reason: "SelectorRequired", message: "the target's scale is missing a selector" };
  }
  const parsed = parseSelector(selector);
  return parsed.ok ? null : { reason: "InvalidSelector", message: parsed.error };
}

/** The usage of shared pods mixes both targets' load, so it describes neither. */
function ambiguity(rival: string | null): Failure | null {
  if (rival === null) return null;
  const message = `${rival} is scaled by some of the same pods; give the two targets selectors that no pod matches both of`;
  return { reason: "AmbiguousSelector", message };
}

const readAnswer = (raw: RawAnswer | undefined, metric: Metric): Answer =>
  (raw && withSource(metric, (source, fields) => source.parse(raw, fields))) ?? notQueried;
