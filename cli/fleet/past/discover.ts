// cli/fleet/past/: what a Prometheus knows of the autoscalers of a cluster: series of kube-state-metrics. docs/fleet.md
// has the recipe and its accuracy.

import { err, ok, type EpochMs, type Result } from "../../../engine/model/values/result.ts";
import type { AnsweredSeries, PrometheusClient } from "../../../kube/prometheus/client.ts";
import { printable } from "../../terminal/printable.ts";
import { spanText } from "../../terminal/times.ts";

export interface Discovered {
  /** Before `namespace`, `pod` and `container`: without honorLabels, the scraped process takes the plain names. */
  readonly prefix: "" | "exported_";
  /** What each series must have, such as `cluster="prod"`. */
  readonly matchers: readonly string[];
  /** Between two points that are asked for. */
  readonly stepMs: number;
  /** How old a sample is at such a point. */
  readonly lagMs: number;
}

type Asking = Pick<PrometheusClient, "address" | "instant">;

interface Asked {
  /** A label and its value, such as `cluster=prod`. */
  readonly clusterLabel?: string | undefined;
  /** The end of the past. */
  readonly to: EpochMs;
}

const bounds = "kube_horizontalpodautoscaler_spec_max_replicas";

/** Finds how the series are labelled, and how often they are measured. Errors: a sentence. */
export async function discover(
  client: Asking,
  { clusterLabel, to }: Asked,
): Promise<Result<Discovered, string>> {
  const matchers = clusterLabel === undefined ? [] : [matcherOf(clusterLabel)];
  const series = `${bounds}{${matchers.join(",")}}`;
  const found = await client.instant(`topk(1, ${series})`, to);
  if (!found.ok) return found;
  const [first] = found.value;
  if (!first) {
    const where = clusterLabel === undefined ? "" : ` with ${printable(clusterLabel)}`;
    return err(
      `${client.address} has no ${bounds}${where}; the series of kube-state-metrics 2 are needed`,
    );
  }
  const prefix = "exported_namespace" in first.metric ? "exported_" : "";
  const crowd = clusterLabel === undefined ? await clustersProblem(client, to) : null;
  if (crowd !== null) return err(crowd);
  const rhythm = await rhythmOf(client, series, to);
  return rhythm.ok ? ok({ prefix, matchers, ...rhythm.value }) : rhythm;
}

/** JSON escapes as PromQL does. */
export const quoted = (text: string): string => JSON.stringify(text);

/** `cluster=prod` is `cluster="prod"`. */
function matcherOf(label: string): string {
  const [name = "", ...value] = label.split("=");
  return `${name}=${quoted(value.join("="))}`;
}

/** null: the series are those of one cluster. */
async function clustersProblem(client: Asking, to: EpochMs): Promise<string | null> {
  const found = await client.instant(`count by (cluster) (${bounds})`, to);
  if (!found.ok) return found.error;
  const clusters = found.value.map(({ metric }) => printable(metric["cluster"] ?? ""));
  if (clusters.length < 2) return null;
  return `${client.address} has the series of ${clusters.length} clusters; choose one, such as --cluster-label cluster=${clusters.find(name => name !== "") ?? ""}`;
}

const countedMs = 600_000;
/** What people configure. Above a minute, no sample tells what the autoscaler saw between two of them. */
const usualSteps = [15_000, 30_000, 60_000];
/** A scrape may be missed. */
const slack = 1.15;

async function rhythmOf(client: Asking, series: string, to: EpochMs) {
  const count = await client.instant(`max(count_over_time(${series}[${countedMs / 1000}s]))`, to);
  if (!count.ok) return count;
  const latest = await client.instant(`max(timestamp(${series}))`, to);
  if (!latest.ok) return latest;
  const between = countedMs / numberIn(count.value);
  const stepMs = usualSteps.find(step => between <= slack * step);
  if (stepMs === undefined) {
    return err(
      `${client.address} has a sample of kube-state-metrics every ${spanText(between)}; that is too coarse to tell one window from another, and 60 seconds are needed`,
    );
  }
  const point = Math.floor(to / stepMs) * stepMs;
  const lagMs = (((point - numberIn(latest.value) * 1000) % stepMs) + stepMs) % stepMs;
  return ok({ stepMs, lagMs });
}

const numberIn = ([series]: readonly AnsweredSeries[]): number => Number(series?.value?.[1] ?? NaN);
