import fc from "fast-check";

import type { AutoscalerSpec, MetricSpec, ScalingRules } from "../model/spec/autoscaler-spec.ts";
import { type AutoscalerOutcome, decideAutoscaler } from "../decide.ts";
import { withDefaults } from "../spec/defaults.ts";
import type { History } from "../model/history.ts";
import type { Answer, ZeroOwner } from "../model/observation/observation.ts";
import type { RolloutState } from "../model/observation/rollout.ts";
import { trimPod } from "../model/observation/pod.ts";
import type { AutoscalerProfile } from "../model/spec/profile.ts";
import { ok } from "../model/values/result.ts";
import { type Settings, upstreamSettings } from "../model/spec/settings.ts";

const algorithmOf = ({ history }: AutoscalerProfile) =>
  history === "UpstreamLists" ? "HPA-1.36" : "Trimtab-1";

/** Specs with short windows and periods and small counts, so that every case occurs. */
const rules: fc.Arbitrary<Partial<ScalingRules>> = fc.record(
  {
    stabilizationWindowSeconds: fc.constantFrom(0, 15, 30, 45, 60, 300),
    selectPolicy: fc.constantFrom("Max", "Min", "Disabled"),
    policies: fc.array(
      fc.record({
        type: fc.constantFrom("Pods", "Percent"),
        value: fc.constantFrom(1, 2, 4, 10, 50, 100, 150),
        periodSeconds: fc.constantFrom(15, 30, 60, 120, 600),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
);

export const behaviors = fc.record({ scaleUp: rules, scaleDown: rules }, { requiredKeys: [] });

export const boundsOf = (least: number) =>
  fc
    .tuple(fc.integer({ min: least, max: 8 }), fc.nat(30))
    .map(([minReplicas, room]) => ({ minReplicas, maxReplicas: Math.max(1, minReplicas + room) }));

/** Mostly regular syncs. */
export const waits = fc.oneof(
  { weight: 6, arbitrary: fc.constant(15_000) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 60_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 60_000, max: 700_000 }) },
);

export const recommended = fc.oneof(fc.nat(12), fc.nat(40));

/** Without tolerance, every proposal becomes a recommendation. */
export const settingsWith = (fields: Partial<Settings>): Settings => ({
  ...upstreamSettings,
  tolerance: 0,
  ...fields,
});

const outside: MetricSpec = {
  type: "External",
  external: { metric: { name: "wanted" }, target: { averageValue: "1" } },
};

const ofPods: MetricSpec = {
  type: "Pods",
  pods: { metric: { name: "wanted" }, target: { averageValue: "1" } },
};

/** A decision on a metric that asks for exactly `wanted` replicas; null: the metric fails. */
export function decideOn(given: {
  readonly now: number;
  readonly spec: Omit<AutoscalerSpec, "metrics">;
  readonly settings: Settings;
  readonly profile: AutoscalerProfile;
  readonly current: number;
  readonly wanted: number | null;
  readonly history: History;
  readonly rollout?: RolloutState | null;
  readonly zeroOf?: ZeroOwner | null;
  readonly hasOutsideMetric?: boolean;
  /** Why the metric fails, if it does. */
  readonly failure?: string;
  /** Of the metric; absent: it has none. */
  readonly fallback?: MetricSpec["fallback"];
  /** Replicas of the other monitored objects; absent: there are none. */
  readonly others?: number;
}): AutoscalerOutcome {
  const { now, settings, profile, current, wanted, history, hasOutsideMetric = true } = given;
  const { others, fallback, failure = "the API is away" } = given;
  const metric = hasOutsideMetric ? outside : ofPods;
  const metrics = [{ ...metric, ...(fallback && { fallback }) }];
  return decideAutoscaler({
    now,
    settings,
    profile,
    history,
    spec: withDefaults({ ...given.spec, algorithm: algorithmOf(profile), metrics }, settings),
    observation: {
      // Without pods, a share is never within tolerance.
      scale: { specReplicas: current, statusReplicas: 0 },
      rollout: given.rollout ?? null,
      zeroOf: given.zeroOf ?? null,
      ...(others === undefined ? {} : { others: { specReplicas: others, statusReplicas: 0 } }),
      pods: ok([trimPod({ metadata: { name: "pod" } })]),
      answers: [
        wanted === null ? { kind: "Failed", message: failure } : answerOf(wanted, hasOutsideMetric),
      ],
    },
  });
}

function answerOf(wanted: number, hasOutsideMetric: boolean): Answer {
  const value = BigInt(wanted) * 1000n;
  if (hasOutsideMetric) return { kind: "Values", values: [value] };
  return { kind: "Samples", samples: new Map([["pod", { value, time: 0, windowMs: 0 }]]) };
}
