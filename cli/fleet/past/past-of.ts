import { err, ok, type EpochMs, type Result } from "../../../engine/model/values/result.ts";
import type { Load } from "../../simulate/load/load.ts";
import type { SimulatedObject } from "../../simulate/objects.ts";
import type { PodStart } from "../../simulate/world/pod-start.ts";
import { printable } from "../../terminal/printable.ts";
import { spanText } from "../../terminal/times.ts";
import type { FleetObject, Workload } from "../model/inventory.ts";
import type { Answers } from "./answers.ts";
import { type Change, latestChange } from "./changes.ts";
import { capacityOf, type Measured, measuredBy } from "./measured.ts";
import { type Recorded, recordedOf, type Series, seriesOf } from "./recorded.ts";

/** What Prometheus knows of one object. */
export interface Past {
  /** Between two samples of kube-state-metrics. */
  readonly stepMs: number;
  /** Rebuilt from what the HPA measured; a column for each metric, the leading one first. */
  readonly load: Load;
  /** How it was rebuilt, for people. */
  readonly method: string;
  /** The recorded spec.replicas of the target. */
  readonly replicas: Series;
  /** The bounds in force; a change begins a new part. */
  readonly minReplicas: Series;
  readonly maxReplicas: Series;
  readonly podStart: PodStart;
  /** What a ready pod bears of the load at most: its limit, or its request without one. */
  readonly podCapacity: number;
  /** By the name of a metric: what one unit of the load is in it. */
  readonly factors: ReadonlyMap<string, number>;
  /** null: targets and bounds are as they are now for all of it. */
  readonly lastChange: Change | null;
  readonly evidence: Evidence;
}

/** What a past says about whether it can be replayed. Shares of the time are 0 to 1. */
interface Evidence {
  /** The autoscaler was not active. */
  readonly inactive: number;
  /** The pods used what their limit allows. */
  readonly saturated: number;
  /** Whether the target ever had no replicas. */
  readonly hadNone: boolean;
}

interface Subject {
  readonly object: FleetObject;
  /** null: it was not read. */
  readonly workload: Workload | null;
}

/** How often an autoscaler measures. */
const slotMs = 15_000;

/** Rebuilds what an autoscaler measured. Errors: a sentence about what is missing. */
export function pastOf(
  { object, workload }: Subject,
  { spec }: SimulatedObject,
  answers: Answers,
): Result<Past, string> {
  const recorded = recordedOf(object, answers);
  const all = leadingFirst(
    (spec.metrics ?? []).map(metric => measuredBy(metric, recorded, workload)),
  );
  const [leading] = all;
  if (!leading) return err("it has no metrics");
  const problem = seriesProblem(all);
  if (problem !== null) return err(problem);
  const { step, window } = recorded;
  const start = window.from - answers.discovered.lagMs - slotMs;
  const load = loadOf(all, recorded, start);
  if (!load) return err("nothing of its load was recorded");
  const podCapacity = capacityOf(leading);
  const bound = (what: string): Series => {
    const found = recorded.spec.series.find(({ labels }) => labels["what"] === what);
    return seriesOf(found?.values ?? new Float64Array(), window.from, recorded.spec.step);
  };
  return ok({
    ...{ stepMs: step, load, podCapacity },
    method: `from what it measured itself, every ${spanText(step)}; ${capacityNote(leading)}`,
    replicas: seriesOf(recorded.replicas, window.from, step),
    ...{ minReplicas: bound("min"), maxReplicas: bound("max") },
    podStart: podStartOf(recorded, workload),
    factors: new Map(
      all.map(({ name, isUtilization, request }) => [
        name,
        isUtilization ? podCapacity / (request ?? 1) : 1,
      ]),
    ),
    lastChange: latestChange(recorded, spec),
    evidence: evidenceIn(recorded, leading),
  });
}

/** What a pod bears is known best for CPU, and least for memory, which does not fall when there are more pods. */
const leadingFirst = (all: readonly Measured[]): readonly Measured[] => {
  const rank = ({ resource }: Measured): number =>
    resource === "cpu" ? 0 : resource === null ? 1 : 2;
  return all.toSorted((a, b) => rank(a) - rank(b));
};

/** null: each metric has a series of its own. */
function seriesProblem(all: readonly Measured[]): string | null {
  const names = all.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) {
    return `two of its metrics are called ${printable(twice)}, and their series are one`;
  }
  const missing = all.filter(({ perPod }) => perPod === null).map(({ name }) => printable(name));
  return missing.length > 0 ? `no series tells what it measured of ${missing.join(", ")}` : null;
}

/** With a gap where a metric is unknown, or the autoscaler was not active; null: there is nothing else. */
function loadOf(all: readonly Measured[], recorded: Recorded, start: EpochMs): Load | null {
  const { length, step, active } = recorded;
  const columns = all.map(({ perPod, count }) =>
    Float64Array.from({ length }, (_, at) => (perPod?.[at] ?? NaN) * (count[at] ?? NaN)),
  );
  const isKnown = (at: number): boolean =>
    active[at] !== 0 && columns.every(column => (column[at] ?? NaN) >= 0);
  const kept: number[] = [];
  const gaps: Load["gaps"][number][] = [];
  let last = -1;
  for (let at = 0; at < length; at += 1) {
    if (!isKnown(at)) continue;
    const isAfterGap = last >= 0 && at > last + 1;
    if (isAfterGap) gaps.push({ from: start + (last + 1) * step, to: start + at * step });
    const isSame = last >= 0 && columns.every(column => column[at] === column[last]);
    if (!isSame || isAfterGap) kept.push(at);
    last = at;
  }
  if (last < 0) return null;
  return {
    ...{ source: "Prometheus", columns: all.map(({ name }) => name), gaps, notes: [] },
    times: Float64Array.from(kept, at => start + at * step),
    values: columns.map(column => Float64Array.from(kept, at => column[at] ?? 0)),
    end: start + (last + 1) * step,
  };
}

function capacityNote({ limit, request, resource }: Measured): string {
  if (limit !== null) return "a pod is assumed to bear its limit";
  return request !== null && resource !== null
    ? "a pod is assumed to bear its request, as it has no limit"
    : "a pod is assumed to bear a third more than its target";
}

/** Fewer pods say nothing about a distribution. */
const leastPods = 10;

function podStartOf({ startsMs }: Recorded, workload: Workload | null): PodStart {
  if (startsMs.length >= leastPods) {
    return { type: "Recorded", ms: startsMs, source: "kube-state-metrics" };
  }
  const sampled = workload?.startMs ?? [];
  return sampled.length > 0
    ? { type: "Recorded", ms: [...sampled, ...startsMs], source: "the cluster" }
    : { type: "Constant", ms: 60_000 };
}

/** Pods that use so much of their limit could use more. */
const atLimit = 0.93;

function evidenceIn(
  { active, replicas }: Recorded,
  { perPod, limit, resource }: Measured,
): Evidence {
  const most = resource === "cpu" && limit !== null ? atLimit * limit : Infinity;
  return {
    inactive: shareOf(active, value => value !== 1),
    saturated: shareOf(perPod ?? new Float64Array(), value => value >= most),
    hadNone: replicas.includes(0),
  };
}

function shareOf(values: Float64Array, is: (value: number) => boolean): number {
  const known = values.filter(value => !Number.isNaN(value));
  return known.length === 0 ? 0 : known.filter(is).length / known.length;
}
