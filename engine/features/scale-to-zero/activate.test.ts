import { describe, expect, it } from "vitest";

import { emptyHistory, type History } from "../../model/history.ts";
import type { Answer, Observation } from "../../model/observation/observation.ts";
import { ok } from "../../model/values/result.ts";
import type { AutoscalerSpec, BehaviorSpec } from "../../model/spec/autoscaler-spec.ts";
import { proportionalBehavior, withDefaults } from "../../spec/defaults.ts";
import { profiles } from "../../model/spec/profile.ts";
import { upstreamSettings } from "../../model/spec/settings.ts";
import { decideAutoscaler, decideProportional } from "../../decide.ts";

const NOW = Date.parse("2026-01-01T12:00:00Z");
const queue = {
  type: "External" as const,
  external: { metric: { name: "queue" }, target: { averageValue: "5" } },
};
const percent = { type: "Percent" as const, value: 100, periodSeconds: 60 };

const ago = (seconds: number): number => NOW - seconds * 1000;
/** The operator went to 0 a minute ago, and nothing else was recommended since. */
const asleep: History = {
  ...emptyHistory("uid"),
  scaledToZero: true,
  recommendations: [{ value: 0, since: ago(60) }],
  lowestRecommendations: [{ value: 0, since: ago(60) }],
  scaleEvents: [{ time: ago(60), change: -1 }],
};
const load = (value: number): Answer => ({ kind: "Values", values: [BigInt(value * 1000)] });
const failed: Answer = { kind: "Failed", message: "away" };

interface Row {
  readonly when: string;
  readonly spec?: Partial<AutoscalerSpec>;
  readonly answer?: Answer;
  readonly history?: Partial<History>;
  readonly others?: Observation["others"];
  readonly to: number;
}

const up = (scaleUp: NonNullable<BehaviorSpec["scaleUp"]>) => ({ behavior: { scaleUp } });

function decided({ spec, answer = load(100), history, others }: Row) {
  const algorithm = spec?.algorithm ?? "Trimtab-1";
  const bounds = { minReplicas: 0, maxReplicas: 50 };
  return decideAutoscaler({
    ...{ now: NOW, settings: upstreamSettings, profile: profiles[algorithm] },
    spec: withDefaults({ ...bounds, metrics: [queue], ...spec }, upstreamSettings),
    history: { ...asleep, ...history },
    observation: {
      scale: { specReplicas: 0, statusReplicas: 0 },
      ...{ pods: ok([]), answers: [answer], ...(others && { others }) },
    },
  }).decision;
}

describe("an Autoscaler at 0", () => {
  // prettier-ignore
  it.each<Row>([
    { when: "at least one replica in spite of a policy in percent", spec: up({ policies: [percent] }), to: 1 },
    { when: "at least one replica if the smallest policy counts",   spec: up({ selectPolicy: "Min" }), to: 1 },
    { when: "at least one replica if scale-up is disabled",         spec: up({ selectPolicy: "Disabled" }), to: 1 },
    { when: "at least one replica within the window",               spec: up({ stabilizationWindowSeconds: 3600 }), to: 1 },
    { when: "what the policies allow within the cooldown",          spec: { cooldown: { scaleUpSeconds: 3600 } }, to: 4 },
    { when: "one group",                                            spec: { replicaMultiple: 3, ...up({ policies: [percent], stabilizationWindowSeconds: 60 }) }, to: 3 },
    { when: "no more than the maximum",                             spec: { maxReplicas: 1 }, to: 1 },
    { when: "what the policies allow if that is more",              to: 4 },
    { when: "the minimum if that is more",                          spec: { minReplicas: 2, ...up({ policies: [percent] }) }, to: 2 },
    { when: "nothing without load",                                 spec: up({ policies: [percent] }), answer: load(0), to: 0 },
    { when: "nothing while the metric fails",                       spec: up({ policies: [percent] }), answer: failed, to: 0 },
    { when: "nothing after a person's 0",                           history: { scaledToZero: false }, to: 0 },
    { when: "nothing under upstream's profile, which stays asleep", spec: { algorithm: "HPA-1.36", ...up({ policies: [percent] }) }, to: 0 },
  ])("gets $when: $to", row => {
    expect(decided(row).to).toBe(row.to);
  });

  it("is not started next to other workloads that run", () => {
    const others = { specReplicas: 2, statusReplicas: 2 };
    const { steps } = decided({
      when: "",
      spec: { cooldown: { scaleUpSeconds: 3600 } },
      others,
      to: 0,
    });
    expect(steps.map(({ step }) => step)).not.toContain("activate");
  });
});

describe("a ClusterProportionalAutoscaler at 0", () => {
  // prettier-ignore
  it.each<{ when: string; scaleUp: NonNullable<BehaviorSpec["scaleUp"]>; nodes: number; to: number }>([
    { when: "one replica in spite of a policy in percent", scaleUp: { policies: [percent] }, nodes: 4, to: 1 },
    { when: "one replica within the window",               scaleUp: { stabilizationWindowSeconds: 3600 }, nodes: 4, to: 1 },
    { when: "all at once without a policy",                scaleUp: {}, nodes: 4, to: 3 },
    { when: "nothing at the step of 0",                    scaleUp: { policies: [percent] }, nodes: 2, to: 0 },
  ])("gets $when: $to", ({ scaleUp, nodes, to }) => {
    const nodesToReplicas = [
      { size: 1, replicas: 0 },
      { size: 3, replicas: 3 },
    ];
    const parameters = { mode: "ladder" as const, coresToReplicas: [], nodesToReplicas };
    const { decision } = decideProportional({
      ...{ now: NOW, profile: "Trimtab-1", currentReplicas: 0, history: asleep },
      size: { nodes, cores: nodes, schedulableNodes: nodes, schedulableCores: nodes },
      parameters: { ...parameters, includeUnschedulableNodes: true },
      behavior: proportionalBehavior({ scaleUp }, "Trimtab-1"),
    });
    expect(decision.to).toBe(to);
  });
});
