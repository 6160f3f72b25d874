import { note, type Rule, warning } from "./rule.ts";
import { type Condition, decidingMetric, type Subject } from "./subject.ts";
import { valueAt } from "../../../engine/schema/structure.ts";
import { timeOrNull } from "../../../engine/model/values/time.ts";
import { textAt } from "../../objects/read-objects.ts";
import { spanText } from "../../terminal/times.ts";

const longMs = 3_600_000;

/** At its maximum for an hour, although its metrics ask for more. */
export const atMaximum: Rule = {
  name: "AtMaximum",
  check(subject, { now }) {
    const { max, min, currentReplicas, conditions, object } = subject;
    const limited = conditions.get("ScalingLimited");
    const isLimited = limited?.status === "True" && limited.reason === "TooManyReplicas";
    if (!isLimited || max.value <= min.value || (currentReplicas ?? 0) < max.value) return [];
    const since = limitedSince(limited, textAt(object.hpa, "status", "lastScaleTime"));
    if (since === null || now - since < longMs) return [];
    const { asks, size } = wantedBy(subject);
    return [
      warning(
        `has been at its maximum of ${max.value} replicas for ${spanText(now - since)}${asks}`,
        `raise ${max.field} ${size}, or reduce what each request costs`,
      ),
    ];
  },
};

function wantedBy(subject: Subject) {
  const metric = decidingMetric(subject);
  const most = subject.max.value;
  // Not one more replica for the error of a division.
  const wanted = metric ? Math.ceil(most * metric.ratio - 1e-9) : most;
  const percent = Math.round((metric?.ratio ?? 0) * 100);
  return {
    asks: metric ? `, while ${metric.label} is at ${percent}% of its target` : "",
    size: wanted > most ? `to ${wanted} or more` : `above ${most}`,
  };
}

/** The condition stays true when the limit changes from the minimum to the maximum, which takes a scale. */
function limitedSince({ since }: Condition, lastScaleTime: string): number | null {
  return since === null ? null : Math.max(since, timeOrNull(lastScaleTime) ?? since);
}

/** Only a note, because people fix a count in this way on purpose. */
export const minimumEqualsMaximum: Rule = {
  name: "MinimumEqualsMaximum",
  check({ min, max, object }) {
    const idles = typeof valueAt(object.manifest, ["spec", "idleReplicaCount"]) === "number";
    if (min.value !== max.value || idles) return [];
    return [
      note(
        `never scales, because ${min.field} and ${max.field} are both ${max.value}`,
        `raise ${max.field}, or delete it and set replicas: ${max.value} in the target`,
      ),
    ];
  },
};
