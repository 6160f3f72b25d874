import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { Grid, GridSeries } from "../../../kube/prometheus/client.ts";
import type { Discovered } from "../past/names.ts";
import type { Answers, Window } from "../past/reader.ts";
import { stateSeries, type StateSeries } from "./state-metrics.ts";
import type { Truth } from "./truth.ts";

export const usualNames: Discovered["names"] = {
  ...{ prefix: "kube_horizontalpodautoscaler_", autoscaler: "horizontalpodautoscaler" },
  ...{ namespace: "namespace", pod: "pod", container: "container", matchers: [] },
  usage: "container_cpu_usage_seconds_total",
};

/** What a Prometheus would answer about these autoscalers of one namespace. */
export function answersOf(truths: readonly Truth[], window: Window, stepMs: number): Answers {
  const all = truths.flatMap(truth => stateSeries(truth));
  const named = (name: string) => all.filter(series => series.name === name);
  const own = (name: string) => named(`kube_horizontalpodautoscaler_${name}`);
  const what = (mark: string, series: readonly StateSeries[]) =>
    series.map(each => ({ ...each, labels: { ...each.labels, what: mark } }));
  const at = (step: number, series: readonly StateSeries[]) => gridOf(series, window, step);
  return {
    discovered: { names: usualNames, stepMs, lagMs: 0 },
    status: at(stepMs, own("status_target_metric")),
    counts: at(stepMs, [
      ...what("ready", named("kube_deployment_status_replicas_ready")),
      ...what("replicas", named("kube_deployment_spec_replicas")),
      ...what("current", own("status_current_replicas")),
      ...what("active", own("status_condition")),
    ]),
    spec: at(300_000, [
      ...what("min", own("spec_min_replicas")),
      ...what("max", own("spec_max_replicas")),
      ...what("generation", own("metadata_generation")),
      ...what("target", own("spec_target_metric")),
    ]),
  };
}

function gridOf(series: readonly StateSeries[], { from, to }: Window, step: number): Grid {
  const length = Math.ceil((to - from) / step);
  const valuesOf = ({ labels, valueAt }: StateSeries): GridSeries => ({
    labels,
    values: Float64Array.from({ length }, (_, index) => valueAt(timeOf(index))),
  });
  const timeOf = (index: number): EpochMs => from + index * step;
  return { start: from, step, length, series: series.map(valuesOf) };
}

/** The usage of each Deployment, as the mean of two samples around each time. */
export function usageGrid(truths: readonly Truth[], { from, to }: Window, step: number): Grid {
  const length = Math.ceil((to - from) / step);
  const series = truths.map(({ scenario: { name, load } }): GridSeries => {
    const [times, values] = [load.times, load.values[0] ?? new Float64Array()];
    let at = 0;
    const sums = Float64Array.from({ length }, (_, index) => {
      const [begin, end] = [from + (index - 1) * step, from + (index + 1) * step];
      while ((times[at] ?? Infinity) < begin) at += 1;
      let [sum, count] = [0, 0];
      for (let each = at; (times[each] ?? Infinity) < end; each += 1) {
        sum += values[each] ?? 0;
        count += 1;
      }
      return count === 0 ? NaN : sum / count;
    });
    return { labels: { workload: name, container: "main" }, values: sums };
  });
  return { start: from, step, length, series };
}
