import { expect, it } from "vitest";

import type { FieldError } from "../../engine/model/values/result.ts";
import type { NamedSource } from "../../engine/sources/named-source.ts";
import { autoscalerRules } from "../../engine/validate/autoscaler.ts";
import { proportionalRules } from "../../engine/validate/cluster-proportional-autoscaler.ts";
import { checkRailsInParts } from "../../engine/validate/guard-rails.ts";
import { validateInParts } from "../../engine/validate/validate-object.ts";
import { largestSpecs, sources } from "./largest-specs.ts";

const sourceOf = (name: string, type: string): [string, NamedSource] => [
  name,
  {
    ...{ name, type, allowedNamespaces: null },
    enforcedMatchers: [{ label: "namespace", value: "$(namespace)" }],
  },
];
const rails = {
  ...{ leastSyncPeriodSeconds: 3, largestMaxReplicas: 1_000, scaleToZero: true },
  permitted: new Set<never>(),
  allowedTargetKinds: null,
  metricSources: new Map([
    sourceOf(sources.prometheus, "Prometheus"),
    sourceOf(sources.externalScaler, "ExternalScaler"),
  ]),
};
const rulesOf = {
  Autoscaler: autoscalerRules,
  ClusterProportionalAutoscaler: proportionalRules,
};

/** The errors of a review and the CPU time of the longest part, during which nothing else runs. */
function review(kind: keyof typeof rulesOf, spec: object) {
  const found: FieldError[] = [];
  let longestMs = 0;
  for (const parts of [
    validateInParts(rulesOf[kind], spec),
    checkRailsInParts(spec, rails, "shop"),
  ]) {
    for (let isOver = false; !isOver;) {
      const begun = process.cpuUsage();
      const part = parts.next();
      const { user, system } = process.cpuUsage(begun);
      longestMs = Math.max(longestMs, (user + system) / 1_000);
      isOver = part.done === true;
      if (!part.done) found.push(...part.value);
    }
  }
  return { errors: found.filter(({ severity }) => severity === "error"), longestMs };
}

/** Without parts, or with an unlimited depth, a review takes more than a second at once. */
const mostAtOnceMs = 400;

it.each(largestSpecs)(
  "the largest $kind by $shows is valid, and its review pauses",
  ({ kind, spec }) => {
    const { errors, longestMs } = review(kind, spec(1));
    expect(errors).toEqual([]);
    expect(longestMs).toBeLessThan(mostAtOnceMs);
    // An object has less than 1.5 MiB in etcd, and its managed fields take room as well.
    expect(JSON.stringify(spec(1)).length).toBeLessThan(1_300_000);
  },
);
