// cli/fleet/lint/: the rules: what is wrong with autoscalers, a file for each subject.

import type { EpochMs } from "../../../engine/model/values/result.ts";
import { textAt } from "../../objects/read-objects.ts";
import type { Finding } from "../model/finding.ts";
import type { FleetObject, Inventory } from "../model/inventory.ts";
import { atMaximum, minimumEqualsMaximum } from "./bounds.ts";
import { exceedsNodes, exceedsQuota } from "./capacity.ts";
import { blockingBudget } from "./disruption.ts";
import { Fleet } from "./fleet.ts";
import { cronZone, fallbackActive, scaledObjectNotReady } from "./keda.ts";
import { memoryTarget, metricFailing } from "./metrics.ts";
import type { Context, Rule } from "./rule.ts";
import type { Subject } from "./subject.ts";
import { noRequests, targetMissing, unreachableTarget } from "./targets.ts";
import { windowShorterThanStart } from "./timing.ts";
import { replicasOwned, twoWriters } from "./writers.ts";

/** All rules, the gravest first. */
export const rules: readonly Rule[] = [
  ...[targetMissing, twoWriters, noRequests, unreachableTarget, metricFailing],
  ...[scaledObjectNotReady, cronZone, fallbackActive, replicasOwned, atMaximum],
  ...[exceedsQuota, blockingBudget, windowShorterThanStart, memoryTarget],
  ...[exceedsNodes, minimumEqualsMaximum],
];

/** Names of rules on an object, separated by commas: it is right as it is. */
export const ignoreAnnotation = "autoscaling.trimtab.dev/fleet-ignore";

/** The mistakes in a cluster, in the order of its objects. */
export function lint(inventory: Inventory, now: EpochMs): Finding[] {
  const fleet = new Fleet(inventory);
  return fleet.subjects.flatMap(subject => findingsOn(subject, { now, fleet }));
}

function findingsOn(subject: Subject, context: Context): Finding[] {
  const { cluster, kind, namespace, name, file } = subject.object;
  const object = { cluster, kind, namespace, name, ...(file === undefined ? {} : { file }) };
  const found = rules.flatMap(rule =>
    rule
      .check(subject, context)
      .map(remark => ({ rule, finding: { rule: rule.name, object, ...remark } })),
  );
  const names = new Set(found.map(({ rule }) => rule.name));
  const ignored = ignoredOf(subject.object);
  return found
    .filter(
      ({ rule }) => !rule.explainedBy?.some(other => names.has(other)) && !ignored.has(rule.name),
    )
    .map(({ finding }) => finding);
}

const ignoredOf = ({ manifest }: FleetObject): ReadonlySet<string> =>
  new Set(
    textAt(manifest, "metadata", "annotations", ignoreAnnotation)
      .split(",")
      .map(name => name.trim()),
  );
