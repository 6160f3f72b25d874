import type { Metric } from "./metric.ts";
import type { Step } from "./decision.ts";
import type { Behavior, DefaultedSpec, DirectionRules } from "./defaults.ts";
import type { History, RescaleTerms } from "./history.ts";
import type { Observation } from "./observation/observation.ts";
import type { AutoscalerProfile } from "./profile.ts";
import type { Settings } from "./settings.ts";

/** Whether anything that is measured while no pod runs may ask for one. */
const hasOutsideMetric = ({ metrics, thresholds }: DefaultedSpec): boolean =>
  metrics.some(isOutside) ||
  thresholds.some(
    threshold =>
      threshold.type === "Value" &&
      threshold.value.increment > 0 &&
      isOutside(threshold.value.metric),
  );

const isOutside = ({ type }: Metric): boolean => type === "Object" || type === "External";

interface RememberingTerms {
  readonly spec: DefaultedSpec;
  readonly settings: Settings;
  readonly profile: AutoscalerProfile;
}

/** Among several objects one may get none though nothing idles, whatever the settings allow. */
const remembersZeros = ({ hasSelectors = false }: DefaultedSpec, settings: Settings): boolean =>
  settings.scaleToZero || hasSelectors;

/**
 * What is remembered of a count of 0, put right by what is seen: a count above it ends it, and whose
 * it is the target itself may know. Somebody else's is never ours; that it is ours counts where
 * nothing is remembered, as after a restore without the status.
 */
export function rememberZero(
  history: History,
  { scale: { specReplicas }, zeroOf = null }: Pick<Observation, "scale" | "zeroOf">,
  { spec, settings, profile }: RememberingTerms,
): History {
  if (specReplicas > 0) {
    return profile.oldZeros === "Forgotten" ? withoutOldZero(history, specReplicas) : history;
  }
  const { scaledToZero } = history;
  if (zeroOf === "Other" && scaledToZero === true) return { ...history, scaledToZero: false };
  const isOurs = zeroOf === "Operator" && scaledToZero === null && remembersZeros(spec, settings);
  return isOurs ? { ...history, scaledToZero: true } : history;
}

/**
 * Where nothing is written a count above 0 is somebody else's, who has ended our 0: the next one is
 * theirs, and scaling does not end it when it goes on (I7).
 */
export const withoutOldZero = (history: History, replicas: number): History =>
  history.scaledToZero === true && replicas > 0 ? { ...history, scaledToZero: null } : history;

/**
 * A count of 0 is left alone: a person set it (I7), unless scaling went there itself and there is
 * something to come back for. null: go on.
 *
 * Source  upstream horizontal.go, shouldComputeMetricsForZeroReplicas.
 */
export function disabledAtZero(
  { scale, others }: Pick<Observation, "scale" | "others">,
  spec: DefaultedSpec,
  { settings, history }: { readonly settings: Settings; readonly history: History },
): { readonly step: Step; readonly history: History } | null {
  const beside = others?.specReplicas ?? 0;
  const remembers = remembersZeros(spec, settings);
  const wentThereItself = remembers && history.scaledToZero === true;
  const canComeBack = spec.minReplicas !== 0 || hasOutsideMetric(spec) || beside > 0;
  if (scale.specReplicas !== 0 || (wentThereItself && canComeBack)) return null;
  const message =
    "the replica count of the target is zero, which only a person ends: set it to 1 or more";
  return {
    step: { step: "combine", before: beside, after: beside, reason: "ScalingDisabled", message },
    history: remembers ? history : { ...history, scaledToZero: null },
  };
}

/**
 * What a change that follows this decision will leave behind. Where others have replicas, too, the
 * target's may all go while the application does not idle: that is remembered whatever the settings.
 *
 * Source  upstream horizontal.go, condition ScaledToZero in reconcileAutoscaler; storeScaleEvent.
 */
export function rescaleTerms(spec: DefaultedSpec, { scaleToZero }: Settings): RescaleTerms {
  const { behavior, minReplicas, hasSelectors = false } = spec;
  const mayIdle = scaleToZero ? minReplicas === 0 && hasOutsideMetric(spec) : null;
  return {
    mayIdle: hasSelectors || mayIdle,
    longestPeriodSeconds: behavior && longestPeriods(behavior),
  };
}

const longestPeriods = ({ scaleUp, scaleDown }: Behavior) => ({
  scaleUp: longestPeriod(scaleUp),
  scaleDown: longestPeriod(scaleDown),
});

const longestPeriod = ({ policies }: DirectionRules): number =>
  Math.max(0, ...policies.map(({ periodSeconds }) => periodSeconds));
