// engine/features/scale-to-zero/: how a workload goes to 0 replicas and comes back.

import { withoutOldZero } from "../../history/scale-record.ts";
import type { Step } from "../../model/decision.ts";
import { followsMinimum } from "../../votes/asked-metrics.ts";
import type { DefaultedSpec } from "../../spec/defaults.ts";
import { type History, update } from "../../model/history.ts";
import type { Observation } from "../../model/observation/observation.ts";
import type { AutoscalerProfile } from "../../model/spec/profile.ts";
import type { Settings } from "../../model/spec/settings.ts";
import type { Feature } from "../../model/feature.ts";
import { hasValueWithoutPods } from "../../sources/registry.ts";

/** Whether a metric that is available without pods, or the minimum alone, can ask for a replica. */
const hasOutsideMetric = ({ metrics, thresholds }: DefaultedSpec): boolean =>
  followsMinimum({ metrics, thresholds }) ||
  metrics.some(({ type }) => hasValueWithoutPods(type)) ||
  thresholds.some(
    threshold =>
      threshold.type === "Value" &&
      threshold.value.increment > 0 &&
      hasValueWithoutPods(threshold.value.metric.type),
  );

interface RememberingTerms {
  readonly spec: DefaultedSpec;
  readonly settings: Settings;
  readonly profile: AutoscalerProfile;
}

/** Whose 0 the replica count of a target is: a person's stays (I7). */
export const respectZero: Feature<
  RememberingTerms & { readonly observation: Pick<Observation, "scale" | "others" | "zeroOf"> }
> = {
  name: "zero",
  reasons: { ScalingDisabled: { phrase: "scaled to 0 by a person", word: "off" } },
  observe: (history, context) => rememberZero(history, context.observation, context),
  answers: (history, context) => disabledAtZero(context.observation, history, context),
  terms: (_, { spec, settings }) => ({ mayIdle: mayIdle(spec, settings) }),
};

/**
 * Whether scaling may end a 0 that is written now; null: not tracked. If other objects count too, the
 * target can reach 0 while the application is not idle: that is remembered whatever the settings.
 *
 * Source  upstream horizontal.go, condition ScaledToZero in reconcileAutoscaler.
 */
function mayIdle(spec: DefaultedSpec, { scaleToZero }: Settings): boolean | null {
  if (spec.hasSelectors) return true;
  return scaleToZero ? spec.minReplicas === 0 && hasOutsideMetric(spec) : null;
}

/**
 * An own 0 from before the setting was turned off must end, because the least count is 1 since then.
 * Upstream leaves it alone.
 */
const remembersZeros = ({ spec, settings, profile }: RememberingTerms): boolean =>
  settings.scaleToZero || spec.hasSelectors === true || profile.ownZeros === "Corrected";

/**
 * Reconciles the remembered author of a zero with the target. A count above 0 clears it (see
 * `oldZeros`). Another author's zero is never the operator's. The operator's own zero counts only
 * if nothing is remembered, as after a restore without the status.
 */
function rememberZero(
  history: History,
  { scale: { specReplicas }, zeroOf = null }: Pick<Observation, "scale" | "zeroOf">,
  terms: RememberingTerms,
): History {
  if (specReplicas > 0) {
    return terms.profile.oldZeros === "Forgotten" ? withoutOldZero(history, specReplicas) : history;
  }
  const { scaledToZero } = history;
  if (zeroOf === "Other" && scaledToZero === true) return { ...history, scaledToZero: false };
  const isOurs = zeroOf === "Operator" && scaledToZero === null && remembersZeros(terms);
  return isOurs ? { ...history, scaledToZero: true } : history;
}

/**
 * Leaves a count of 0 alone: a person set it (I7), unless scaling itself went to 0 and something
 * can bring it back. null: continue.
 *
 * Source  upstream horizontal.go, shouldComputeMetricsForZeroReplicas.
 */
function disabledAtZero(
  { scale, others }: Pick<Observation, "scale" | "others">,
  history: History,
  terms: RememberingTerms,
): { readonly step: Step; readonly history: History } | null {
  const otherReplicas = others?.specReplicas ?? 0;
  const { spec } = terms;
  const remembers = remembersZeros(terms);
  const wentThereItself = remembers && history.scaledToZero === true;
  const canComeBack = spec.minReplicas !== 0 || hasOutsideMetric(spec) || otherReplicas > 0;
  if (scale.specReplicas !== 0 || (wentThereItself && canComeBack)) return null;
  const message =
    "the replica count of the target is zero, which only a person ends: set it to 1 or more";
  const held = { step: "combine", before: otherReplicas, after: otherReplicas } as const;
  return {
    step: { ...held, reason: "ScalingDisabled", message },
    history: unmeasured(remembers ? history : { ...history, scaledToZero: null }),
  };
}

/** While nothing is measured, no metric fails or is inactive. */
const unmeasured = (history: History): History => update(history, { idle: null, failures: [] });
