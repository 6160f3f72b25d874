import { err, ok, type EpochMs, type Result } from "../../../engine/model/values/result.ts";
import type { AutoscalerSpec } from "../../../engine/model/spec/autoscaler-spec.ts";
import type { Load } from "../../simulate/load/load.ts";
import type { PodStart } from "../../simulate/world/pod-start.ts";
import { printable } from "../../terminal/printable.ts";
import { spanText } from "../../terminal/times.ts";
import type { Evidence, Past } from "../model/assessment.ts";
import type { FleetObject, Workload } from "../model/inventory.ts";
import { latestChange } from "./changes.ts";
import { inSlots, medianRatio, onIncrements, slotMs, usageOf } from "./increments.ts";
import { capacityOf, type Measured, measuredBy } from "./measured.ts";
import type { Answers, Window } from "./reader.ts";
import { type Recorded, recordedOf, seriesOf } from "./recorded.ts";

interface Subject {
  readonly object: FleetObject;
  /** null: it was not read. */
  readonly workload: Workload | null;
}

/** Above it, the status alone lacks half of the noise that the autoscaler saw. */
const fineStepMs = 30_000;

/** Whether the past of an object also needs what cAdvisor measured. */
export function wantsUsage(subject: Subject, answers: Answers): boolean {
  const recorded = recordedOf(subject.object, answers);
  const measured = measuredOf(subject, recorded);
  if (!measured.ok) return false;
  return measured.value.some(
    ({ resource, perPod }) =>
      resource === "cpu" && (perPod === null || answers.discovered.stepMs > fineStepMs),
  );
}

/** Rebuilds what an autoscaler measured. Errors: a sentence about what is missing. */
export function pastOf(
  subject: Subject,
  answers: Answers,
  window: Window,
  seed = 1,
): Result<Past, string> {
  const recorded = recordedOf(subject.object, answers);
  const measured = measuredOf(subject, recorded);
  if (!measured.ok) return measured;
  const all = leadingFirst(measured.value);
  const [leading] = all;
  if (!leading) return err("it has no metrics");
  const rebuilt = rebuild(all, recorded, seed);
  if (typeof rebuilt === "string") return err(rebuilt);
  const { columns, step, method, needsGain } = rebuilt;
  const start = recorded.start - answers.discovered.lagMs - slotMs;
  const names = all.map(({ name }) => name);
  const load = loadOfColumns(columns, { names, start, step });
  if (!load) return err("nothing of its load was recorded");
  const podCapacity = capacityOf(leading);
  const { specGrid } = recorded;
  const bound = (what: string) =>
    seriesOf(
      recorded.spec.find(({ labels }) => labels["what"] === what)?.values ?? new Float64Array(),
      ...([specGrid.start, specGrid.step] as const),
    );
  const { spec } = measured;
  return ok({
    ...{ from: window.from, to: window.to, stepMs: recorded.step, load, podCapacity },
    method: `${method}; ${capacityNote(leading)}`,
    replicas: seriesOf(recorded.replicas, recorded.start, recorded.step),
    ...{ minReplicas: bound("min"), maxReplicas: bound("max") },
    podStart: podStartOf(recorded, subject.workload),
    factors: new Map(
      all.map(({ name, isUtilization, request }) => [
        name,
        isUtilization ? podCapacity / (request ?? 1) : 1,
      ]),
    ),
    evidence: {
      ...latestChange(recorded, all, { spec, to: window.to }),
      ...evidenceIn(recorded, all, leading),
      needsGain,
    },
  });
}

type MeasuredOf =
  | { readonly ok: true; readonly value: readonly Measured[]; readonly spec: AutoscalerSpec }
  | { readonly ok: false; readonly error: string };

function measuredOf({ object, workload }: Subject, recorded: Recorded): MeasuredOf {
  const { simulated } = object;
  if (!simulated.ok) return simulated;
  const { spec } = simulated.value;
  const value = (spec.metrics ?? []).map(metric => measuredBy(metric, recorded, workload));
  const names = value.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice === undefined) return { ok: true, value, spec };
  return err(`two of its metrics are called ${printable(twice)}, and their series are one`);
}

