import type { Targeted, ThresholdSpec } from "../../engine/model/spec/autoscaler-spec.ts";
import { namedSource, sourceKey } from "../../engine/model/spec/metric.ts";
import { quantileOf } from "../simulate/load/load.ts";
import { podRequest } from "../simulate/world/metrics.ts";
import { type PodJob, periodOf } from "../simulate/world/pod-job.ts";
import { type Group, type Parameter, parameterOf, type Setting, settingsOf } from "./parameter.ts";
import { rounded } from "./quantities.ts";

const valueFactors = [0.8, 0.9, 1.1, 1.25];
const durationFactors = [0.5, 2];
/** Of what a pod bears: beyond the target, and before the pod has too much. */
const newShares = [0.8, 0.9, 0.95];
const newDurations = [15, 30, 60];
/** Of the replicas of the past. */
const newIncrements = [0.1, 0.25, 0.5];

/** The value, duration and increment of each Value threshold, or of one that the object does not have yet. */
export function thresholdParameters(job: PodJob, demands: Float64Array): readonly Group[] {
  const { object } = job;
  // Only an Autoscaler has thresholds.
  if (object.kind !== "Autoscaler") return [];
  const thresholds = object.spec.thresholds ?? [];
  const periodSeconds = periodOf(object) / 1000;
  const existing = thresholds.flatMap((threshold, index) =>
    threshold.type === "Value" ? [parametersOf(threshold, index, periodSeconds)] : [],
  );
  if (thresholds.length > 0) return existing;
  const added = newThreshold(job, demands, periodSeconds);
  return added ? [[added]] : [];
}

function parametersOf(
  { name, value: rule }: Extract<ThresholdSpec, { type: "Value" }>,
  index: number,
  periodSeconds: number,
): Group {
  const parameter = (field: string, today: string, values: readonly (string | number)[]) =>
    parameterOf(
      `threshold ${name}, ${field}`,
      today,
      settingsOf(["thresholds", String(index), "value", field], values),
    );
  const { value, durationSeconds, increment } = rule;
  const durations = durationFactors.map(by => Math.round(durationSeconds * by));
  return [
    parameter(
      "value",
      value,
      valueFactors.map(by => scaledValue(rule, by)),
    ),
    parameter(
      "durationSeconds",
      String(durationSeconds),
      durations.filter(seconds => seconds >= periodSeconds),
    ),
    parameter("increment", String(increment), [Math.sign(increment), 2 * increment, 4 * increment]),
  ];
}

/** A utilization is a whole percentage. */
function scaledValue(rule: { value: string; valueType?: string | null }, by: number): string {
  return rule.valueType === "Utilization"
    ? String(Math.max(1, Math.round(Number(rule.value) * by)))
    : rounded(rule.value, by);
}

/** A threshold on the first metric of pods, which adds replicas at once when the target is far behind. */
function newThreshold(job: PodJob, demands: Float64Array, periodSeconds: number): Parameter | null {
  const { object, plans, world } = job;
  const index = plans.findIndex(({ kind, column }) => kind === "Pods" && column === 0);
  const plan = plans[index];
  const metric = object.spec.metrics?.[index];
  // With a threshold, the default metric would go.
  if (!plan || !metric) return null;
  const key = sourceKey(metric.type);
  const { target, ...source } = namedSource<Partial<Targeted>>(metric, {});
  const isUtilization = target?.averageUtilization != null;
  const most = quantileOf(demands, 0.99);
  const settings: Setting[] = [];
  for (const share of newShares) {
    const milli = share * world.podCapacity * plan.milliPerUnit;
    const value = isUtilization
      ? String(Math.round((100 * milli) / Number(podRequest)))
      : rounded(`${Math.round(milli)}m`, 1);
    for (const durationSeconds of newDurations.filter(seconds => seconds >= periodSeconds)) {
      const increments = newIncrements.map(part => Math.max(1, Math.round(part * most)));
      for (const increment of new Set(increments)) {
        const threshold = {
          ...{ name: "rising", type: "Value" },
          value: {
            ...{ metric: { type: metric.type, [key]: source } },
            ...{ valueType: isUtilization ? "Utilization" : "AverageValue" },
            ...{ comparison: "GreaterThan", value, durationSeconds, increment },
          },
        };
        const unit = isUtilization ? "%" : "";
        settings.push({
          text: `${increment} more above ${value}${unit} for ${durationSeconds} s`,
          edits: [{ path: ["thresholds"], value: [threshold] }],
        });
      }
    }
  }
  return parameterOf("threshold", "none", settings);
}
