import { milliOrZero } from "../../../engine/model/values/quantity.ts";
import type { EpochMs } from "../../../engine/model/values/result.ts";
import { sourceIn } from "../../../engine/model/spec/metric.ts";
import type { PodJob } from "../../simulate/world/pod-job.ts";
import { loadOfPod } from "../../simulate/world/metrics.ts";
import type { Past } from "../past/past-of.ts";
import type { Series } from "../past/recorded.ts";

/** As upstream. */
const usualWindowSeconds = 300;
/** From a load until its replicas are recorded. */
const slackMs = 120_000;
/** Policies may delay a scale-down, and the replay follows them, too. */
const recentMs = 600_000;

/**
 * How many replicas the known metrics explain at most, at times that do not fall: an autoscaler keeps the largest
 * size of its window for scale-down. What the replay has, they explain.
 */
export function possibleSizes(
  { object, plans }: PodJob,
  { load }: Past,
  replayed: Series,
): (time: EpochMs) => number {
  const { metrics, behavior } = object.spec;
  const perPod = (metrics ?? []).map((metric, at) => {
    const target = sourceIn(metric).target;
    const plan = plans[at];
    if (!target || !plan) return { column: 0, load: Infinity };
    const value = Number(milliOrZero(target.value ?? "0")) / 1000;
    return { column: plan.column, load: loadOfPod(target, plan) ?? value };
  });
  const wanted = load.times.map((_, at) =>
    perPod.reduce(
      (most, { column, load: each }) =>
        each > 0 ? Math.max(most, Math.ceil((load.values[column]?.[at] ?? 0) / each)) : most,
      1,
    ),
  );
  const window = behavior?.scaleDown?.stabilizationWindowSeconds ?? usualWindowSeconds;
  const known = recentMaximum({ times: load.times, values: wanted }, window * 1000 + slackMs);
  const recent = recentMaximum(replayed, recentMs);
  return time => Math.max(known(time), recent(time));
}

/** The largest value that held at a time or so long before it. */
function recentMaximum({ times, values }: Series, reachMs: number): (time: EpochMs) => number {
  /** Falling values, each with the time until which it counts. */
  const queue: { readonly value: number; readonly until: EpochMs }[] = [];
  let next = 0;
  const add = (value: number, until: EpochMs): void => {
    while ((queue.at(-1)?.value ?? Infinity) <= value) queue.pop();
    queue.push({ value, until });
  };
  return time => {
    for (; (times[next] ?? Infinity) <= time; next += 1) {
      add(values[next] ?? 0, (times[next + 1] ?? Infinity) + reachMs);
    }
    while ((queue[0]?.until ?? Infinity) < time) queue.shift();
    return queue[0]?.value ?? 0;
  };
}
