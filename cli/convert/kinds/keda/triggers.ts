import { type Fields, isFields } from "../../../../engine/validate/field-reader.ts";
import type { Draft } from "../../conversion.ts";
import { type CronTrigger, readCron } from "./cron.ts";
import { prometheusMetric, prometheusReason } from "./prometheus-trigger.ts";
import { canStart, type StartingMetric } from "./idling.ts";

const triggers = ["spec", "triggers"];

export interface Triggers {
  /** Whether all of them have an equivalent. */
  readonly isWhole: boolean;
  /** The metrics that can end a size of 0. */
  readonly starting: readonly StartingMetric[];
  readonly crons: readonly CronTrigger[];
  /** How many became metrics. */
  readonly metrics: number;
}

/**
 * Converts the triggers to metrics, and reads those that become schedules. Without any of them, the
 * object is refused.
 */
export function convertTriggers(draft: Draft): Triggers {
  const list = draft.at(...triggers);
  const starting: StartingMetric[] = [];
  draft.carry(triggers, ["spec", "metrics"]);
  const crons: CronTrigger[] = [];
  let converted = 0;
  let lost = 0;
  for (const [index, trigger] of (Array.isArray(list) ? list : []).entries()) {
    const from = [...triggers, String(index)];
    if (isFields(trigger) && trigger["type"] === "cron") {
      const cron = readCron(trigger, from);
      if (cron.ok) crons.push(cron.value);
      else draft.miss(from, `trigger cron: ${cron.error}`);
      lost += cron.ok ? 0 : 1;
      continue;
    }
    const isQuery = isFields(trigger) && trigger["type"] === "prometheus";
    const metric = isQuery
      ? prometheusMetric(draft, from, trigger)
      : isFields(trigger)
        ? metricOf(trigger)
        : null;
    if (metric === null) {
      draft.miss(from, missing(isFields(trigger) ? trigger["type"] : undefined));
      lost += 1;
    } else {
      const to = ["spec", "metrics", String(converted)];
      const asKeda = "the metric that KEDA gives its HorizontalPodAutoscaler";
      draft.change(from, to, metric, isQuery ? prometheusReason(metric, trigger) : asKeda);
      if (canStart(metric)) starting.push({ from, to });
      converted += 1;
    }
  }
  if (converted + crons.length === 0)
    draft.refuse(
      triggers,
      "no trigger has an equivalent: without a metric, an Autoscaler would keep cpu at 80%",
    );
  return { isWhole: lost === 0, starting, crons, metrics: converted };
}

/** Source  pkg/scalers/cpu_memory_scaler.go: metadata.type is the older form of metricType. */
function metricOf({ type, metadata, metricType }: Fields): Fields | null {
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

/** What a trigger would need here. */
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
  external: `trigger external: there is no client for external scalers; ${throughAdapter}`,
  "external-push": `trigger external-push: there is no client for external scalers; ${throughAdapter}`,
  "kubernetes-workload":
    "trigger kubernetes-workload: no metric counts the pods of another workload",
  "kubernetes-resource":
    "trigger kubernetes-resource: no metric reads a field of an object; publish it through an adapter of custom.metrics.k8s.io and add an Object metric",
};
