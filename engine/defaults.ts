import type {
  AutoscalerSpec,
  BehaviorSpec,
  CooldownSpec,
  MetricSpec,
  RolloutSpec,
  ScalingPolicy,
  ScalingRules,
} from "./autoscaler-spec.ts";
import type { ProportionalProfile } from "./recommend/parameters.ts";
import type { Settings } from "./settings.ts";
import type { ThresholdSpec } from "./threshold-spec.ts";

/** A node whose readiness is Unknown keeps counting for so long: a partition must not shrink DNS. */
export const UNKNOWN_NODE_GRACE_MS = 300_000;

/** Seconds that a smaller size must stand before it is written; upstream jumps at once. */
export const scaleDownStabilizationSeconds = (profile: ProportionalProfile): number =>
  profile === "CPA-1.10" ? 0 : 30;

/** Rules for one direction with nothing left open. */
export interface DirectionRules {
  readonly stabilizationWindowSeconds: number;
  readonly selectPolicy: "Max" | "Min" | "Disabled";
  readonly policies: readonly ScalingPolicy[];
  /** A quantity; null: the settings' own. */
  readonly tolerance: string | null;
}

export interface Behavior {
  readonly scaleUp: DirectionRules;
  readonly scaleDown: DirectionRules;
}

/** How long the size stays after a change, by the direction that is asked for then. */
export interface Cooldown {
  readonly scaleUpSeconds: number;
  readonly scaleDownSeconds: number;
}

/** For how long at most a rollout keeps a target from getting smaller. */
export interface RolloutRule {
  readonly maxHoldSeconds: number;
}

/** An Autoscaler's spec with nothing left open. */
export interface DefaultedSpec {
  readonly minReplicas: number;
  readonly maxReplicas: number;
  readonly syncPeriodSeconds: number;
  readonly metrics: readonly MetricSpec[];
  readonly thresholds: readonly ThresholdSpec[];
  /** null where the object has none: upstream then limits and stabilizes by older rules. */
  readonly behavior: Behavior | null;
  /** null: a rollout holds nothing. */
  readonly rollout: RolloutRule | null;
  /** null where the object has none. */
  readonly cooldown: Cooldown | null;
  readonly zeroReadings: "Trust" | "Doubt";
  /** Whether it has to do with more objects than one; absent: no. */
  readonly hasSelectors?: boolean;
}

const hasSelectors = ({ targetSelector, monitorSelectors }: AutoscalerSpec): boolean =>
  targetSelector != null || (monitorSelectors ?? []).length > 0;

const cpuAt80Percent: MetricSpec = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } },
};

const scaleUpPolicies: readonly ScalingPolicy[] = [
  { type: "Pods", value: 4, periodSeconds: 15 },
  { type: "Percent", value: 100, periodSeconds: 15 },
];

const scaleDownPolicies: readonly ScalingPolicy[] = [
  { type: "Percent", value: 100, periodSeconds: 15 },
];

/**
 * What a spec means where it says nothing. A rule that is given replaces its default whole: a list
 * of policies is not merged with the default list.
 *
 * Source  upstream pkg/apis/autoscaling/v2/defaults.go, and maybeInitScaleDownStabilizationWindow
 *         in horizontal.go: the scale-down window is the controller's unless the object has one.
 */
export function withDefaults(spec: AutoscalerSpec, settings: Settings): DefaultedSpec {
  const { minReplicas, maxReplicas, behavior, rollout, cooldown } = spec;
  const metrics = spec.metrics ?? [];
  const thresholds = spec.thresholds ?? [];
  return {
    minReplicas: minReplicas ?? 1,
    maxReplicas,
    syncPeriodSeconds: spec.syncPeriodSeconds ?? 15,
    metrics: metrics.length + thresholds.length > 0 ? metrics : [cpuAt80Percent],
    thresholds,
    behavior: behavior ? defaultedBehavior(behavior, settings) : null,
    rollout: rollout?.scaleDown === "Hold" ? defaultedRollout(rollout) : null,
    cooldown: cooldown ? defaultedCooldown(cooldown) : null,
    zeroReadings: spec.zeroReadings ?? "Trust",
    ...(hasSelectors(spec) ? { hasSelectors: true } : {}),
  };
}

/** As long as some rollouts take, and not as long as one that is stuck may. */
const defaultedRollout = ({ maxHoldSeconds }: RolloutSpec): RolloutRule => ({
  maxHoldSeconds: maxHoldSeconds ?? 3600,
});

const defaultedCooldown = ({ scaleUpSeconds, scaleDownSeconds }: CooldownSpec): Cooldown => ({
  scaleUpSeconds: scaleUpSeconds ?? 0,
  scaleDownSeconds: scaleDownSeconds ?? 0,
});

function defaultedBehavior({ scaleUp, scaleDown }: BehaviorSpec, settings: Settings): Behavior {
  const { downscaleStabilizationSeconds } = settings;
  return {
    scaleUp: overlay(scaleUp, scaleUpPolicies, 0),
    scaleDown: overlay(scaleDown, scaleDownPolicies, downscaleStabilizationSeconds),
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
