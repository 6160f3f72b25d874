import { valueAt } from "../../../engine/schema/structure.ts";
import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { GridSeries } from "../../../kube/prometheus/client.ts";
import type { FleetObject } from "../model/inventory.ts";
import type { Answers, Grid, Window } from "./answers.ts";

/** Values that hold from their time until the next one; NaN: unknown. */
export interface Series {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/** The series of one autoscaler and of its target, `step` milliseconds apart from the start of the window. */
export interface Recorded {
  readonly window: Window;
  readonly step: number;
  readonly length: number;
  readonly status: readonly GridSeries[];
  /** NaN: absent. */
  readonly ready: Float64Array;
  readonly replicas: Float64Array;
  readonly current: Float64Array;
  readonly active: Float64Array;
  /** By the label `what`: `min`, `max`, `generation`, `target`. */
  readonly spec: Grid;
  readonly startsMs: readonly number[];
}

/** The name of the HorizontalPodAutoscaler; of KEDA's, for a ScaledObject. */
function autoscalerOf({ kind, name, manifest }: FleetObject): string {
  if (kind === "HorizontalPodAutoscaler") return name;
  const own = valueAt(manifest, ["spec", "advanced", "horizontalPodAutoscalerConfig", "name"]);
  return typeof own === "string" && own !== "" ? own : `keda-hpa-${name}`;
}

export function recordedOf(object: FleetObject, answers: Answers): Recorded {
  const name = autoscalerOf(object);
  const { target } = object;
  const { status, counts, spec, starts, discovered, window } = answers;
  const own = ({ series }: Grid) =>
    series.filter(({ labels }) => labels["horizontalpodautoscaler"] === name);
  const counted = (what: string, by: string, of: string): Float64Array =>
    counts.series.find(({ labels }) => labels["what"] === what && labels[by] === of)?.values ??
    new Float64Array(counts.length).fill(NaN);
  const current = counted("current", "horizontalpodautoscaler", name);
  const kind = target.kind.toLowerCase();
  // Only these tell their replicas: a Rollout has those that the autoscaler saw.
  const isCounted = kind === "deployment" || kind === "statefulset";
  return {
    ...{ window, step: counts.step, length: counts.length, current },
    ...{ status: own(status), spec: { ...spec, series: own(spec) } },
    ready: isCounted ? counted("ready", kind, target.name) : current,
    replicas: isCounted ? counted("replicas", kind, target.name) : current,
    active: counted("active", "horizontalpodautoscaler", name),
    startsMs: startsIn(starts, `${discovered.prefix}pod`, object),
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

/** Reads a series at times that do not fall. */
export function cursorOf({ times, values }: Series): (time: EpochMs) => number {
  let at = -1;
  return time => {
    while ((times[at + 1] ?? Infinity) <= time) at += 1;
    return values[at] ?? NaN;
  };
}
