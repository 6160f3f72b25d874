import { err, ok, type Result } from "../../../../engine/model/values/result.ts";
import { type Fields, fieldsOf, isFields } from "../../../../engine/model/values/json-values.ts";
import { isMetricName } from "../../../../engine/validate/autoscaler.ts";
import type { Path } from "../../../../engine/schema/object-schema.ts";
import type { Draft } from "../../conversion.ts";
import { type Context, throughAdapter } from "../source-kind.ts";
import { prometheusMetric, scalerMetric, type ServerMetric } from "./server-trigger.ts";
import { accountForKeys } from "./trigger-keys.ts";
import { parseCron } from "../../../../engine/features/schedules/cron-times.ts";
import { isTimeZone } from "../../../../engine/model/values/time-zone.ts";
import type { Schedule } from "../../../../engine/model/spec/autoscaler-spec.ts";

const triggers = ["spec", "triggers"];

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
export function convertTriggers(draft: Draft, { objects }: Context): Triggers {
  draft.carry(triggers, ["spec", "metrics"]);
  const metrics: TriggerMetric[] = [];
  const crons: CronTrigger[] = [];
  let lost = 0;
  for (const [trigger, from] of draft.itemsAt(...triggers)) {
    const read = isFields(trigger) ? readTrigger(trigger, from) : err(missing({}));
    if (!read.ok) {
      draft.miss(from, read.error);
      lost += 1;
      continue;
    }
    const given = trigger as Fields;
    if ("cron" in read.value) crons.push(read.value.cron);
    else metrics.push(writeMetric(draft, { from, name: given["name"], ...read.value }, metrics));
    const name = "cron" in read.value ? read.value.cron.window.name : metrics.at(-1)?.name;
    accountForKeys(draft, { from, given, name: name ?? null, objects });
  }
  // Windows alone need no metric, but then nothing else may have changed the size either.
  if (metrics.length === 0 && crons.length === 0) draft.refuse(triggers, withoutMetric);
  else if (metrics.length === 0 && lost > 0) draft.refuse(triggers, onlyWindows);
  return { isWhole: lost === 0, metrics, crons };
}

const withoutMetric =
  "no trigger has an equivalent: without a metric, an Autoscaler would keep cpu at 80%";
const onlyWindows =
  "the other triggers have an equivalent, but they only change the size at fixed times; replace the triggers that are lost, or remove them";

function writeMetric(
  draft: Draft,
  { from, name: given, metric, reason }: ServerMetric & { from: Path; name: unknown },
  before: readonly TriggerMetric[],
): TriggerMetric {
  const to = ["spec", "metrics", String(before.length)];
  const isNew = !before.some(({ name }) => name === given);
  const isName = typeof given === "string" && isMetricName(given) && isNew;
  draft.change(from, to, { ...(isName ? { name: given } : {}), ...metric }, reason);
  return { from, to, type: String(metric["type"]), name: isName ? given : null };
}

/** Errors: what is missing. */
function readTrigger(trigger: Fields, from: Path) {
  if (trigger["type"] === "cron") {
    const cron = readCron(trigger, from);
    return cron.ok ? ok({ cron: cron.value }) : err(`trigger cron: ${cron.error}`);
  }
  const read = readers.get(trigger["type"])?.(trigger) ?? null;
  return read === null ? err(missing(trigger)) : ok(read);
}

/** For each type of trigger that becomes a metric; null: the trigger has no equivalent. */
const readers: ReadonlyMap<unknown, (trigger: Fields) => ServerMetric | null> = new Map([
  ["prometheus", prometheusMetric],
  ["external", scalerMetric],
  ["external-push", scalerMetric],
  ["cpu", resourceMetric],
  ["memory", resourceMetric],
]);

/**
 * The metric for a trigger of type cpu or memory; null: the trigger is incomplete.
 *
 * Source  pkg/scalers/cpu_memory_scaler.go: metadata.type is the older form of metricType.
 */
function resourceMetric({ type, metadata, metricType }: Fields): ServerMetric | null {
  const { value, containerName, type: older } = fieldsOf(metadata);
  const kind = metricType ?? older;
  if (kind !== "Utilization" && kind !== "AverageValue") return null;
  const text = String(value);
  if (kind === "Utilization" && !/^\d+$/.test(text)) return null;
  const amount =
    kind === "Utilization" ? { averageUtilization: Number(text) } : { averageValue: text };
  const source = { name: type, target: { type: kind, ...amount } };
  const isWhole = containerName === undefined || containerName === "";
  const metric = isWhole
    ? { type: "Resource", resource: source }
    : { type: "ContainerResource", containerResource: { ...source, container: containerName } };
  return { metric, reason: "the metric that KEDA gives its HorizontalPodAutoscaler" };
}

/** What a trigger of this type would need here. */
function missing({ type, metadata }: Fields): string {
  const { serverAddress } = fieldsOf(metadata);
  if (type === "prometheus" && (serverAddress ?? "") === "") return withoutAddress;
  const name = typeof type === "string" ? type : "this";
  const known = Object.hasOwn(reasons, name) ? reasons[name] : undefined;
  return `trigger ${name}: ${known ?? `nothing here reads it; ${throughAdapter}`}`;
}

const withoutAddress =
  "trigger prometheus: it has no serverAddress, which KEDA requires; write the address of the server";

const ofResource = "its metricType must be Utilization with a whole number, or AverageValue";
const ofScaler = "it needs a scalerAddress, and metricType AverageValue or Value";

const reasons: Readonly<Record<string, string>> = {
  cpu: ofResource,
  memory: ofResource,
  prometheus: "it needs a query and a threshold, and metricType AverageValue or Value",
  external: ofScaler,
  "external-push": ofScaler,
  "kubernetes-workload": "no metric counts the pods of another workload",
  "kubernetes-resource":
    "no metric reads a field of an object; publish it through an adapter of custom.metrics.k8s.io and add an Object metric",
};

/** A trigger of type cron, and what it asks for in its window. */
export interface CronTrigger {
  readonly from: Path;
  readonly window: Pick<Schedule, "name" | "timeZone" | "start" | "end">;
  readonly replicas: number;
}

/**
 * Source  pkg/scalers/cron_scaler.go.
 *
 * Errors  what is missing, without the trigger's type.
 */
function readCron(trigger: Fields, from: Path): Result<CronTrigger, string> {
  const { timezone, start, end, desiredReplicas } = fieldsOf(trigger["metadata"]);
  const replicas = Number(desiredReplicas);
  if (typeof timezone !== "string" || !isTimeZone(timezone)) {
    return err("its timezone is not one of the IANA database");
  }
  for (const [key, text] of Object.entries({ start, end })) {
    const times = parseCron(typeof text === "string" ? text : "", timezone);
    if (!times.ok) return err(`its ${key} cannot be read: ${times.error}`);
  }
  if (!Number.isInteger(replicas) || replicas < 1) return err("its desiredReplicas is no size");
  const times = { timeZone: timezone, start: String(start), end: String(end) };
  return ok({ from, replicas, window: { name: nameOf(trigger, from), ...times } });
}

const nameOf = ({ name }: Fields, from: Path): string =>
  typeof name === "string" && /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name)
    ? name
    : `cron-${Number(from.at(-1)) + 1}`;
