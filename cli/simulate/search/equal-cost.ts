import { type Job, isPodJob, runJob } from "../job.ts";
import type { Load } from "../load/load.ts";
import type { Candidate, Kept, Simulated } from "../result.ts";
import type { PodJob } from "../world/pod-job.ts";
import type {
  AutoscalerSpec,
  MetricSpec,
  MetricTarget,
  Targeted,
} from "../../../engine/model/spec/autoscaler-spec.ts";
import { namedSource, sourceIn, sourceKey } from "../../../engine/model/spec/metric.ts";
import { milliUnits } from "../../../engine/model/values/quantity.ts";

export type Matched = Simulated & Pick<Candidate, "equalCost">;

/** One candidate, perhaps at the cost of another one. */
export interface Task {
  readonly job: Job;
  /** Replica-hours to match by the targets of its metrics; undefined: the target stays. */
  readonly cost?: number | undefined;
}

export const runTask = ({ job, cost }: Task, load: Load, kept: Kept): Matched =>
  cost !== undefined && isPodJob(job)
    ? atEqualCost(job, cost, by => runJob(withScaledTargets(job, by), load, kept))
    : runJob(job, load, kept);

const withScaledTargets = ({ object, ...rest }: PodJob, by: number): PodJob => ({
  ...{ ...rest, object: { ...object, spec: withTargets(object.spec, by) } },
});

/** Costs this close are equal. */
const closeEnough = 0.001;
const mostRuns = 16;
/** How far the target may move. */
const range = 8;

/**
 * Changes the target until the replica-hours are those given, or as close as the bounds allow: the higher
 * the target, the fewer replicas.
 */
function atEqualCost(job: PodJob, cost: number, simulate: (by: number) => Simulated): Matched {
  const run = (exponent: number): Matched => {
    const by = 2 ** exponent;
    const target = targetOf(withTargets(job.object.spec, by)) ?? NaN;
    return { ...simulate(by), equalCost: { target } };
  };
  const excess = ({ measures }: Matched): number => measures.replicaHours / cost - 1;
  let best = run(0);
  if (targetOf(job.object.spec) === null) return best;
  let [low, high] = [-Math.log2(range), Math.log2(range)];
  let exponent = 0;
  for (let runs = 1; runs < mostRuns && Math.abs(excess(best)) > closeEnough; runs += 1) {
    const last = runs === 1 ? best : run(exponent);
    if (Math.abs(excess(last)) < Math.abs(excess(best))) best = last;
    if (excess(last) > 0) low = exponent;
    else high = exponent;
    exponent = (low + high) / 2;
  }
  return best;
}

/** The first target, as a percentage or in the unit of its metric; null: there is none. */
export function targetOf({ metrics }: AutoscalerSpec): number | null {
  const [first] = metrics ?? [];
  const { averageUtilization, averageValue, value } = (first && sourceIn(first).target) ?? {};
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
