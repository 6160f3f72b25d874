import { milliOrZero } from "../../../engine/model/values/quantity.ts";
import { resourceOf } from "../../../engine/sources/registry.ts";
import { sourceIn } from "../../../engine/model/spec/metric.ts";
import type { MetricSpec } from "../../../engine/model/spec/autoscaler-spec.ts";
import { quantileOf } from "../../simulate/load/load.ts";
import { usualShare } from "../../simulate/world/pod-job.ts";
import { plainName } from "../../simulate/world/metrics.ts";
import type { Workload } from "../model/inventory.ts";
import type { Recorded } from "./recorded.ts";

/** One metric of an autoscaler: what it measured, as a load of all pods. CPU in cores, memory in bytes. */
export interface Measured {
  readonly name: string;
  readonly resource: string | null;
  readonly container: string | null;
  /** What the autoscaler measured for each pod, or in all; null: there is no series. */
  readonly perPod: Float64Array | null;
  /** By what it is multiplied: ready pods, or those that the autoscaler counts. */
  readonly count: Float64Array;
  /** Of one pod; null: unknown, and then the load is in requests. */
  readonly request: number | null;
  readonly limit: number | null;
  readonly isUtilization: boolean;
  /** The load of a pod that is at its target. */
  readonly atTarget: number;
}

export function measuredBy(
  metric: MetricSpec,
  recorded: Recorded,
  workload: Workload | null,
): Measured {
  const name = plainName(metric);
  const { resource = null, container = null } = resourceOf(metric) ?? {};
  const status = (type: string) => statusOf(recorded, { name, container, type });
  const [average, percent] = [status("average"), status("utilization")];
  const request = requestFor(
    impliedRequest(average, percent),
    amountOf(workload, "requests", { resource, container }),
  );
  const { averageUtilization, averageValue, value } = sourceIn(metric).target ?? {};
  const limit = amountOf(workload, "limits", { resource, container });
  const common = { name, resource, container, request, limit };
  const steady = steadyReady(recorded);
  if (averageUtilization != null) {
    const perPod = finest(average, percent, request);
    const atTarget = (averageUtilization / 100) * (request ?? 1);
    return { ...common, ...{ perPod, count: steady, atTarget, isUtilization: true } };
  }
  const atTarget = Number(milliOrZero(averageValue ?? value ?? "0")) / 1000;
  const own = { ...common, atTarget, isUtilization: false };
  if (averageValue == null) return { ...own, perPod: status("value"), count: steady };
  const count = isShared(metric) ? counted(recorded.current, steady) : steady;
  return { ...own, perPod: average, count };
}

/** Its average is the whole divided by all replicas. */
const isShared = ({ type }: MetricSpec): boolean => type === "Object" || type === "External";

interface Named {
  readonly name: string;
  readonly container: string | null;
  readonly type: string;
}

/** Before kube-state-metrics 2.19, a series does not tell its container. */
function statusOf({ status }: Recorded, { name, container, type }: Named): Float64Array | null {
  const found = status.filter(
    ({ labels }) => labels["metric_name"] === name && labels["metric_target_type"] === type,
  );
  const ofContainer = found.find(({ labels }) =>
    [labels["container"], labels["exported_container"]].includes(container ?? ""),
  );
  return (ofContainer ?? found[0])?.values ?? null;
}

/** As many as are ready now and were 30 seconds ago: the autoscaler takes no sample of others. */
function steadyReady({ ready, step }: Recorded): Float64Array {
  const before = Math.max(1, Math.round(30_000 / step));
  return ready.map((now, at) => Math.min(now, ready[Math.max(0, at - before)] ?? now));
}

const counted = (current: Float64Array, otherwise: Float64Array): Float64Array =>
  current.some(value => !Number.isNaN(value)) ? current : otherwise;

const known = (values: Float64Array): number =>
  values.reduce((count, value) => (Number.isNaN(value) ? count : count + 1), 0);

/** Older versions of kube-state-metrics have an average only where it is a whole number. */
const enough = 0.9;

/**
 * Averages are finer than percentages, which are rounded down. Without a request, only percentages can be compared with
 * a target.
 */
function finest(
  average: Float64Array | null,
  percent: Float64Array | null,
  request: number | null,
): Float64Array | null {
  const isEnough = average && (!percent || known(average) >= enough * known(percent));
  if (isEnough === true && request !== null) return average;
  return percent?.map(value => ((value + 0.5) / 100) * (request ?? 1)) ?? null;
}

/** Below it, a percentage is too coarse to divide by. */
const leastPercent = 20;

/** The median of what the two measurements say; null: they are not both recorded. */
function impliedRequest(average: Float64Array | null, percent: Float64Array | null): number | null {
  if (!average || !percent) return null;
  const all = average
    .map((use, at) =>
      (percent[at] ?? 0) < leastPercent ? NaN : (100 * use) / ((percent[at] ?? 0) + 0.5),
    )
    .filter(value => value > 0);
  return all.length === 0 ? null : quantileOf(all.toSorted(), 0.5);
}

/** Beyond it, an admission webhook has changed what the pods request. */
const closeEnough = 0.15;

function requestFor(implied: number | null, own: number | null): number | null {
  if (implied === null || own === null) return own ?? implied;
  return Math.abs(implied / own - 1) > closeEnough ? implied : own;
}

/** Of the measured containers of a pod; null: one of them has none. */
function amountOf(
  workload: Workload | null,
  field: "requests" | "limits",
  { resource, container }: Pick<Measured, "resource" | "container">,
): number | null {
  if (resource !== "cpu" && resource !== "memory") return null;
  const measured = (workload?.containers ?? []).filter(
    ({ name }) => container === null || name === container,
  );
  const amounts = measured.map(each => each[field][resource] ?? NaN);
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  return amounts.length === 0 || Number.isNaN(sum) ? null : sum;
}

/**
 * What a ready pod bears: its limit; without one, its request, or more if its target is above the usual share of that.
 */
export const capacityOf = ({ limit, request, atTarget, isUtilization }: Measured): number =>
  limit ?? Math.max(request ?? (isUtilization ? 1 : 0), atTarget / usualShare);
