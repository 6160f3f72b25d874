import { ok, type EpochMs, type Result } from "../../../engine/model/values/result.ts";
import type { GridSeries, PrometheusClient } from "../../../kube/prometheus/client.ts";
import { type Keeping, keptRange } from "../../simulate/load/kept-range.ts";
import { type Discovered, quoted } from "./discover.ts";

/** Whole days: from midnight in UTC until the end of the past. */
export interface Window {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** Series at equal distances from the start of a window. */
export interface Grid {
  readonly step: number;
  readonly length: number;
  readonly series: readonly GridSeries[];
}

/**
 * What is known of a namespace.
 *
 * status  what the autoscalers measured
 * counts  replicas and ready pods, and whether an autoscaler is active, by the label `what`
 * spec    bounds, targets and generation, by the label `what`
 * starts  how long each pod took until it was ready
 */
export type Answers = Readonly<Record<"status" | "counts" | "spec" | "starts", Grid>> & {
  readonly discovered: Discovered;
  readonly window: Window;
};

interface Ports extends Keeping {
  readonly client: Pick<PrometheusClient, "address" | "range">;
  readonly discovered: Discovered;
}

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
/** Prometheus answers with at most 11,000 points of a series. */
const mostPoints = 10_000;
/** Of all series in an answer, which has 20 bytes for each. */
const mostNumbers = 600_000;
const seriesPerObject = 4;
const mostDays = 7;

/**
 * Asks about a namespace.
 *
 * @param objects  how many autoscalers it has
 *
 * Errors  a sentence.
 */
export async function answersFor(
  { discovered, ...ports }: Ports,
  { namespace, objects }: { readonly namespace: string; readonly objects: number },
  window: Window,
): Promise<Result<Answers, string>> {
  const read = (query: string, step: number) => gridOf(ports, { query, step, objects }, window);
  const queries = queriesFor(discovered, namespace);
  const [status, counts, spec, starts] = await Promise.all([
    read(queries.status, discovered.stepMs),
    read(queries.counts, discovered.stepMs),
    read(queries.spec, 5 * minuteMs),
    read(queries.starts, 60 * minuteMs),
  ]);
  if (!status.ok) return status;
  if (!counts.ok) return counts;
  if (!spec.ok) return spec;
  if (!starts.ok) return starts;
  const grids = { status: status.value, counts: counts.value, spec: spec.value };
  return ok({ ...grids, starts: starts.value, discovered, window });
}

interface Question {
  readonly query: string;
  readonly step: number;
  readonly objects: number;
}

/** Parts of whole days begin at the same times in every run, so that they can be kept. */
async function gridOf(
  { client, ...keeping }: Omit<Ports, "discovered">,
  { query, step, objects }: Question,
  { from, to }: Window,
): Promise<Result<Grid, string>> {
  const perDay = dayMs / step;
  const fitting = Math.min(
    mostDays,
    mostPoints / perDay,
    mostNumbers / perDay / seriesPerObject / objects,
  );
  const part = Math.max(1, Math.floor(fitting)) * dayMs;
  const length = Math.ceil((to - from) / step);
  const series = new Map<string, GridSeries>();
  for (let start = from; start < to;) {
    const next = Math.min(to, (Math.floor(start / part) + 1) * part);
    const answer = await keptRange(client, { query, step, start, end: next - step }, keeping);
    if (!answer.ok) return answer;
    for (const { labels, values } of answer.value) {
      const key = JSON.stringify(labels);
      const whole = series.get(key) ?? { labels, values: new Float64Array(length).fill(NaN) };
      series.set(key, whole);
      whole.values.set(values, (start - from) / step);
    }
    start = next;
  }
  return ok({ step, length, series: [...series.values()] });
}

function queriesFor({ prefix, matchers }: Discovered, namespace: string) {
  const [pod, container] = [`${prefix}pod`, `${prefix}container`];
  const all = [...matchers, `${prefix}namespace=${quoted(namespace)}`];
  // Replicas of kube-state-metrics all have the same.
  const by = (labels: string, series: string, ...more: readonly string[]): string =>
    `max by (${labels}) (${series}{${[...all, ...more].join(",")}})`;
  const own = (labels: string, series: string, ...more: readonly string[]): string =>
    by(`horizontalpodautoscaler${labels}`, `kube_horizontalpodautoscaler_${series}`, ...more);
  const metric = `, metric_name, metric_target_type, ${container}`;
  const counts = {
    replicas: `${by("deployment", "kube_deployment_spec_replicas")} or ${by("statefulset", "kube_statefulset_replicas")}`,
    ready: `${by("deployment", "kube_deployment_status_replicas_ready")} or ${by("statefulset", "kube_statefulset_status_replicas_ready")}`,
    current: own("", "status_current_replicas"),
    active: own("", "status_condition", `condition="ScalingActive"`, `status="true"`),
  };
  const spec = {
    min: own("", "spec_min_replicas"),
    max: own("", "spec_max_replicas"),
    generation: own("", "metadata_generation"),
    target: own(metric, "spec_target_metric"),
  };
  return {
    status: own(metric, "status_target_metric"),
    counts: marked(counts),
    spec: marked(spec),
    starts: `${by(pod, "kube_pod_status_ready_time")} - on (${pod}) ${by(pod, "kube_pod_created")}`,
  };
}

/** All of them in one answer, by the label `what`. */
const marked = (queries: Readonly<Record<string, string>>): string =>
  Object.entries(queries)
    .map(([what, query]) => `label_replace(${query}, "what", "${what}", "", "")`)
    .join(" or ");
