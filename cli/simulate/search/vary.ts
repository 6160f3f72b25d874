import { milliUnits } from "../../../engine/observation/values/quantity.ts";
import type {
  AutoscalerSpec,
  MetricSpec,
  MetricTarget,
  Targeted,
} from "../../../engine/spec/autoscaler-spec.ts";
import { ok, type Result } from "../../../engine/result.ts";
import { namedSource, sourceIn, sourceKey } from "../../../engine/spec/metric.ts";
import { autoscalerRules } from "../../../engine/validate/autoscaler.ts";
import { validateSpec } from "../../../engine/validate/validate-object.ts";
import { derivedFrom, type SimulatedObject } from "../objects.ts";
import { isError } from "../../../engine/field-error.ts";
import { variationsOf, windows } from "./combinations.ts";

const variations = {
  target: (spec, value) => withTargets(spec, value / (targetOf(spec) ?? value)),
  minReplicas: (spec, minReplicas) => ({ ...spec, minReplicas }),
  maxReplicas: (spec, maxReplicas) => ({ ...spec, maxReplicas }),
  ...windows,
  syncPeriod: (spec, syncPeriodSeconds) => ({ ...spec, syncPeriodSeconds }),
} satisfies Readonly<Record<string, (spec: AutoscalerSpec, value: number) => AutoscalerSpec>>;

/** Errors: a sentence about a part of the text. */
export function gridOf(
  object: SimulatedObject,
  text: string,
): Result<readonly SimulatedObject[], string> {
  const hasTarget = targetOf(object.spec) !== null;
  const noTarget = `${object.name} has no metric with a target to vary`;
  const candidates = variationsOf<AutoscalerSpec, SimulatedObject>(object, text, {
    variations,
    problemOf: variable => (variable === "target" && !hasTarget ? noTarget : null),
    isValid: (variable, value) => variable !== "target" || value > 0,
    // Targets are finer than those of an object: the engine counts with hundredths of a percent.
    errorIn: spec =>
      validateSpec(autoscalerRules, spec).find(
        error => isError(error) && !error.path.startsWith("spec.metrics"),
      ),
  });
  if (!candidates.ok) return candidates;
  return ok(candidates.value.map(each => ({ ...each, ...derivedFrom(each.spec) })));
}

/** The first target, as a percentage or in the unit of its metric; null: there is none. */
export function targetOf({ metrics }: AutoscalerSpec): number | null {
  const [first] = metrics ?? [];
  return first ? numberIn(sourceIn(first).target) : null;
}

function numberIn({ averageUtilization, averageValue, value }: MetricTarget = {}): number | null {
  const quantity = averageValue ?? value;
  if (quantity == null) return averageUtilization ?? null;
  const milli = milliUnits(quantity);
  return milli.ok ? Number(milli.value) / 1000 : null;
}

/** All targets times a factor: the same share of the load for each metric. */
export const withTargets = (spec: AutoscalerSpec, by: number): AutoscalerSpec => ({
  ...spec,
  metrics: (spec.metrics ?? []).map(metric => withTarget(metric, by)),
});

function withTarget(metric: MetricSpec, by: number): MetricSpec {
  const source = namedSource<Targeted | null>(metric, null);
  if (!source) return metric;
  const { averageUtilization: percent, averageValue, value } = source.target;
  const target: MetricTarget = {
    ...source.target,
    ...(percent == null ? {} : { averageUtilization: percentage(percent * by) }),
    ...(averageValue == null ? {} : { averageValue: scaled(averageValue, by) }),
    ...(value == null ? {} : { value: scaled(value, by) }),
  };
  return { ...metric, [sourceKey(metric.type)]: { ...source, target } };
}

/** Hundredths are fine enough to compare costs. The engine counts with whole percentages above 100. */
const percentage = (percent: number): number =>
  percent > 100 ? Math.round(percent) : Math.max(0.01, Math.round(percent * 100) / 100);

function scaled(quantity: string, by: number): string {
  const milli = milliUnits(quantity);
  return milli.ok ? `${Math.max(1, Math.round(Number(milli.value) * by))}m` : quantity;
}
