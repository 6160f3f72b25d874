import { err, ok, type Result } from "../../../../engine/result.ts";
import { type Fields, isFields } from "../../../../engine/json-values.ts";
import { isMetricName } from "../../../../engine/validate/autoscaler.ts";
import type { Path } from "../../../../engine/validate/object-schema.ts";
import type { Draft } from "../../conversion.ts";
import { type CronTrigger, readCron } from "./cron.ts";
import { prometheusMetric, scalerMetric, type ServerMetric } from "./server-trigger.ts";

const triggers = ["spec", "triggers"];

/** A trigger that has become a metric. */
export interface TriggerMetric {
  readonly from: Path;
  readonly to: Path;
  /** Of the metric. */
  readonly type: string;
  /** Its metrics[].name, by which an expression reads it; null: it has none. */
  readonly name: string | null;
}

export interface Triggers {
  /** Whether all of them have an equivalent. */
  readonly isWhole: boolean;
  readonly metrics: readonly TriggerMetric[];
  readonly crons: readonly CronTrigger[];
}

/**
 * Converts the triggers to metrics, and reads those that become schedules. Without a metric, the
 * object is refused, unless all triggers become schedules.
 */
export function convertTriggers(draft: Draft): Triggers {
  const list = draft.at(...triggers);
  draft.carry(triggers, ["spec", "metrics"]);
  const metrics: TriggerMetric[] = [];
  const crons: CronTrigger[] = [];
  let lost = 0;
  for (const [index, trigger] of (Array.isArray(list) ? list : []).entries()) {
    const from = [...triggers, String(index)];
    const read = isFields(trigger) ? readTrigger(draft, trigger, from) : err(missing(undefined));
    if (!read.ok) {
      draft.miss(from, read.error);
      lost += 1;
    } else if ("cron" in read.value) crons.push(read.value.cron);
    else metrics.push(writeMetric(draft, { from, trigger: trigger as Fields, ...read.value }, metrics)); // prettier-ignore
  }
  // Windows alone need no metric, but then nothing else may have changed the size either.
  if (metrics.length === 0 && (crons.length === 0 || lost > 0))
    draft.refuse(
      triggers,
      "no trigger has an equivalent: without a metric, an Autoscaler would keep cpu at 80%",
    );
  return { isWhole: lost === 0, metrics, crons };
}

interface MetricTrigger extends ServerMetric {
  readonly from: Path;
  readonly trigger: Fields;
}

function writeMetric(
  draft: Draft,
  { from, trigger, metric, reason }: MetricTrigger,
  before: readonly TriggerMetric[],
): TriggerMetric {
  const to = ["spec", "metrics", String(before.length)];
  const { name: given } = trigger;
  const isNew = !before.some(({ name }) => name === given);
  const isName = typeof given === "string" && isMetricName(given) && isNew;
  draft.change(from, to, { ...(isName ? { name: given } : {}), ...metric }, reason);
  return { from, to, type: String(metric["type"]), name: isName ? given : null };
}

/** Errors: what is missing. */
function readTrigger(
  draft: Draft,
  trigger: Fields,
  from: Path,
): Result<{ readonly cron: CronTrigger } | ServerMetric, string> {
  if (trigger["type"] === "cron") {
    const cron = readCron(trigger, from);
    return cron.ok ? ok({ cron: cron.value }) : err(`trigger cron: ${cron.error}`);
  }
  const read = readMetric(draft, from, trigger);
  return read === null ? err(missing(trigger["type"])) : ok(read);
}

/** null: the trigger has no equivalent. */
function readMetric(draft: Draft, from: Path, trigger: Fields): ServerMetric | null {
  const { type } = trigger;
  if (type === "prometheus") return prometheusMetric(draft, from, trigger);
  if (type === "external" || type === "external-push") return scalerMetric(draft, from, trigger);
  const metric = resourceMetric(trigger);
  const reason = "the metric that KEDA gives its HorizontalPodAutoscaler";
  return metric && { metric, reason };
}

/**
 * The metric for a trigger of type cpu or memory; null: the trigger is incomplete.
 *
 * Source  pkg/scalers/cpu_memory_scaler.go: metadata.type is the older form of metricType.
 */
function resourceMetric({ type, metadata, metricType }: Fields): Fields | null {
  if (type !== "cpu" && type !== "memory") return null;
  const { value, containerName, type: older } = isFields(metadata) ? metadata : {};
  const kind = metricType ?? older;
  if (kind !== "Utilization" && kind !== "AverageValue") return null;
  const text = String(value);
  if (kind === "Utilization" && !/^\d+$/.test(text)) return null;
  const amount =
    kind === "Utilization" ? { averageUtilization: Number(text) } : { averageValue: text };
  const source = { name: type, target: { type: kind, ...amount } };
  const isWhole = containerName === undefined || containerName === "";
  return isWhole
    ? { type: "Resource", resource: source }
    : { type: "ContainerResource", containerResource: { ...source, container: containerName } };
}

/** What a trigger of this type would need here. */
function missing(type: unknown): string {
  const name = typeof type === "string" ? type : "this";
  const known = Object.hasOwn(reasons, name) ? reasons[name] : undefined;
  return known ?? `trigger ${name}: nothing here reads it; ${throughAdapter}`;
}

const throughAdapter =
  "publish its value through an adapter of external.metrics.k8s.io and add an External metric";

const reasons: Readonly<Record<string, string>> = {
  cpu: "trigger cpu: its metricType must be Utilization with a whole number, or AverageValue",
  memory: "trigger memory: its metricType must be Utilization with a whole number, or AverageValue",
  prometheus:
    "trigger prometheus: it needs a query and a threshold, and metricType AverageValue or Value",
  external: "trigger external: it needs a scalerAddress, and metricType AverageValue or Value",
  "external-push":
    "trigger external-push: it needs a scalerAddress, and metricType AverageValue or Value",
  "kubernetes-workload":
    "trigger kubernetes-workload: no metric counts the pods of another workload",
  "kubernetes-resource":
    "trigger kubernetes-resource: no metric reads a field of an object; publish it through an adapter of custom.metrics.k8s.io and add an Object metric",
};
