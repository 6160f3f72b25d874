import { describe, expect, it } from "vitest";

import type { AutoscalerSpec } from "./autoscaler-spec.ts";
import { withDefaults } from "./defaults.ts";
import { upstreamSettings } from "./settings.ts";

const defaulted = (spec: Partial<AutoscalerSpec>) =>
  withDefaults({ maxReplicas: 9, ...spec }, upstreamSettings);

describe("withDefaults", () => {
  const cpu = { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } };

  const scaleUp = {
    stabilizationWindowSeconds: 0,
    selectPolicy: "Max",
    policies: [
      { type: "Pods", value: 4, periodSeconds: 15 },
      { type: "Percent", value: 100, periodSeconds: 15 },
    ],
    tolerance: null,
  };
  const scaleDown = {
    stabilizationWindowSeconds: 300,
    selectPolicy: "Max",
    policies: [{ type: "Percent", value: 100, periodSeconds: 15 }],
    tolerance: null,
  };

  it.each([
    { when: "absent", spec: {} },
    { when: "null", spec: { minReplicas: null, metrics: null, behavior: null } },
    { when: "empty", spec: { metrics: [] } },
  ])("fills in fields that are $when", ({ spec }) => {
    expect(defaulted(spec)).toEqual({
      ...{ minReplicas: 1, leastReplicas: 0 },
      maxReplicas: 9,
      syncPeriodSeconds: 15,
      thresholds: [],
      metrics: [{ type: "Resource", resource: cpu }],
      behavior: { scaleUp, scaleDown },
      rollout: null,
      cooldown: null,
      healthGate: null,
      idle: null,
      formula: null,
      replicaMultiple: 1,
      startup: { cpuInitializationPeriodSeconds: 300, initialReadinessDelaySeconds: 30 },
    });
  });

  const monitorSelectors = [{ selector: { matchLabels: { app: "web" } } }];

  // prettier-ignore
  it.each<{ when: string; spec: Partial<AutoscalerSpec>; want: object }>([
    { when: "an empty cooldown",          spec: { cooldown: {} },                        want: { cooldown: { scaleUpSeconds: 0 } } },
    { when: "an empty health gate",              spec: { healthGate: {} },                      want: { healthGate: { startSeconds: 600, maxHoldSeconds: 300 } } },
    { when: "a health gate with one time",       spec: { healthGate: { startSeconds: 60 } },    want: { healthGate: { startSeconds: 60, maxHoldSeconds: 300 } } },
    { when: "the pods of the selector",          spec: { selectionStrategy: "LabelSelector" },  want: {} },
    { when: "the workload's own pods",           spec: { selectionStrategy: "OwnerReference" }, want: { ownPodsOnly: true } },
    { when: "an empty idle",              spec: { idle: {} },                            want: { idle: { afterSeconds: 0 } } },
    { when: "an idle time",               spec: { idle: { afterSeconds: 300 } },         want: { idle: { afterSeconds: 300 } } },
    { when: "an activation",              spec: { metrics: [{ type: "Resource", resource: cpu, activation: { value: "5" } }] }, want: { idle: { afterSeconds: 0 } } },
    { when: "a start of pods",            spec: { cpuInitializationPeriodSeconds: 0 },   want: { startup: { cpuInitializationPeriodSeconds: 0, initialReadinessDelaySeconds: 30 }, hasOwnStartup: true } },
    { when: "a readiness delay",          spec: { initialReadinessDelaySeconds: 90 },    want: { startup: { cpuInitializationPeriodSeconds: 300, initialReadinessDelaySeconds: 90 }, hasOwnStartup: true } },
    { when: "groups",                     spec: { replicaMultiple: 3 },                  want: { replicaMultiple: 3 } },
    { when: "monitors",                   spec: { monitorSelectors },                    want: { rollout: { maxHoldSeconds: 3600 } } },
    { when: "monitors and a time to hold", spec: { monitorSelectors, rollout: { maxHoldSeconds: 9 } }, want: { rollout: { maxHoldSeconds: 9 } } },
    { when: "monitors and rollouts that hold nothing", spec: { monitorSelectors, rollout: { scaleDown: "Allow" } }, want: { rollout: null } },
    { when: "an empty list of monitors",  spec: { monitorSelectors: [] },                want: { rollout: null } },
    { when: "an empty rollout",           spec: { rollout: {} },                         want: { rollout: null } },
    { when: "a rollout that allows scaling down", spec: { rollout: { scaleDown: "Allow", maxHoldSeconds: 9 } }, want: { rollout: null } },
    { when: "a rollout that holds",       spec: { rollout: { scaleDown: "Hold" } },      want: { rollout: { maxHoldSeconds: 3600 } } },
    { when: "a rollout that holds for a given time", spec: { rollout: { scaleDown: "Hold", maxHoldSeconds: 9 } }, want: { rollout: { maxHoldSeconds: 9 } } },
  ])("fills in the defaults of $when", ({ spec, want }) => {
    expect(defaulted(spec)).toMatchObject(want);
  });

  it("keeps a minimum of 0", () => {
    expect(defaulted({ minReplicas: 0 }).minReplicas).toBe(0);
  });

  // Upstream's older rules have no policies: under HPA-1.36 their absence is kept.
  // prettier-ignore
  it.each<{ shows: string; spec: Partial<AutoscalerSpec>; want: object | null }>([
    { shows: "an absent one", spec: {}, want: { scaleUp, scaleDown } },
    { shows: "an absent one, with Trimtab-1", spec: { algorithm: "Trimtab-1" }, want: { scaleUp, scaleDown } },
    { shows: "an absent one, under HPA-1.36", spec: { algorithm: "HPA-1.36" }, want: null },
    { shows: "an empty one", spec: { behavior: {} }, want: { scaleUp, scaleDown } },
    { shows: "an empty one, under HPA-1.36", spec: { behavior: {}, algorithm: "HPA-1.36" }, want: { scaleUp, scaleDown } },
  ])("fills in the defaults of a behavior, if that applies: $shows", ({ spec, want }) => {
    expect(defaulted(spec).behavior).toEqual(want);
  });

  it("fills in both directions of any behavior", () => {
    const nulls = { scaleUp: null, scaleDown: { selectPolicy: null, policies: null } };
    expect(defaulted({ behavior: nulls }).behavior).toEqual({ scaleUp, scaleDown });
  });

  it("keeps a complete rule", () => {
    const policies = [{ type: "Pods", value: 1, periodSeconds: 60 }] as const;
    const behavior = defaulted({
      behavior: { scaleUp: { policies, tolerance: "0.05" }, scaleDown: { selectPolicy: "Min" } },
    }).behavior;
    expect(behavior).toEqual({
      scaleUp: { ...scaleUp, policies, tolerance: "0.05" },
      scaleDown: { ...scaleDown, selectPolicy: "Min" },
    });
  });

  it("gives a window of 0 in the object precedence over the controller's setting", () => {
    const behavior = { scaleDown: { stabilizationWindowSeconds: 0 } };
    expect(defaulted({ behavior }).behavior?.scaleDown.stabilizationWindowSeconds).toBe(0);
  });
});
