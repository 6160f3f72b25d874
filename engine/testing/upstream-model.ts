/* oxlint-disable complexity -- upstream's functions keep their shape, so that they can be compared */
import type { ScalingPolicy } from "../model/spec/autoscaler-spec.ts";
import type { DefaultedSpec, DirectionRules } from "../spec/defaults.ts";
import type { Settings } from "../model/spec/settings.ts";

interface Recommendation {
  recommendation: number;
  timestamp: number;
}

interface ScaleEvent {
  replicaChange: number;
  timestamp: number;
  outdated: boolean;
}

/** The input of one sync: times in milliseconds; null: the metric failed. */
export interface ModelSync {
  readonly now: number;
  readonly spec: DefaultedSpec;
  readonly hasOutsideMetric: boolean;
  readonly current: number;
  readonly proposal: number | null;
  readonly writeFails: boolean;
}

/**
 * Upstream's reconcileAutoscaler, line by line, with the lists that it keeps and mutates: the
 * reference for the engine's history. Only counts and conditions.
 *
 * Source  pkg/controller/podautoscaler/horizontal.go of Kubernetes 1.36.1.
 */
export class UpstreamModel {
  readonly recommendations: Recommendation[] = [];
  readonly scaleUpEvents: ScaleEvent[] = [];
  readonly scaleDownEvents: ScaleEvent[] = [];
  readonly conditions: Record<string, string> = {};
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The written count; null: none. */
  sync(input: ModelSync): number | null {
    const { now, spec, current } = input;
    this.conditions["AbleToScale"] = "True/SucceededGetScale";
    if (this.recommendations.length === 0) {
      this.recommendations.push({ recommendation: current, timestamp: now });
    }
    const gate = this.#settings.scaleToZero;
    const scaledToZero = gate && this.conditions["ScaledToZero"] === "True/ScaledToZero";
    let desired = 0;
    if (current === 0) {
      const canScaleFromZero = scaledToZero && input.hasOutsideMetric;
      if (!((spec.minReplicas !== 0 && scaledToZero) || canScaleFromZero)) {
        this.conditions["ScalingActive"] = "False/ScalingDisabled";
        if (!gate) delete this.conditions["ScaledToZero"];
        return null;
      }
    } else if (current > spec.maxReplicas) {
      return this.#rescale(input, spec.maxReplicas);
    } else if (current < spec.minReplicas) {
      return this.#rescale(input, spec.minReplicas);
    }
    if (input.proposal === null) {
      this.conditions["ScalingActive"] = "False/Failed";
      return null;
    }
    this.conditions["ScalingActive"] = "True/ValidMetricFound";
    if (input.proposal > desired) desired = input.proposal;
    desired = spec.behavior
      ? this.#normalizeWithBehaviors(input, spec.behavior, desired)
      : this.#normalize(input, desired);
    if (current === 0 && spec.minReplicas !== 0 && scaledToZero && desired < spec.minReplicas) {
      desired = spec.minReplicas;
    }
    return desired === current ? null : this.#rescale(input, desired);
  }

  #rescale(input: ModelSync, desired: number): number | null {
    const { spec, current, now } = input;
    if (input.writeFails) return null;
    this.conditions["AbleToScale"] = "True/SucceededRescale";
    if (spec.behavior) {
      const isUp = desired > current;
      const rules = isUp ? spec.behavior.scaleUp : spec.behavior.scaleDown;
      const events = isUp ? this.scaleUpEvents : this.scaleDownEvents;
      this.#storeScaleEvent(events, Math.abs(desired - current), { now, rules });
    }
    if (!this.#settings.scaleToZero) delete this.conditions["ScaledToZero"];
    else if (current > 0 && desired === 0 && spec.minReplicas === 0 && input.hasOutsideMetric) {
      this.conditions["ScaledToZero"] = "True/ScaledToZero";
    } else this.conditions["ScaledToZero"] = "False/NotScaledToZero";
    return desired;
  }

