import {
  type Answer,
  type Failure,
  notQueried,
  type Observation,
  type PodPredicate,
  type RawAnswer,
  type RawObservation,
  type RawScale,
  sumOf,
  type Workload,
} from "../model/observation/observation.ts";
import { rolloutAmong } from "../model/observation/rollout.ts";
import type { LabelPredicate } from "../model/selectors/label-selector.ts";
import { parseSelector } from "../model/selectors/selector-text.ts";
import { err, ok, type Result } from "../model/values/result.ts";
import type { Metric } from "../model/spec/metric.ts";
import { withSource } from "./registry.ts";

/** The operator and `trimtab evaluate` both build their observations with this function. */
export function fromKubernetes(raw: RawObservation, metrics: readonly Metric[]): Observation {
  const { specReplicas, statusReplicas } = raw.scale;
  const scales = [raw.scale, ...(raw.others ?? [])];
  const selectors = scales.map(readScaleSelector);
  const unreadable = selectors.find(selector => !selector.ok);
  const failure = unreadable?.error ?? ambiguity(raw.sharedWith ?? null);
  return {
    scale: { specReplicas, statusReplicas },
    ...(raw.others && {
      others: sumOf(raw.others),
      workloads: scales.map((scale, index) =>
        workloadOf(
          scale,
          raw.owned?.[index] ? among(raw.owned[index]) : matchedBy(selectors[index]),
        ),
      ),
    }),
    ...(raw.selection && { selection: raw.selection }),
    ...(raw.controlled && {
      controlled: raw.controlled.ok ? ok(among(raw.controlled.value)) : raw.controlled,
    }),
    rollout: rolloutAmong(raw.rollouts ?? []),
    zeroOf: raw.zeroOf ?? null,
    pods: failure ? err(failure) : ok(raw.pods),
    answers: metrics.map((metric, index) => readAnswer(raw.answers[index], metric)),
  };
}

const workloadOf = (
  { specReplicas, statusReplicas, uid, isServing }: RawScale,
  has: PodPredicate,
): Workload => ({
  ...{ has, specReplicas, statusReplicas },
  ...(uid !== undefined && { uid }),
  ...(isServing && { isServing }),
});

const among =
  (names: { has(name: string): boolean }): PodPredicate =>
  ({ name }) =>
    names.has(name);

const matchedBy =
  (selector: Result<LabelPredicate, Failure> | undefined): PodPredicate =>
  ({ labels }) =>
    selector?.ok === true && selector.value(labels);

/** Source  upstream horizontal.go, validateAndParseSelector. */
function readScaleSelector({ selector }: RawScale): Result<LabelPredicate, Failure> {
  if (selector === "") {
    return err({ reason: "SelectorRequired", message: "the target's scale is missing a selector" });
  }
  const parsed = parseSelector(selector);
  return parsed.ok ? parsed : err({ reason: "InvalidSelector", message: parsed.error });
}

/** The usage of shared pods mixes both targets' load, so it describes neither. */
function ambiguity(rival: string | null): Failure | null {
  if (rival === null) return null;
  const message = `${rival} is scaled by some of the same pods; write selectionStrategy: OwnerReference, or give the two targets selectors that no pod matches both of`;
  return { reason: "AmbiguousSelector", message };
}

const readAnswer = (raw: RawAnswer | undefined, metric: Metric): Answer =>
  (raw && withSource(metric, (source, fields) => source.parse(raw, fields))) ?? notQueried;
