// cli/fleet/past/: what Prometheus knows of the autoscalers of a cluster: series of kube-state-metrics, and of cAdvisor
// where those are too coarse. docs/fleet.md has the recipe and its accuracy.

import { err, ok, type EpochMs, type Result } from "../../../engine/model/values/result.ts";
import type { AnsweredSeries } from "../../../kube/prometheus/connection.ts";
import type { Client } from "../../../kube/prometheus/client.ts";
import { printable } from "../../terminal/printable.ts";
import { spanText } from "../../terminal/times.ts";

/** Names of series and labels, where an installation has its own. */
export interface Names {
  /** What the names of the series of autoscalers begin with. */
  readonly prefix: string;
  /** The label with the name of an autoscaler. */
  readonly autoscaler: string;
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** The counter of CPU seconds. */
  readonly usage: string;
  /** What each series must have, such as `cluster="prod"`. */
  readonly matchers: readonly string[];
}

export interface Discovered {
  readonly names: Names;
  /** Between two points that are asked for. */
  readonly stepMs: number;
  /** How old a sample is at such a point. */
  readonly lagMs: number;
}

interface Asked {
  /** A label and its value, such as `cluster=prod`. */
  readonly clusterLabel?: string | undefined;
  readonly names?: Partial<Names> | undefined;
  /** The end of the past. */
  readonly to: EpochMs;
}

/** kube-state-metrics 2, and 1. */
const prefixes = ["kube_horizontalpodautoscaler_", "kube_hpa_"];

/** Finds the names of the series, and how often they are measured. Errors: a sentence. */
export async function discover(
  client: Client,
  { clusterLabel, names = {}, to }: Asked,
): Promise<Result<Discovered, string>> {
  const matchers = [...(names.matchers ?? []), ...matcherOf(clusterLabel)];
  const matching = `{${matchers.join(",")}}`;
  for (const prefix of names.prefix === undefined ? prefixes : [names.prefix]) {
    const bounds = `${prefix}spec_max_replicas${matching}`;
    const found = await client.instant(`topk(1, ${bounds})`, to);
    if (!found.ok) return found;
    const [series] = found.value;
    if (!series) continue;
    const crowd = await clustersProblem(client, bounds, { clusterLabel, to });
    if (crowd !== null) return err(crowd);
    const rhythm = await rhythmOf(client, bounds, to);
    if (!rhythm.ok) return rhythm;
    return ok({ names: { ...namesIn(series), ...names, prefix, matchers }, ...rhythm.value });
  }
  const wanted = names.prefix ?? prefixes[0] ?? "";
  return err(
    `${client.address} has no ${printable(wanted)}spec_max_replicas${clusterLabel === undefined ? "" : ` with ${printable(clusterLabel)}`}; the series of kube-state-metrics are needed`,
  );
}

/** A label and its value as a matcher: `cluster=prod` is `cluster="prod"`. */
function matcherOf(label: string | undefined): readonly string[] {
  if (label === undefined) return [];
  const [name = "", ...value] = label.split("=");
  return [`${name}=${quoted(value.join("="))}`];
}

/** JSON escapes as PromQL does. */
export const quoted = (text: string): string => JSON.stringify(text);

function namesIn({ metric }: AnsweredSeries) {
  // Without honorLabels, the labels of the scraped process take the plain names.
  const own = "exported_namespace" in metric ? "exported_" : "";
  return {
    autoscaler: "horizontalpodautoscaler" in metric ? "horizontalpodautoscaler" : "hpa",
    namespace: `${own}namespace`,
    pod: `${own}pod`,
    container: `${own}container`,
    usage: "container_cpu_usage_seconds_total",
  };
}

/** null: the series are those of one cluster. */
async function clustersProblem(
  client: Client,
  bounds: string,
  { clusterLabel, to }: Pick<Asked, "clusterLabel" | "to">,
): Promise<string | null> {
  if (clusterLabel !== undefined) return null;
  const found = await client.instant(`count by (cluster) (${bounds})`, to);
  if (!found.ok) return found.error;
  const clusters = found.value.map(({ metric }) => printable(metric["cluster"] ?? ""));
  if (clusters.length < 2) return null;
  return `${client.address} has the series of ${clusters.length} clusters; choose one, such as --cluster-label cluster=${clusters.find(name => name !== "") ?? ""}`;
}

const countedMs = 600_000;
/** What people configure, with a little more for a scrape that is missed. */
const usualSteps = [15_000, 30_000, 60_000, 120_000, 300_000];
/** Above it, no sample tells what the autoscaler saw between two of them. */
const longestStepMs = 120_000;

async function rhythmOf(client: Client, bounds: string, to: EpochMs) {
  const marked = (what: string, query: string) =>
    `label_replace(${query}, "what", "${what}", "", "")`;
  const query = [
    marked("count", `max(count_over_time(${bounds}[${countedMs / 1000}s]))`),
    marked("time", `max(timestamp(${bounds}))`),
  ];
  const found = await client.instant(query.join(" or "), to);
  if (!found.ok) return found;
  const valueOf = (what: string): number =>
    Number(found.value.find(({ metric }) => metric["what"] === what)?.value?.[1] ?? NaN);
  const between = countedMs / valueOf("count");
  const stepMs = usualSteps.find(step => between <= 1.15 * step) ?? Infinity;
  if (!(stepMs <= longestStepMs)) {
    return err(
      `${client.address} has a sample of kube-state-metrics every ${spanText(between)}; that is too coarse to tell one window from another, and 60 seconds are needed`,
    );
  }
  const point = Math.floor(to / stepMs) * stepMs;
  const lagMs = (((point - valueOf("time") * 1000) % stepMs) + stepMs) % stepMs;
  return ok({ stepMs, lagMs });
}
