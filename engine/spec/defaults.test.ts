import { describe, expect, it } from "vitest";

import type { AutoscalerSpec } from "../model/spec/autoscaler-spec.ts";
import { withDefaults } from "./defaults.ts";
import { upstreamSettings } from "../model/spec/settings.ts";

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
      formula: null,
      replicaMultiple: 1,
      startup: { cpuInitializationPeriodSeconds: 300, initialReadinessDelaySeconds: 30 },
    });
  });

  // prettier-ignore
  it.each<{ when: string; spec: Partial<AutoscalerSpec>; want: object }>([
    { when: "the pods of the selector",          spec: { selectionStrategy: "LabelSelector" },  want: {} },
    { when: "the workload's own pods",           spec: { selectionStrategy: "OwnerReference" }, want: { ownPodsOnly: true } },
    { when: "a start of pods",            spec: { cpuInitializationPeriodSeconds: 0 },   want: { startup: { cpuInitializationPeriodSeconds: 0, initialReadinessDelaySeconds: 30 }, hasOwnStartup: true } },
    { when: "a readiness delay",          spec: { initialReadinessDelaySeconds: 90 },    want: { startup: { cpuInitializationPeriodSeconds: 300, initialReadinessDelaySeconds: 90 }, hasOwnStartup: true } },
    { when: "no schedule",                spec: { schedules: [] },                       want: { metrics: [{ type: "Resource", resource: cpu }] } },
    { when: "a field of a feature",       spec: { cooldown: {}, healthGate: null },      want: { cooldown: {}, healthGate: null } },
    { when: "groups",                     spec: { replicaMultiple: 3 },                  want: { replicaMultiple: 3 } },
  ])("fills in the defaults of $when", ({ spec, want }) => {
    expect(defaulted(spec)).toMatchObject(want);
  });

  it("leaves out an empty list of schedules", () => {
    expect(defaulted({ schedules: [] })).not.toHaveProperty("schedules");
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
