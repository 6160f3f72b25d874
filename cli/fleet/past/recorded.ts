import { valueAt } from "../../../engine/schema/structure.ts";
import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { Grid, GridSeries } from "../../../kube/prometheus/client.ts";
import type { FleetObject } from "../model/inventory.ts";
import type { Series } from "../model/assessment.ts";
import type { Answers } from "./reader.ts";

/** The series of one autoscaler and of its target, at the times of their grids. */
export interface Recorded {
  readonly start: EpochMs;
  readonly step: number;
  readonly length: number;
  readonly status: readonly GridSeries[];
  /** NaN: absent. */
  readonly ready: Float64Array;
  readonly replicas: Float64Array;
  readonly current: Float64Array;
  readonly active: Float64Array;
  /** By what they are: `min`, `max`, `generation`, `target`. */
  readonly spec: readonly GridSeries[];
  readonly specGrid: Grid;
  readonly usage: { readonly grid: Grid; readonly series: readonly GridSeries[] } | null;
  readonly startsMs: readonly number[];
}

const noGrid: Grid = { start: 0, step: 300_000, length: 0, series: [] };

/** The name of the HorizontalPodAutoscaler; of KEDA's, for a ScaledObject. */
function autoscalerOf({ kind, name, manifest }: FleetObject): string {
  if (kind === "HorizontalPodAutoscaler") return name;
  const own = valueAt(manifest, ["spec", "advanced", "horizontalPodAutoscalerConfig", "name"]);
  return typeof own === "string" && own !== "" ? own : `keda-hpa-${name}`;
}

export function recordedOf(object: FleetObject, answers: Answers): Recorded {
  const { autoscaler: label, pod } = answers.discovered.names;
  const name = autoscalerOf(object);
  const { target } = object;
  const { status = noGrid, counts = noGrid, spec = noGrid, starts = noGrid, usage } = answers;
  const own = ({ series }: Grid) => series.filter(({ labels }) => labels[label] === name);
  const { length } = counts;
  const valuesOf = (what: string, by: string, of: string): Float64Array =>
    counts.series.find(({ labels }) => labels["what"] === what && labels[by] === of)?.values ??
    new Float64Array(length).fill(NaN);
  const current = valuesOf("current", label, name);
  const kind = target.kind.toLowerCase();
  // Only these tell their replicas: a Rollout has those that the autoscaler saw.
  const isCounted = kind === "deployment" || kind === "statefulset";
  const counted = (what: string) => (isCounted ? valuesOf(what, kind, target.name) : current);
  return {
    ...{ start: counts.start, step: counts.step, length },
    ...{ status: own(status), spec: own(spec), specGrid: spec },
    ...{ ready: counted("ready"), replicas: counted("replicas"), current },
    active: valuesOf("active", label, name),
    usage: usage
      ? {
          grid: usage,
          series: usage.series.filter(({ labels }) => labels["workload"] === target.name),
        }
      : null,
    startsMs: startsIn(starts, pod, object),
  };
}

/** Later, a pod is ready again rather than for the first time. */
const longestStartMs = 3_600_000;

/** From the creation of each pod of the target until it was ready for the first time. */
function startsIn({ series }: Grid, label: string, { target: { kind, name } }: FleetObject) {
  const parts = kind === "StatefulSet" ? 1 : 2;
  return series.flatMap(({ labels, values }) => {
    const pod = labels[label] ?? "";
    const rest = pod.startsWith(`${name}-`) ? pod.slice(name.length + 1) : "";
    if (rest === "" || rest.split("-").length !== parts) return [];
    const ms = 1000 * values.reduce((least, value) => (value < least ? value : least), Infinity);
    return ms > 0 && ms <= longestStartMs ? [ms] : [];
  });
}

/** Where a value changes; the values of a grid at its times. */
export function seriesOf(values: Float64Array, start: EpochMs, step: number): Series {
  const at: number[] = [];
  values.forEach((value, index) => {
    if (index === 0 || !Object.is(value, values[index - 1])) at.push(index);
  });
  return {
    times: Float64Array.from(at, index => start + index * step),
    values: Float64Array.from(at, index => values[index] ?? NaN),
  };
}
