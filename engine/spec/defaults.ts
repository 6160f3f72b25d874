// engine/spec/: a stored spec with the types of the engine, and its defaults.

import type {
  AutoscalerSpec,
  BehaviorSpec,
  MetricFallback,
  MetricSpec,
  ScalingPolicy,
  ScalingRules,
  Schedule,
  ThresholdSpec,
} from "../model/spec/autoscaler-spec.ts";
import type { ProportionalProfile } from "../model/spec/proportional-parameters.ts";
import type { Formula } from "../formula/formula.ts";
import { parseFormula } from "../formula/parse-formula.ts";
import type { Settings } from "../model/spec/settings.ts";

/** As in the CRD, for objects that were stored without it. */
export const defaultSyncPeriodSeconds = 15;

type NoneNull<Fields> = { readonly [Key in keyof Fields]-?: NonNullable<Fields[Key]> };

/**
 * The scaling rules of one direction, with defaults applied. Without policies, nothing limits a
 * change.
 */
export type DirectionRules = Pick<ScalingRules, "tolerance"> &
  NoneNull<Omit<ScalingRules, "tolerance">>;

export interface Behavior {
  readonly scaleUp: DirectionRules;
  readonly scaleDown: DirectionRules;
}

export type Fallback = Required<MetricFallback>;

/** Source  KEP-5679: the default of failureDurationSeconds. */
export const fallbackAfterSeconds = 180;

export const withFallbackDefaults = ({
  failureDurationSeconds = fallbackAfterSeconds,
  replicas,
  behavior = "Static",
}: MetricFallback): Fallback => ({ failureDurationSeconds, replicas, behavior });

/** How long after its start a pod's cpu and readiness are not trusted; the object's own or the installation's. */
export type StartupPeriods = Pick<
  Settings,
  "cpuInitializationPeriodSeconds" | "initialReadinessDelaySeconds"
>;

/** The fields that get a default here. Each feature applies the defaults of its own field. */
type Defaulted =
  | ("minReplicas" | "maxReplicas" | "syncPeriodSeconds" | "metrics" | "thresholds" | "behavior")
  | ("replicaMultiple" | "schedules");

export interface DefaultedSpec extends Omit<AutoscalerSpec, Defaulted> {
  readonly minReplicas: number;
  readonly maxReplicas: number;
  /** The least count that the installation allows, also in a window; absent: 0. */
  readonly leastReplicas?: number;
  readonly syncPeriodSeconds: number;
  readonly metrics: readonly MetricSpec[];
  readonly thresholds: readonly ThresholdSpec[];
  /** null: under HPA-1.36, the object has none; upstream's older rules then limit and stabilize. */
  readonly behavior: Behavior | null;
  /** In the order of precedence; absent: none. */
  readonly schedules?: readonly Schedule[];
  /** Combines metrics; null: the largest of them wins. */
  readonly formula: Formula | null;
  /** The count is a multiple of it; 1: any count. */
  readonly replicaMultiple: number;
  readonly startup: StartupPeriods;
  /** Whether the spec sets one of them, so that votes show their effect; absent: no. */
  readonly hasOwnStartup?: boolean;
  /** Whether the spec selects several objects; absent: no. */
  readonly hasSelectors?: boolean;
  /** Whether only the pods count that a workload owns; absent: all that its selector matches do. */
  readonly ownPodsOnly?: boolean;
}

const hasSelectors = ({ targetSelector, monitorSelectors }: AutoscalerSpec): boolean =>
  targetSelector != null || (monitorSelectors ?? []).length > 0;

export const cpuAt80Percent = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } },
} as const satisfies MetricSpec;

const scaleUpPolicies: readonly ScalingPolicy[] = [
  { type: "Pods", value: 4, periodSeconds: 15 },
  { type: "Percent", value: 100, periodSeconds: 15 },
];

const scaleDownPolicies: readonly ScalingPolicy[] = [
  { type: "Percent", value: 100, periodSeconds: 15 },
];

/**
 * Applies the defaults. A given rule replaces its default completely: policies are not merged with
 * the default policies.
 *
 * Source  upstream pkg/apis/autoscaling/v2/defaults.go, and maybeInitScaleDownStabilizationWindow
 *         in horizontal.go: the controller's scale-down window applies unless the object has one.
 */