/** What a pod bears is known best for CPU, and least for memory, which does not fall when there are more pods. */
const leadingFirst = (all: readonly Measured[]): readonly Measured[] => {
  const rank = ({ resource, perPod }: Measured): number =>
    resource === "cpu" ? 0 : perPod === null ? 3 : resource === null ? 1 : 2;
  return all.toSorted((a, b) => rank(a) - rank(b));
};

interface Rebuilt {
  readonly columns: readonly Float64Array[];
  readonly step: number;
  readonly method: string;
  readonly needsGain: boolean;
}

/** Returns a sentence if nothing is known. */
function rebuild(all: readonly Measured[], recorded: Recorded, seed: number): Rebuilt | string {
  const { step, length } = recorded;
  const every = spanText(step);
  const [leading] = all;
  const [status = null, ...more] = all.map(measured => totalOf(measured, recorded));
  // What is missing must not decide.
  const others = more.map(other => other ?? new Float64Array(length));
  const usage = leading ? usageOf(recorded, leading) : null;
  if (!status) {
    if (!usage) return `no series tells what it measured of ${printable(leading?.name ?? "")}`;
    const method = `from the CPU of its ready pods every ${every}, since kube-state-metrics does not tell what it measured`;
    return { columns: [usage, ...others], step, method, needsGain: true };
  }
  const isCoarse = step > fineStepMs && leading?.resource === "cpu";
  if (!usage || !isCoarse) {
    const method = `from what it measured itself, every ${every}${isCoarse ? ", without the CPU of its pods" : ""}`;
    return { columns: [status, ...others], step, method, needsGain: false };
  }
  const columns = [
    onIncrements(status, usage, { step, seed }),
    ...others.map(column => inSlots(column, step / slotMs)),
  ];
  const method = `from the CPU of its ready pods every ${every}, in the size of what it measured itself`;
  return { columns, step: slotMs, method, needsGain: false };
}

/** Without the times in which the autoscaler was not active. null: it was not recorded. */
function totalOf({ perPod, count }: Measured, { active }: Recorded): Float64Array | null {
  if (!perPod) return null;
  return perPod.map((value, at) => (active[at] === 0 ? NaN : value * (count[at] ?? NaN)));
}

interface Shape {
  readonly names: readonly string[];
  readonly start: EpochMs;
  readonly step: number;
}

/** A load of columns at equal distances, with a gap where one of them is unknown; null: there is nothing else. */
function loadOfColumns(
  columns: readonly Float64Array[],
  { names, start, step }: Shape,
): Load | null {
  const length = columns[0]?.length ?? 0;
  const isKnown = (at: number): boolean =>
    columns.every(column => Number.isFinite(column[at]) && (column[at] ?? -1) >= 0);
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
    ...{ source: "Prometheus", columns: names, gaps, notes: [] },
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

const shareOf = (values: Float64Array, is: (value: number) => boolean): number => {
  const known = values.filter(value => !Number.isNaN(value));
  return known.length === 0 ? 0 : known.filter(is).length / known.length;
};

function evidenceIn(
  recorded: Recorded,
  all: readonly Measured[],
  leading: Measured,
): Pick<Evidence, "inactive" | "missing" | "saturated" | "againstUsage" | "hadNone"> {
  const usage = usageOf(recorded, leading);
  const [{ perPod, limit, resource }, status] = [leading, totalOf(leading, recorded)];
  const most = resource === "cpu" && limit !== null ? atLimit * limit : Infinity;
  return {
    inactive: shareOf(recorded.active, value => value !== 1),
    missing: all.flatMap(each => (each.perPod === null ? [each.name] : [])),
    saturated: shareOf(perPod ?? new Float64Array(), value => value >= most),
    againstUsage: status && usage ? medianRatio(status, usage) : null,
    hadNone: recorded.replicas.includes(0),
  };
}
