import { parseCron } from "../../../engine/features/schedules/cron-times.ts";
import { type Fields, fieldsOf } from "../../../engine/model/values/json-values.ts";
import type { EpochMs } from "../../../engine/model/values/result.ts";
import { timeZoneName } from "../../../engine/model/values/time-zone.ts";
import { valueAt } from "../../../engine/schema/structure.ts";
import { textAt } from "../../objects/read-objects.ts";
import { cleanText } from "../../terminal/printable.ts";
import { fieldsIn } from "../inventory/workloads.ts";
import { error, type Remark, type Rule, warning } from "./rule.ts";
import { lasting } from "./subject.ts";

/** Triggers of the type cron whose time zone or times are not what they seem. */
export const cronZone: Rule = {
  name: "CronZone",
  check({ object }, { now }) {
    if (object.kind !== "ScaledObject") return [];
    return fieldsIn(valueAt(object.manifest, ["spec", "triggers"]))
      .filter(({ type }) => type === "cron")
      .flatMap(trigger => {
        const times = fieldsOf(trigger["metadata"]);
        return zoneRemark(textAt(times, "timezone")) ?? timesRemark(times, now) ?? [];
      });
  },
};

/** Abbreviations, of which the time zone database has only a few, and offsets. */
const unknownToGo = /^(?:[A-Z]{2,4}$|[+-])/;
const known = /^(?:UTC|GMT|UCT|CET|EET|MET|WET|PRC|ROC|ROK|GB|NZ)$/;
const withoutDaylightSaving = /^(?:EST|MST|HST)$/;
const reversed = /^Etc\/GMT[+-][1-9]\d?$/;

function zoneRemark(zone: string): Remark | null {
  const of = `the time zone ${cleanText(zone) || "(empty)"} of its cron trigger`;
  const remedy = "write the zone of a place, such as Europe/Berlin, or UTC";
  if (known.test(zone)) return null;
  if (withoutDaylightSaving.test(zone)) return warning(`${of} has no daylight saving`, remedy);
  if (reversed.test(zone)) {
    const real = `UTC${zone.slice(7).replace(/^[+-]/, sign => (sign === "+" ? "-" : "+"))}`;
    return warning(`${of} means ${real}: its sign is the reverse of what it seems`, remedy);
  }
  const name = timeZoneName(zone);
  // Go reads a file of exactly this name, and the runtime ignores case.
  const isMiswritten = name !== zone && name?.toLowerCase() === zone.toLowerCase();
  if (name !== null && !isMiswritten && !unknownToGo.test(zone)) return null;
  return error(`${of} does not exist`, isMiswritten ? `write ${name}` : remedy);
}

/** The cron package of KEDA reads more forms. */
const isOtherForm = (expression: string): boolean =>
  /^(?:@|TZ=|CRON_TZ=)|(?:^|[\s,])\w+\//.test(expression);

function timesRemark(times: Fields, now: EpochMs): Remark | null {
  const [zone, start, end] = ["timezone", "start", "end"].map(key => textAt(times, key).trim()) as [string, string, string]; // prettier-ignore
  const never = (why: string): Remark =>
    error(
      `its cron trigger from ${cleanText(start) || "(empty)"} to ${cleanText(end) || "(empty)"} never opens: ${why}`,
      "correct start and end, in the form minute hour day month weekday",
    );
  if (start === end) return never("both times are the same");
  for (const [name, expression] of [
    ["start", start],
    ["end", end],
  ] as const) {
    // prettier-ignore
    if (isOtherForm(expression)) continue;
    const parsed = parseCron(expression, zone);
    if (!parsed.ok) return never(`its ${name} is not a cron expression`);
    if (parsed.value.firstAfter(now) === null) return never(`its ${name} never comes`);
  }
  return null;
}

/** KEDA holds a fixed count, because a trigger fails. */
export const fallbackActive: Rule = {
  name: "FallbackActive",
  check({ object, conditions }, { now }) {
    const fallback = conditions.get("Fallback");
    if (object.kind !== "ScaledObject" || fallback?.status !== "True") return [];
    const replicas = Number(valueAt(object.manifest, ["spec", "fallback", "replicas"]));
    const size = Number.isNaN(replicas)
      ? "its fallback"
      : `the ${replicas} replicas of its fallback`;
    return [
      warning(
        `runs with ${size}${lasting(fallback, now)}, because a trigger fails: ${fallback.message || fallback.reason}`,
        "look at the source of the trigger and at the log of the KEDA operator",
      ),
    ];
  },
};

/** KEDA does not scale it. */
export const scaledObjectNotReady: Rule = {
  name: "ScaledObjectNotReady",
  explainedBy: ["CronZone", "TargetMissing", "TwoWriters"],
  check({ object, conditions }, { now }) {
    const ready = conditions.get("Ready");
    if (object.kind !== "ScaledObject" || ready?.status !== "False") return [];
    return [
      error(
        `is not ready${lasting(ready, now)}: ${ready.reason}: ${ready.message}`,
        "correct what the message names; until then, KEDA does not scale the target",
      ),
    ];
  },
};