export function withDefaults(spec: AutoscalerSpec, settings: Settings): DefaultedSpec {
  const { minReplicas, maxReplicas, schedules, ...fields } = spec;
  const [metrics, thresholds] = [spec.metrics ?? [], spec.thresholds ?? []];
  const leastReplicas = Number(!settings.scaleToZero);
  // With schedules alone, the object follows their minimum.
  const sources = [...metrics, ...thresholds, ...(schedules ?? [])];
  return {
    ...fields,
    minReplicas: Math.max(leastReplicas, minReplicas ?? 1),
    ...{ leastReplicas, maxReplicas, thresholds },
    syncPeriodSeconds: spec.syncPeriodSeconds ?? defaultSyncPeriodSeconds,
    metrics: sources.length > 0 ? metrics : [cpuAt80Percent],
    behavior: defaultedBehavior(spec, settings),
    ...(schedules && schedules.length > 0 ? { schedules } : {}),
    formula: formulaOf(spec),
    replicaMultiple: spec.replicaMultiple ?? 1,
    startup: startupOf(spec, settings),
    ...(hasOwnStartup(spec) ? { hasOwnStartup: true } : {}),
    ...selection(spec),
  };
}

/** How the target and its pods are selected, as far as that differs from the default. */
const selection = (spec: AutoscalerSpec) => ({
  ...(hasSelectors(spec) ? { hasSelectors: true } : {}),
  ...(spec.selectionStrategy === "OwnerReference" ? { ownPodsOnly: true } : {}),
});

const hasOwnStartup = (spec: AutoscalerSpec): boolean =>
  spec.cpuInitializationPeriodSeconds != null || spec.initialReadinessDelaySeconds != null;

const startupOf = (spec: AutoscalerSpec, settings: Settings): StartupPeriods => ({
  cpuInitializationPeriodSeconds:
    spec.cpuInitializationPeriodSeconds ?? settings.cpuInitializationPeriodSeconds,
  initialReadinessDelaySeconds:
    spec.initialReadinessDelaySeconds ?? settings.initialReadinessDelaySeconds,
});

/** Validation ensures that the expression has no mistakes, and which of the metrics have a value. */
function formulaOf({ combine, metrics }: AutoscalerSpec): Formula | null {
  if (combine == null) return null;
  const names = (metrics ?? []).flatMap(({ name }) => name ?? []);
  const named = new Map(names.map(name => [name, { hasValue: true }]));
  const formula = parseFormula(combine.expression, named);
  if (formula.ok) return formula.value;
  throw new Error(formula.error.map(({ message }) => message).join("; "));
}

/** An absent `behavior` equals an empty one, except under HPA-1.36. */
function defaultedBehavior(
  { behavior, algorithm }: AutoscalerSpec,
  { downscaleStabilizationSeconds }: Settings,
): Behavior | null {
  const rules = behavior ?? (algorithm === "HPA-1.36" ? null : {});
  return (
    rules && {
      scaleUp: overlay(rules.scaleUp, scaleUpPolicies, 0),
      scaleDown: overlay(rules.scaleDown, scaleDownPolicies, downscaleStabilizationSeconds),
    }
  );
}

/**
 * The rules of a ClusterProportionalAutoscaler: up at once, down after five minutes of agreement.
 * Upstream has no such rules.
 */
export function proportionalBehavior(
  behavior: BehaviorSpec,
  profile: ProportionalProfile,
): Behavior {
  const isUpstream = profile === "CPA-1.10";
  const rules: BehaviorSpec = isUpstream ? {} : behavior;
  return {
    scaleUp: overlay(rules.scaleUp, [], 0),
    scaleDown: overlay(rules.scaleDown, [], isUpstream ? 0 : 300),
  };
}

const overlay = (
  rules: Partial<ScalingRules> | null | undefined,
  policies: readonly ScalingPolicy[],
  windowSeconds: number,
): DirectionRules => ({
  stabilizationWindowSeconds: rules?.stabilizationWindowSeconds ?? windowSeconds,
  selectPolicy: rules?.selectPolicy ?? "Max",
  policies: rules?.policies ?? policies,
  tolerance: rules?.tolerance ?? null,
});
