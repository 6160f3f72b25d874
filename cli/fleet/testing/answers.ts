import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { GridSeries } from "../../../kube/prometheus/client.ts";
import type { Answers, Grid, Window } from "../past/answers.ts";
import { stateSeries, type StateSeries } from "./state-metrics.ts";
import type { Truth } from "./truth.ts";

/** What a Prometheus would answer about these autoscalers of one namespace. */
export function answersOf(truths: readonly Truth[], window: Window, stepMs: number): Answers {
  const all = truths.flatMap(truth => stateSeries(truth));
  const named = (name: string) => all.filter(series => series.name === name);
  const own = (name: string) => named(`kube_horizontalpodautoscaler_${name}`);
  const what = (mark: string, series: readonly StateSeries[]) =>
    series.map(each => ({ ...each, labels: { ...each.labels, what: mark } }));
  const at = (step: number, series: readonly StateSeries[]) => gridOf(series, window, step);
  return {
    discovered: { prefix: "", matchers: [], stepMs, lagMs: 0 },
    window,
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
    starts: at(3_600_000, []),
  };
}

function gridOf(series: readonly StateSeries[], { from, to }: Window, step: number): Grid {
  const length = Math.ceil((to - from) / step);
  const valuesOf = ({ labels, valueAt }: StateSeries): GridSeries => ({
    labels,
    values: Float64Array.from({ length }, (_, index) => valueAt(timeOf(index))),
  });
  const timeOf = (index: number): EpochMs => from + index * step;
  return { step, length, series: series.map(valuesOf) };
}
