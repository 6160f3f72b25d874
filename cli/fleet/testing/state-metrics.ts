import { fieldsOf, type Fields } from "../../../engine/model/values/json-values.ts";
import type { EpochMs } from "../../../engine/model/values/result.ts";
import { plainName } from "../../simulate/world/metrics.ts";
import type { Metric } from "../../../engine/model/spec/metric.ts";
import { cursorOf as at } from "../past/recorded.ts";
import type { Truth } from "./truth.ts";

/** One series as kube-state-metrics has it: a value at a time; NaN: none. */
export interface StateSeries {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Times do not fall. */
  readonly valueAt: (time: EpochMs) => number;
}

const isoMiddle = ({ start, end }: Truth): EpochMs =>
  start + Math.floor((end - start) / 2 / 86_400_000) * 86_400_000;

/** What kube-state-metrics 2 has of an autoscaler, its Deployment and its pods. */
export function stateSeries(truth: Truth): readonly StateSeries[] {
  const { scenario, startsMs, start, end } = truth;
  const { namespace, name, spec, before = spec, request } = scenario;
  const specAt = (time: EpochMs): Fields => (time < isoMiddle(truth) ? before : spec);
  const autoscaler = { namespace, horizontalpodautoscaler: name };
  const deployment = { namespace, deployment: name };
  const own = (series: string): string => `kube_horizontalpodautoscaler_${series}`;
  const whole = (name: string, labels: StateSeries["labels"], valueAt: StateSeries["valueAt"]) => ({
    ...{ name, labels, valueAt },
  });
  const failing = scenario.failing?.map(share => start + share * (end - start)) ?? [0, 0];
  const isFailing = (time: EpochMs): boolean =>
    time >= (failing[0] ?? 0) && time < (failing[1] ?? 0);
  const metrics = (spec["metrics"] ?? []) as readonly Metric[];
  return [
    whole(own("spec_min_replicas"), autoscaler, time => Number(specAt(time)["minReplicas"] ?? 1)),
    whole(own("spec_max_replicas"), autoscaler, time => Number(specAt(time)["maxReplicas"])),
    whole(own("metadata_generation"), autoscaler, () => 0),
    whole(
      own("status_condition"),
      { ...autoscaler, condition: "ScalingActive", status: "true" },
      time => (isFailing(time) ? 0 : 1),
    ),
    whole(own("status_current_replicas"), autoscaler, at(truth.replicas)),
    whole("kube_deployment_spec_replicas", deployment, at(truth.replicas)),
    whole("kube_deployment_status_replicas_ready", deployment, at(truth.ready)),
    ...metrics.flatMap((metric, index) => {
      const named = plainName(metric);
      const status = truth.status[index] ?? {
        times: new Float64Array(),
        values: new Float64Array(),
      };
      const labels = { ...autoscaler, metric_name: named };
      const target = (time: EpochMs): number => {
        const each = ((specAt(time)["metrics"] ?? []) as readonly unknown[])[index];
        const resource = fieldsOf(fieldsOf(each)["resource"]);
        return Number(fieldsOf(resource["target"])["averageUtilization"] ?? NaN);
      };
      const [average, percent] = [at(status), at(status)];
      return [
        whole(
          own("status_target_metric"),
          { ...labels, metric_target_type: "average" },
          time => Math.round(average(time) * 1000) / 1000,
        ),
        ...(metric.type === "Resource"
          ? [
              whole(
                own("status_target_metric"),
                { ...labels, metric_target_type: "utilization" },
                time => Math.floor((100 * percent(time)) / request),
              ),
              whole(
                own("spec_target_metric"),
                { ...labels, metric_target_type: "utilization" },
                target,
              ),
            ]
          : []),
      ];
    }),
    ...startsMs.flatMap((ms, pod) => {
      const created = start + pod * 3_600_000;
      const labels = { namespace, pod: `${name}-6d4cf56db6-x${pod.toString(36).padStart(4, "2")}` };
      const lives = (time: EpochMs, value: number): number =>
        time >= created && time < created + 4 * 3_600_000 ? value : NaN;
      return [
        whole("kube_pod_created", labels, time => lives(time, created / 1000)),
        whole("kube_pod_status_ready_time", labels, time => lives(time, (created + ms) / 1000)),
      ];
    }),
  ];
}

interface Sampling {
  readonly start: EpochMs;
  readonly end: EpochMs;
  readonly stepMs: number;
}

export const withLabels = (
  all: readonly StateSeries[],
  more: StateSeries["labels"],
): readonly StateSeries[] => all.map(each => ({ ...each, labels: { ...each.labels, ...more } }));

/** In the OpenMetrics format with timestamps, as promtool stores it: the samples of a name are together. */
export function openMetrics(all: readonly StateSeries[], { start, end, stepMs }: Sampling): string {
  const lines: string[] = [];
  // A type would forbid names such as kube_pod_created, which has the end of one.
  for (const { name, labels, valueAt } of all.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const shown = Object.entries(labels).map(([key, value]) => `${key}="${value}"`);
    const head = `${name}{${shown.join(",")}}`;
    for (let time = start; time < end; time += stepMs) {
      const value = valueAt(time);
      if (!Number.isNaN(value)) lines.push(`${head} ${value} ${time / 1000}`);
    }
  }
  return `${lines.join("\n")}\n# EOF\n`;
}
