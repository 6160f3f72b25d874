import { describe, expect, it } from "vitest";

import { decideAutoscalerCase, type StepOutcome } from "./autoscaler-case.ts";
import { comparisonSigns } from "../../engine/votes/threshold-reading.ts";

const metrics = [
  { type: "External", external: { metric: { name: "queue" }, target: { averageValue: "10" } } },
];
const spec = { minReplicas: 1, maxReplicas: 9, metrics };
const hpa = { kind: "HorizontalPodAutoscaler", spec };
const step = (seconds: number, replicas: number, queue: string, more: object = {}) => ({
  now: new Date(Date.parse("2026-01-01T00:00:00Z") + seconds * 1000).toISOString(),
  scale: { specReplicas: replicas, statusReplicas: replicas, selector: "app=web" },
  pods: null,
  metrics: { external: { queue: [queue] } },
  ...more,
});

function stepsOf(recorded: object): readonly StepOutcome[] {
  const outcome = decideAutoscalerCase({ name: "web", autoscaler: hpa, ...recorded });
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.value.steps;
}

describe("decideAutoscalerCase", () => {
  it("passes the state of a sync on to the next", () => {
    const settings = { downscaleStabilizationSeconds: 30 };
    const steps = [step(0, 2, "40"), step(15, 4, "10"), step(31, 4, "10"), step(46, 4, "10")];
    const decided = stepsOf({ settings, steps });
    expect(decided.map(({ scaleTo }) => scaleTo)).toEqual([4, null, 1, 1]);
    expect(decided[1]!.conditions).toEqual({
      AbleToScale: "True/ScaleDownStabilized",
      ScaledToZero: "False/NotScaledToZero",
      ScalingActive: "True/ValidMetricFound",
      ScalingLimited: "False/DesiredWithinRange",
    });
    expect(decided[0]!.trace.map(part => ("step" in part ? part.step : part.source))).toEqual([
      "external metric queue",
      "combine",
      "stabilize",
      "limit",
      "bound",
    ]);
  });

  it("uses an edited object from its sync on", () => {
    const edited = { kind: "HorizontalPodAutoscaler", spec: { ...spec, maxReplicas: 3 } };
    const steps = [step(0, 4, "40"), step(15, 4, "40", { autoscaler: edited }), step(30, 3, "90")];
    expect(stepsOf({ steps }).map(({ scaleTo }) => scaleTo)).toEqual([null, 3, null]);
  });

  it("keeps the desired count of the status if no decision is possible", () => {
    const failing = { metrics: { errors: ["external/queue"] } };
    const status = { desiredReplicas: 7 };
    const steps = [step(0, 4, "40", failing), step(15, 4, "40"), step(30, 4, "40", failing)];
    const decided = stepsOf({ autoscaler: { ...hpa, status }, steps });
    expect(decided.map(({ desiredReplicas }) => desiredReplicas)).toEqual([7, 4, 4]);
    expect(decided[0]!.currentMetrics).toEqual([{ type: "" }]);
  });

  it("starts with the conditions of the status", () => {
    const zero = { type: "ScaledToZero", status: "True", reason: "ScaledToZero" };
    const idle = { ...hpa, spec: { ...spec, minReplicas: 0 }, status: { conditions: [zero] } };
    const steps = [step(0, 0, "40")];
    const settings = { scaleToZero: false };
    expect(stepsOf({ autoscaler: idle, steps })[0]!.scaleTo).toBe(4);
    expect(stepsOf({ autoscaler: idle, settings, steps })[0]!.scaleTo).toBeNull();
  });

  it("decides an Autoscaler without algorithm", () => {
    const settings = { downscaleStabilizationSeconds: 30 };
    // The recommendation of 4 at 0 s counts until 30 s upstream, and until 15 s + 30 s here.
    const steps = [step(0, 4, "40"), step(15, 4, "10"), step(31, 4, "10"), step(46, 4, "10")];
    const scaled = (algorithm?: string) =>
      stepsOf({
        autoscaler: { kind: "Autoscaler", spec: { ...spec, algorithm } },
        settings,
        steps,
      }).map(({ scaleTo }) => scaleTo);
    expect(scaled()).toEqual([null, null, null, 1]);
    expect(scaled("Trimtab-1")).toEqual([null, null, null, 1]);
    expect(scaled("HPA-1.36")).toEqual([null, null, 1, 1]);
  });

  it("decides by an expression, in whole groups", () => {
    const named = metrics.map(metric => ({ ...metric, name: "queue" }));
    const combined = { ...spec, metrics: named, combine: { expression: "queue.value / 10 + 1" } };
    const autoscaler = { kind: "Autoscaler", spec: { ...combined, replicaMultiple: 3 } };
    const [decided] = stepsOf({ autoscaler, steps: [step(0, 3, "40")] });
    expect(decided!.scaleTo).toBe(6);
    const votes = decided!.trace.flatMap(part => ("source" in part ? [part] : []));
    expect(votes.map(({ input, message }) => [input, message])).toEqual([
      ["queue", "40, target 10 each: 4"],
      [undefined, "queue.value / 10 + 1 with queue.value 40: 5"],
    ]);
  });

  it("reads the rollout state from the target", () => {
    const settings = { downscaleStabilizationSeconds: 0 };
    const rollout = { scaleDown: "Hold", maxHoldSeconds: 20 };
    const autoscaler = { kind: "Autoscaler", spec: { ...spec, rollout } };
    const rolling = (at: number, state: string | null) => {
      const recorded = step(at, 4, "10");
      return { ...recorded, scale: { ...recorded.scale, rollout: state } };
    };
    const steps = [rolling(0, "Announced"), rolling(15, "Rolling"), rolling(30, "Announced")];
    const decided = stepsOf({ autoscaler, settings, steps: [...steps, rolling(45, null)] });
    const reasons = decided.map(({ trace }) =>
      trace.flatMap(part => ("step" in part && part.step === "rollout" ? [part.reason] : [])),
    );
    expect(reasons.flat()).toEqual([
      "RolloutInProgress",
      "RolloutInProgress",
      "RolloutHoldEnded",
      "NoRollout",
    ]);
    expect(decided.map(({ scaleTo }) => scaleTo)).toEqual([null, null, 1, 1]);
  });

  it("reads the owner of a zero from the target", () => {
    const autoscaler = { kind: "Autoscaler", spec: { ...spec, minReplicas: 0 } };
    const recorded = step(0, 0, "40");
    const wakes = (zeroOf: string | null) => {
      const steps = [{ ...recorded, scale: { ...recorded.scale, zeroOf } }];
      return stepsOf({ autoscaler, settings: { scaleToZero: true }, steps })[0]!.scaleTo;
    };
    expect([wakes("Operator"), wakes("Other"), wakes(null)]).toEqual([4, null, null]);
  });

  const resource = { type: "Resource", resource: { name: "cpu", target: {} } };
  const container = { name: "cpu", target: {} };
  const threshold = (metric: object, comparison = "LessThan") => {
    const value = { metric, comparison, value: 5, durationSeconds: 60, increment: -1 };
    return { name: "a", type: "Value", value };
  };

  // prettier-ignore
  it.each<{ shows: string; raw: unknown; says: string }>([
    { shows: "null",                         raw: null,                                                            says: "the case: must be an object, but is null" },
    { shows: "no autoscaler",                raw: {},                                                              says: "autoscaler: is required" },
    { shows: "no spec",                      raw: { autoscaler: {} },                                              says: "autoscaler.spec: is required" },
    { shows: "no maximum",                   raw: { autoscaler: { spec: {} } },                                    says: "autoscaler.spec.maxReplicas: is required" },
    { shows: "a negative minimum",           raw: { autoscaler: { spec: { ...spec, minReplicas: -1 } } },          says: "autoscaler.spec.minReplicas: must be at least 0, but is -1" },
    { shows: "metrics as text",              raw: { autoscaler: { spec: { ...spec, metrics: "cpu" } } },           says: "autoscaler.spec.metrics: must be a list" },
    { shows: "a metric without a type",      raw: { autoscaler: { spec: { ...spec, metrics: [{}] } } },            says: "metrics[0].type: is required" },
    { shows: "a metric without its source",  raw: { autoscaler: { spec: { ...spec, metrics: [{ type: "Pods" }] } } }, says: "metrics[0].pods: is required; write pods: {metric: {name: requests_per_second}, target: {type: AverageValue, averageValue: 100}}" },
    { shows: "a source that is text",        raw: { autoscaler: { spec: { ...spec, metrics: [{ type: "Pods", pods: "web" }] } } }, says: "metrics[0].pods: must be an object, but is \"web\"" },
    { shows: "a source without a target",    raw: { autoscaler: { spec: { ...spec, metrics: [{ type: "Resource", resource: { name: "cpu" } }] } } }, says: "metrics[0].resource.target: is required" },
    { shows: "a source without a container", raw: { autoscaler: { spec: { ...spec, metrics: [{ type: "ContainerResource", containerResource: container }] } } }, says: "metrics[0].containerResource.container: is required" },
    { shows: "a source whose name is a number", raw: { autoscaler: { spec: { ...spec, metrics: [{ type: "Pods", pods: { metric: { name: 1 }, target: {} } }] } } }, says: "metrics[0].pods.metric.name: must be text, but is 1" },
    { shows: "a policy as text",             raw: { autoscaler: { spec: { ...spec, behavior: { scaleUp: { policies: ["fast"] } } } } }, says: "behavior.scaleUp.policies[0]: must be an object" },
    { shows: "a policy without a period",    raw: { autoscaler: { spec: { ...spec, behavior: { scaleUp: { policies: [{ value: 1 }] } } } } }, says: "policies[0].periodSeconds: is required" },
    { shows: "an unknown algorithm",         raw: { autoscaler: { spec: { ...spec, algorithm: "HPA-2" } } },       says: "spec.algorithm: \"HPA-2\" is not supported; write Trimtab-1 or HPA-1.36" },
    { shows: "the former name of algorithm", raw: { autoscaler: { spec: { ...spec, compatibility: 2 } } },         says: "spec.compatibility: is now spec.algorithm; write algorithm: HPA-1.36, or Trimtab-1 instead of None" },
    { shows: "an unknown mode",              raw: { autoscaler: { spec: { ...spec, mode: "Off" } } },              says: "spec.mode: \"Off\" is not supported; write Active, DryRun or Paused" },
    { shows: "settings as text",             raw: { autoscaler: hpa, settings: { tolerance: "little" } },          says: "settings.tolerance: must be a number" },
    { shows: "another release",              raw: { autoscaler: hpa, settings: { profile: "1.35" } },              says: "settings.profile: \"1.35\" is not supported; write 1.36" },
    { shows: "a gate as text",               raw: { autoscaler: hpa, settings: { scaleToZero: "on" } },            says: "settings.scaleToZero: must be true or false" },
    { shows: "a condition without a status", raw: { autoscaler: { ...hpa, status: { conditions: [{ type: "X" }] } } }, says: "status.conditions[0].status: is required" },
    { shows: "a step without a time",        raw: { autoscaler: hpa, steps: [step(0, 1, "1", { now: null })] },    says: "steps[0].now: is required; write now: 2026-01-01T12:00:00Z" },
    { shows: "a step at noon",               raw: { autoscaler: hpa, steps: [step(0, 1, "1", { now: "noon" })] },  says: "steps[0].now: \"noon\" is not an RFC 3339 time" },
    { shows: "a step without a scale",       raw: { autoscaler: hpa, steps: [step(0, 1, "1", { scale: null })] },  says: "steps[0].scale: is required" },
    { shows: "a count as text",              raw: { autoscaler: hpa, steps: [step(0, "few" as never, "1")] },      says: "steps[0].scale.specReplicas: must be a whole number" },
    { shows: "a cooldown as text",           raw: { autoscaler: { spec: { ...spec, cooldown: { scaleUpSeconds: "3m" } } } }, says: "spec.cooldown.scaleUpSeconds: must be a whole number" },
    { shows: "an expression with a mistake", raw: { autoscaler: { spec: { ...spec, combine: { expression: "max(cpu" } } } }, says: "spec.combine.expression: is not an expression: expected RPAREN, got end of text" },
    { shows: "no expression",                raw: { autoscaler: { spec: { ...spec, combine: {} } } },              says: "spec.combine.expression: is required" },
    { shows: "groups of none",               raw: { autoscaler: { spec: { ...spec, replicaMultiple: 0 } } },       says: "spec.replicaMultiple: must be at least 1, but is 0" },
    { shows: "a rollout as text",            raw: { autoscaler: { spec: { ...spec, rollout: "Hold" } } },          says: "spec.rollout: must be an object" },
    { shows: "an unknown rollout",           raw: { autoscaler: hpa, steps: [{ ...step(0, 1, "1"), scale: { specReplicas: 1, statusReplicas: 1, rollout: "Slow" } }] }, says: "scale.rollout: \"Slow\" is not supported; write Rolling or Announced" },
    { shows: "an unknown owner",             raw: { autoscaler: hpa, steps: [{ ...step(0, 1, "1"), scale: { specReplicas: 0, statusReplicas: 0, zeroOf: "me" } }] }, says: "scale.zeroOf: \"me\" is not supported; write Operator or Other" },
    { shows: "pods that are not objects",    raw: { autoscaler: hpa, steps: [step(0, 1, "1", { pods: ["web"] })] }, says: "steps[0].pods[0]: must be an object" },
    { shows: "values that are not objects",  raw: { autoscaler: hpa, steps: [step(0, 1, "1", { metrics: { external: { queue: [1] } } })] }, says: "steps[0].metrics.external[queue][0]: must be text or an object" },
    { shows: "a time that is not text",      raw: { autoscaler: hpa, steps: [step(0, 1, "1", { metrics: { external: { queue: [{ value: "1", timestamp: 5 }] } } })] }, says: "external[queue][0].timestamp: must be text" },
    { shows: "a threshold without a type",   raw: { autoscaler: { spec: { maxReplicas: 3, thresholds: [{ name: "a" }] } }, steps: [] }, says: "thresholds[0].type: is required" },
    { shows: "an Intention threshold without an intention", raw: { autoscaler: { spec: { maxReplicas: 3, thresholds: [{ name: "a", type: "Intention" }] } }, steps: [] }, says: "thresholds[0].intention: is required" },
    { shows: "a threshold of another type",  raw: { autoscaler: { spec: { maxReplicas: 3, thresholds: [{ name: "a", type: "Trend" }] } }, steps: [] }, says: "thresholds[0].type: \"Trend\" is not supported; write Value or Intention" },
    { shows: "a Value threshold without a value", raw: { autoscaler: { spec: { maxReplicas: 3, thresholds: [{ name: "a", type: "Value" }] } }, steps: [] }, says: "thresholds[0].value: is required" },
    { shows: "a threshold with a metric of an unknown type", raw: { autoscaler: { spec: { maxReplicas: 3, thresholds: [threshold({ type: "Weather" })] } }, steps: [] }, says: "thresholds[0].value.metric.type: \"Weather\" is not supported; write Resource, ContainerResource, Pods, Object, External, Prometheus or ExternalScaler" },
    { shows: "a threshold with a metric without its source", raw: { autoscaler: { spec: { maxReplicas: 3, thresholds: [threshold({ type: "Pods" })] } }, steps: [] }, says: "thresholds[0].value.metric.pods: is required" },
    { shows: "an invalid edit",              raw: { autoscaler: hpa, steps: [step(0, 1, "1", { autoscaler: { spec: {} } })] }, says: "steps[0].autoscaler.spec.maxReplicas: is required" },
    { shows: "an edit with an invalid metric", raw: { autoscaler: hpa, steps: [step(0, 1, "1", { autoscaler: { spec: { ...spec, metrics: [{ type: "Pods" }] } } })] }, says: "steps[0].autoscaler.spec.metrics[0].pods: is required" },
    { shows: "a created object with an invalid metric", raw: { autoscaler: hpa, steps: [step(0, 1, "1", { events: [{ type: "Created", autoscaler: { spec: { ...spec, metrics: [{ type: "Pods" }] } } }] })] }, says: "steps[0].events[0].autoscaler.spec.metrics[0].pods: is required" },
  ])("refuses $shows", ({ raw, says }) => {
    const outcome = decideAutoscalerCase(raw);
    expect(outcome.ok ? "decided" : outcome.error).toContain(says);
  });

  it("ignores fields of an Autoscaler in a HorizontalPodAutoscaler", () => {
    const autoscaler = { ...hpa, spec: { ...spec, mode: "Off", algorithm: 2 } };
    expect(stepsOf({ autoscaler, steps: [step(0, 2, "40")] })[0]!.scaleTo).toBe(4);
  });

  it("ignores a scale that could not be read", () => {
    const steps = [step(0, 2, "40", { errors: ["getScale"] })];
    expect(stepsOf({ steps })[0]!.conditions["AbleToScale"]).toBe("False/FailedGetScale");
  });

  it.each(Object.keys(comparisonSigns))("knows the comparison %s", comparison => {
    const external = { metric: { name: "queue" } };
    const thresholds = [threshold({ type: "External", external }, comparison)];
    expect(stepsOf({ autoscaler: { spec: { ...spec, thresholds } } })).toEqual([]);
  });

  it("decides a case without steps", () => {
    expect(stepsOf({})).toEqual([]);
    expect(stepsOf({ autoscaler: { ...hpa, spec: { ...spec, metrics: [resource] } } })).toEqual([]);
  });

  // prettier-ignore
  it.each([
    { type: "Resource",  metric: resource,                                                                          errors: ["resource"] },
    { type: "Container", metric: { type: "ContainerResource", containerResource: { ...container, container: "a" } }, errors: ["resource"] },
    { type: "Pods",      metric: { type: "Pods", pods: { metric: { name: "m" }, target: {} } },                     errors: ["pods/m"] },
    { type: "Object",    metric: { type: "Object", object: { metric: { name: "m" }, describedObject: { kind: "K", name: "n" }, target: {} } }, errors: ["object/m"] },
    { type: "Weather",   metric: { type: "Weather" },                                                               errors: [] },
  ])("fails a $type metric if its call fails or is not recorded", ({ metric, errors }) => {
    const autoscaler = { ...hpa, spec: { ...spec, metrics: [metric] } };
    for (const recorded of [{ errors }, {}]) {
      const [only] = stepsOf({ autoscaler, steps: [step(0, 2, "1", { metrics: recorded })] });
      expect(only).toMatchObject({ scaleTo: null, currentMetrics: [{ type: "" }] });
    }
  });
});
