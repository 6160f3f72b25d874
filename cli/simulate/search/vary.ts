import { milliUnits } from "../../../engine/observation/values/quantity.ts";
import type {
  AutoscalerSpec,
  MetricSpec,
  MetricTarget,
  Targeted,
} from "../../../engine/spec/autoscaler-spec.ts";
import { namedSource, sourceIn, sourceKey } from "../../../engine/spec/metric.ts";
import { derivedFrom, type SimulatedObject } from "../objects.ts";

/** What a grid may vary, and how. */
export const variations = {
  target: (spec, value) => withTargets(spec, value / (targetOf(spec) ?? value)),
  minReplicas: (spec, minReplicas) => ({ ...spec, minReplicas }),
  maxReplicas: (spec, maxReplicas) => ({ ...spec, maxReplicas }),
  scaleUpWindow: (spec, seconds) => withWindow(spec, "scaleUp", seconds),
  scaleDownWindow: (spec, seconds) => withWindow(spec, "scaleDown", seconds),
  syncPeriod: (spec, syncPeriodSeconds) => ({ ...spec, syncPeriodSeconds }),
} satisfies Readonly<Record<string, (spec: AutoscalerSpec, value: number) => AutoscalerSpec>>;

export type Variable = keyof typeof variations;

export const variables = Object.keys(variations) as readonly Variable[];

export const varied = (
  object: SimulatedObject,
  changes: readonly (readonly [Variable, number])[],
): SimulatedObject => ({
  ...object,
  name: [object.name, ...changes.map(([variable, value]) => `${variable}=${value}`)].join(" "),
  ...derivedFrom(
    changes.reduce((spec, [name, value]) => variations[name](spec, value), object.spec),
  ),
});

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

function withWindow(
  spec: AutoscalerSpec,
  direction: "scaleUp" | "scaleDown",
  stabilizationWindowSeconds: number,
): AutoscalerSpec {
  const rules = { ...spec.behavior?.[direction], stabilizationWindowSeconds };
  return { ...spec, behavior: { ...spec.behavior, [direction]: rules } };
}
