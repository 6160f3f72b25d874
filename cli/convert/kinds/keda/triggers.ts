import { err, ok, type Result } from "../../../../engine/result.ts";
import { type Fields, isFields } from "../../../../engine/validate/field-reader.ts";
import { metricAlias } from "../../../../engine/validate/names/names.ts";
import type { Path } from "../../../../engine/validate/object-schema.ts";
import type { Draft } from "../../conversion.ts";
import { type CronTrigger, readCron } from "./cron.ts";
import { scalerMetric } from "./external-trigger.ts";
import { missing } from "./no-equivalent.ts";
import { prometheusMetric } from "./prometheus-trigger.ts";
import { resourceMetric } from "./resource-trigger.ts";

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

interface ReadMetric {
  readonly metric: Fields;
  /** What there is to know about it. */
  readonly reason: string;
}

interface MetricTrigger extends ReadMetric {
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
  const isName = typeof given === "string" && metricAlias.pattern.test(given) && isNew;
  draft.change(from, to, { ...(isName ? { name: given } : {}), ...metric }, reason);
  return { from, to, type: String(metric["type"]), name: isName ? given : null };
}

/** Errors: what is missing. */
function readTrigger(
  draft: Draft,
  trigger: Fields,
  from: Path,
): Result<{ readonly cron: CronTrigger } | ReadMetric, string> {
  if (trigger["type"] === "cron") {
    const cron = readCron(trigger, from);
    return cron.ok ? ok({ cron: cron.value }) : err(`trigger cron: ${cron.error}`);
  }
  const read = readMetric(draft, from, trigger);
  return read === null ? err(missing(trigger["type"])) : ok(read);
}

/** null: the trigger has no equivalent. */
function readMetric(draft: Draft, from: Path, trigger: Fields): ReadMetric | null {
  const { type } = trigger;
  if (type === "prometheus") return prometheusMetric(draft, from, trigger);
  if (type === "external" || type === "external-push") return scalerMetric(draft, from, trigger);
  const metric = resourceMetric(trigger);
  const reason = "the metric that KEDA gives its HorizontalPodAutoscaler";
  return metric && { metric, reason };
}
