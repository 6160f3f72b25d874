import type {
  AutoscalerSpec,
  MetricTarget,
  Targeted,
} from "../../engine/model/spec/autoscaler-spec.ts";
import { namedSource, sourceKey } from "../../engine/model/spec/metric.ts";
import { withDefaults } from "../../engine/spec/defaults.ts";
import { type Load, quantileOf } from "../simulate/load/load.ts";
import { type PodJob, usualShare } from "../simulate/world/pod-job.ts";
import { loadOfPod, type MetricPlan } from "../simulate/world/metrics.ts";
import { type Edit, withEdits } from "./edits.ts";
import { type Group, type Parameter, parameterOf, type Setting, settingsOf } from "./parameter.ts";
import { rounded } from "./quantities.ts";
import { thresholdParameters } from "./thresholds.ts";

const percents = [60, 62.5, 65, 67.5, 70, 72.5, 75, 77.5, 80, 82.5, 85, 87.5, 90];
const downWindows = [60, 300, 450, 600, 900, 1800];
const upWindows = [0, 30, 60];
/** A suggested maximum is at most this multiple of that of today. */
const mostGrowth = 10;

/** Shares of what a pod bears, 0 to 1. */
export interface Shares {
  /** The largest one that a target may be raised to. */
  readonly safe: number;
  /** What the percentages of a target are of: less than 1 where a pod bears more than it requests. */
  readonly whole: number;
}

/**
 * What may change in the object.
 *
 * @param load  the half that chooses: the other one must not have any part in it
 */
export function groupsOf(job: PodJob, load: Load, shares: Shares): readonly Group[] {
  const target = targetParameter(job, shares);
  const { settings } = job.world;
  const window = windowParameter(job.object.spec, "scaleDown", downWindows, {
    usual: settings.downscaleStabilizationSeconds,
  });
  const upWindow = windowParameter(job.object.spec, "scaleUp", upWindows, { usual: 0 });
  const demands = demandsOf(load, job.world.podCapacity);
  return [
    [...(target ? [target] : []), window],
    [...boundParameters(job, demands), upWindow],
    ...thresholdParameters(job, demands),
  ];
}

/** The replicas that bear the load at the usual utilization, in ascending order. */
const demandsOf = (load: Load, podCapacity: number): Float64Array =>
  (load.values[0] ?? new Float64Array()).map(value => value / podCapacity / usualShare).toSorted();

function windowParameter(
  spec: AutoscalerSpec,
  direction: "scaleUp" | "scaleDown",
  values: readonly number[],
  { usual }: { readonly usual: number },
): Parameter {
  const today = spec.behavior?.[direction]?.stabilizationWindowSeconds ?? usual;
  const path = ["behavior", direction, "stabilizationWindowSeconds"];
  const name = direction === "scaleDown" ? "scale-down window" : "scale-up window";
  return parameterOf(name, `${today} s`, settingsOf(path, values, " s"));
}

/** The bounds of today, and those that the past would have used. */
function boundParameters({ object, world }: PodJob, demands: Float64Array): Parameter[] {
  const { minReplicas, maxReplicas } = withDefaults(object.spec, world.settings);
  const needed = (share: number): number => Math.max(1, Math.ceil(quantileOf(demands, share)));
  const bound = (name: string, field: string, today: number, values: readonly number[]) =>
    parameterOf(name, String(today), settingsOf([field], values));
  // What the load needs at its lowest. A minimum near the mean would stay when the load has gone.
  const least = [needed(0.05)].filter(value => value <= maxReplicas);
  // One sample that is wrong asks for no maximum.
  const highest = Math.min(mostGrowth * maxReplicas, Math.ceil(1.2 * needed(0.999)));
  const most = [highest].filter(value => value > maxReplicas);
  return [
    // An object that may idle keeps that.
    ...(minReplicas > 0 ? [bound("minimum", "minReplicas", minReplicas, least)] : []),
    bound("maximum", "maxReplicas", maxReplicas, most),
  ];
}

interface Followed {
  readonly path: readonly string[];
  readonly plan: MetricPlan;
  readonly target: MetricTarget;
  /** The load of a pod at this target, as a share of what it bears. */
  readonly share: number;
}

/** The metrics that follow the load and have a target for each pod. */
const followedBy = ({ object, plans, world }: PodJob): Followed[] =>
  withDefaults(object.spec, world.settings).metrics.flatMap((metric, index) => {
    const target = namedSource<Targeted | null>(metric, null)?.target;
    const plan = plans[index];
    const load = target && plan?.column === 0 ? loadOfPod(target, plan) : null;
    if (!target || !plan || load === null) return [];
    const path = ["metrics", String(index), sourceKey(metric.type), "target"];
    return [{ path, plan, target, share: load / world.podCapacity }];
  });

/** All targets that follow the load, in proportion to the one that asks for the most pods; null: there is none. */
function targetParameter(job: PodJob, { safe, whole }: Shares): Parameter | null {
  const { object, world } = job;
  const followed = followedBy(job);
  const [lead] = followed.toSorted((a, b) => a.share - b.share);
  if (!lead) return null;
  // The default metric is not in the spec.
  const isDefault = (object.spec.metrics ?? []).length === 0;
  const { metrics } = withDefaults(object.spec, world.settings);
  const given = { ...object.spec, metrics };
  const today: Aimed = { text: textOf(lead.target), edits: [], share: lead.share };
  const settings = new Map([[today.text, today]]);
  for (const percent of percents) {
    const share = (percent / 100) * whole;
    const by = share / lead.share;
    const isSafe = followed.every(each => {
      const load = loadOfPod(scaled(each.target, by), each.plan) ?? Infinity;
      return load / world.podCapacity <= Math.max(safe, each.share);
    });
    const text = textOf(scaled(lead.target, by));
    if (!isSafe || settings.has(text)) continue;
    const edits = followed.flatMap(({ path, target }): Edit[] =>
      Object.entries<unknown>({ ...scaled(target, by) }).map(([field, value]) => ({
        path: [...path, field],
        value,
      })),
    );
    const all = isDefault ? [{ path: ["metrics"], value: withEdits(given, edits).metrics }] : edits;
    settings.set(text, { text, share, edits: all });
  }
  const sorted = [...settings.values()].toSorted((a, b) => a.share - b.share);
  return { name: "target", today, settings: sorted, costFalls: true };
}

type Aimed = Setting & Pick<Followed, "share">;

/** As an HPA stores it: whole percentages; three digits of a quantity. */
const scaled = ({ averageUtilization, averageValue }: MetricTarget, by: number): MetricTarget =>
  averageUtilization != null
    ? { averageUtilization: Math.max(1, Math.round(averageUtilization * by)) }
    : { averageValue: rounded(averageValue ?? "", by) };

const textOf = ({ averageUtilization, averageValue }: MetricTarget): string =>
  averageUtilization == null ? String(averageValue) : `${averageUtilization}%`;