  #storeScaleEvent(
    events: ScaleEvent[],
    replicaChange: number,
    { now, rules }: { now: number; rules: DirectionRules },
  ): void {
    let longest = 0;
    for (const policy of rules.policies) {
      if (policy.periodSeconds > longest) longest = policy.periodSeconds;
    }
    const cutoff = now - longest * 1000;
    for (const event of events) if (event.timestamp < cutoff) event.outdated = true;
    let old = -1;
    for (const [index, event] of events.entries()) if (event.outdated) old = index;
    const event = { replicaChange, timestamp: now, outdated: false };
    if (old >= 0) events[old] = event;
    else events.push(event);
  }

  #normalize({ now, spec, current }: ModelSync, prenormalized: number): number {
    let stabilized = prenormalized;
    let old = -1;
    const cutoff = now - this.#settings.downscaleStabilizationSeconds * 1000;
    for (const [index, rec] of this.recommendations.entries()) {
      if (rec.timestamp < cutoff) old = index;
      else if (rec.recommendation > stabilized) stabilized = rec.recommendation;
    }
    this.#record(old, { recommendation: prenormalized, timestamp: now });
    this.conditions["AbleToScale"] =
      stabilized === prenormalized ? "True/ReadyForNewScale" : "True/ScaleDownStabilized";

    const scaleUpLimit = Math.max(2 * current, 4);
    const [maximum, reason] =
      spec.maxReplicas > scaleUpLimit
        ? [scaleUpLimit, "ScaleUpLimit"]
        : [spec.maxReplicas, "TooManyReplicas"];
    if (stabilized < spec.minReplicas) return this.#limit(spec.minReplicas, "TooFewReplicas");
    if (stabilized > maximum) return this.#limit(maximum, reason);
    return this.#limit(stabilized, null);
  }

  #record(old: number, entry: Recommendation): void {
    if (old >= 0) this.recommendations[old] = entry;
    else this.recommendations.push(entry);
  }

  #limit(count: number, reason: string | null): number {
    this.conditions["ScalingLimited"] = reason ? `True/${reason}` : "False/DesiredWithinRange";
    return count;
  }

  #normalizeWithBehaviors(
    { now, spec, current }: ModelSync,
    { scaleUp, scaleDown }: NonNullable<DefaultedSpec["behavior"]>,
    prenormalized: number,
  ): number {
    let up = prenormalized;
    let down = prenormalized;
    let old = -1;
    const upCutoff = now - scaleUp.stabilizationWindowSeconds * 1000;
    const downCutoff = now - scaleDown.stabilizationWindowSeconds * 1000;
    for (const [index, rec] of this.recommendations.entries()) {
      if (rec.timestamp > upCutoff) up = Math.min(rec.recommendation, up);
      if (rec.timestamp > downCutoff) down = Math.max(rec.recommendation, down);
      if (rec.timestamp < upCutoff && rec.timestamp < downCutoff) old = index;
    }
    let stabilized = current;
    if (stabilized < up) stabilized = up;
    if (stabilized > down) stabilized = down;
    this.#record(old, { recommendation: prenormalized, timestamp: now });
    const direction = prenormalized >= current ? "ScaleUpStabilized" : "ScaleDownStabilized";
    this.conditions["AbleToScale"] =
      stabilized === prenormalized ? "True/ReadyForNewScale" : `True/${direction}`;

    if (stabilized > current) {
      const limit = Math.max(current, this.#scaleUpLimit(now, current, scaleUp));
      const isRate = spec.maxReplicas > limit;
      const allowed = isRate ? limit : spec.maxReplicas;
      const reason = isRate ? "ScaleUpLimit" : "TooManyReplicas";
      if (stabilized > allowed) return this.#limit(allowed, reason);
    } else if (stabilized < current) {
      const limit = Math.min(current, this.#scaleDownLimit(now, current, scaleDown));
      const isRate = spec.minReplicas < limit;
      const allowed = isRate ? limit : spec.minReplicas;
      const reason = isRate ? "ScaleDownLimit" : "TooFewReplicas";
      if (stabilized < allowed) return this.#limit(allowed, reason);
    }
    return this.#limit(stabilized, null);
  }

  #scaleUpLimit(now: number, current: number, rules: DirectionRules): number {
    if (rules.selectPolicy === "Disabled") return current;
    const isMin = rules.selectPolicy === "Min";
    let result = isMin ? 2_147_483_647 : -2_147_483_648;
    for (const policy of rules.policies) {
      const start = this.#periodStart(now, current, policy);
      const proposed =
        policy.type === "Pods" ? start + policy.value : Math.ceil(start * (1 + policy.value / 100));
      result = isMin ? Math.min(result, proposed) : Math.max(result, proposed);
    }
    return result;
  }

  #scaleDownLimit(now: number, current: number, rules: DirectionRules): number {
    if (rules.selectPolicy === "Disabled") return current;
    const isMin = rules.selectPolicy === "Min";
    let result = isMin ? -2_147_483_648 : 2_147_483_647;
    for (const policy of rules.policies) {
      const start = this.#periodStart(now, current, policy);
      const proposed =
        policy.type === "Pods"
          ? start - policy.value
          : Math.trunc(start * (1 - policy.value / 100));
      result = isMin ? Math.max(result, proposed) : Math.min(result, proposed);
    }
    return result;
  }

  #periodStart(now: number, current: number, { periodSeconds }: ScalingPolicy): number {
    const cutoff = now - periodSeconds * 1000;
    const change = (events: readonly ScaleEvent[]): number => {
      let replicas = 0;
      for (const event of events) if (event.timestamp > cutoff) replicas += event.replicaChange;
      return replicas;
    };
    return current - change(this.scaleUpEvents) + change(this.scaleDownEvents);
  }
}
