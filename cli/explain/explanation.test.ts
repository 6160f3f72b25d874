import { describe, expect, it } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import { renderExplanation } from "./explain.ts";
import { explain, explanationJson } from "./explanation.ts";
import { blocked, held, ingress, now, objectOf, web } from "../testing/objects.ts";

const why = (raw: unknown): string | undefined => explain(objectOf(raw), now).targets[0]?.why;

type Stage = [step: string, before: number, after: number, reason: string, message?: string];
const step = (...[name, before, after, reason, message = ""]: Stage) => ({
  ...{ step: name, before, after, reason, message },
});
const decided = (to: number, steps: object[], votes: object[] = web.status.decision.votes) => ({
  ...web,
  status: {
    ...web.status,
    ...{ currentReplicas: to, desiredReplicas: to },
    decision: { ...web.status.decision, to, votes, steps },
  },
});
const largest = step("combine", 6, 12, "LargestVote");
const pausedUntil = (key: string, until: string, object: { readonly metadata: object }) => ({
  ...object,
  metadata: {
    ...object.metadata,
    annotations: {
      [`autoscaling.trimtab.dev/${key}`]: until,
      "autoscaling.trimtab.dev/paused-reason": "INC-7.",
    },
  },
});

describe("the sentence about a size", () => {
  it.each([
    {
      when: "the winning vote is applied unchanged",
      object: decided(12, [largest]),
      want: "has 12 replicas: cpu asked for 12.",
    },
    {
      when: "the count is one",
      object: decided(1, [step("combine", 1, 1, "AllAbstain", "no vote: size held")]),
      want: "has 1 replica: nothing asks for another size.",
    },
    {
      when: "the rate policies limit the count",
      object: decided(8, [largest, step("limit", 12, 8, "ScaleUpLimit")]),
      want: "has 8 replicas: cpu asked for 12, but the rate limits allow 8 for now.",
    },
    {
      when: "a schedule lowers the maximum",
      object: decided(8, [
        largest,
        step("schedule", 12, 5, "AboveScheduledMax", "outside the schedules the maximum is 5"),
        step("limit", 5, 8, "ScaleDownLimit"),
      ]),
      want: "has 8 replicas: cpu asked for 12, but outside the schedules the maximum is 5, and the rate limits allow 8 for now.",
    },
    {
      when: "the count is rounded up to whole groups",
      object: decided(15, [
        largest,
        step("multiple", 12, 15, "RoundedToMultiple", "whole groups of 5 make it 15"),
      ]),
      want: "has 15 replicas: cpu asked for 12, but whole groups of 5 make it 15.",
    },
    {
      when: "an expression combines the metrics",
      object: decided(
        3,
        [step("combine", 6, 3, "LargestVote")],
        [
          { source: "cpu", type: "Count", replicas: 12, input: "cpu", message: "" },
          {
            source: "expression",
            type: "Count",
            replicas: 3,
            message: "min(cpu, 3) with cpu 12: 3",
          },
        ],
      ),
      want: "has 3 replicas: expression asked for 3.",
    },
    {
      when: "two stages changed the count",
      object: decided(10, [
        step("combine", 14, 3, "LargestVote"),
        step("stabilize", 3, 14, "ScaleDownStabilized"),
        step("bound", 14, 10, "TooManyReplicas"),
      ]),
      want: "has 10 replicas: cpu asked for 3, but the stabilization window still holds 14, and the maximum is 10.",
    },
    {
      when: "a stabilization window prevents scaling down",
      object: decided(7, [largest, step("stabilize", 12, 7, "ScaleUpStabilized")]),
      want: "has 7 replicas: cpu asked for 12, but the stabilization window allows only 7 yet.",
    },
    {
      when: "the minimum raises the count",
      object: decided(14, [largest, step("bound", 12, 14, "TooFewReplicas")]),
      want: "has 14 replicas: cpu asked for 12, but the minimum is 14.",
    },
    {
      when: "its bounds were edited",
      object: decided(10, [step("bound", 60, 10, "AboveMaxReplicas")], []),
      want: "has 10 replicas: the maximum is 10.",
    },
    {
      when: "a person scaled it to 0",
      object: decided(
        0,
        [step("combine", 0, 0, "ScalingDisabled", "the count is zero, which only a person ends")],
        [],
      ),
      want: "has 0 replicas: the count is zero, which only a person ends.",
    },
    {
      when: "a later stage has its own reason",
      object: decided(9, [largest, step("limit", 12, 9, "Rollout", "a rollout is under way")]),
      want: "has 9 replicas: cpu asked for 12, but a rollout is under way.",
    },
    {
      when: "a rollout blocks scaling down",
      object: decided(14, [largest, step("rollout", 12, 14, "RolloutInProgress")]),
      want: "has 14 replicas: cpu asked for 12, but a rollout keeps 14 until it is done.",
    },
    {
      when: "the newest pods fail",
      object: decided(9, [
        largest,
        { ...step("health", 12, 9, "NewestPodsFailing"), message: "2 of the 3 newest pods fail" },
      ]),
      want: "has 9 replicas: cpu asked for 12, but 2 of the 3 newest pods fail.",
    },
    {
      when: "a cooldown blocks the change",
      object: decided(9, [largest, step("cooldown", 12, 9, "ScaleUpCooldown")]),
      want: "has 9 replicas: cpu asked for 12, but the cooldown keeps 9 for now.",
    },
    {
      when: "the last replica is about to go",
      object: decided(1, [step("combine", 3, 0, "LargestVote"), step("idle", 0, 1, "IdleDelay")]),
      want: "has 1 replica: cpu asked for 0, but the last replica stays until nothing has been asked for long enough.",
    },
    {
      when: "a fallback counts",
      object: decided(
        12,
        [largest],
        [{ source: "cpu", type: "Count", replicas: 12, reason: "FallbackActive", message: "m" }],
      ),
      want: "has 12 replicas: cpu has failed for long, and its fallback asks for 12.",
    },
    {
      when: "no metric answers",
      object: blocked,
      want: "has 4 replicas. cpu failed, so the size stays: nothing can be added on it, and nothing is taken away.",
    },
    {
      when: "several metrics fail",
      object: {
        ...blocked,
        status: {
          ...blocked.status,
          decision: {
            ...blocked.status.decision,
            votes: ["cpu", "memory"].map(source => ({
              ...{ source, type: "Failed", reason: "FailedGetResourceMetric", message: "none" },
            })),
          },
        },
      },
      want: "has 4 replicas. cpu and memory failed, so the size stays: nothing can be added on them, and nothing is taken away.",
    },
    {
      when: "an HPA scales its target",
      object: {
        ...web,
        status: {
          ...web.status,
          conditions: ["Ready", "Stalled"].map(type => ({
            ...{ type, status: type === "Ready" ? "False" : "True" },
            ...{ lastTransitionTime: "2026-01-02T10:00:00Z", reason: "ConflictingAutoscaler" },
            message: "HorizontalPodAutoscaler shop/web scales it; delete one of the two",
          })),
        },
      },
      want: "has 10 replicas. Nothing is decided: HorizontalPodAutoscaler shop/web scales it; delete one of the two.",
    },
    {
      when: "the change is not written",
      object: { ...web, status: { ...web.status, currentReplicas: 6 } },
      want: "has 6 replicas and should have 10: cpu asked for 12, but the maximum is 10.",
    },
    {
      when: "the mode is DryRun",
      object: {
        ...web,
        spec: { ...web.spec, mode: "DryRun" },
        status: { ...web.status, currentReplicas: 6 },
      },
      want: "has 6 replicas. In mode Active it would get 10: cpu asked for 12, but the maximum is 10.",
    },
    {
      when: "the mode is DryRun and the count is unchanged",
      object: { ...held, spec: { ...web.spec, mode: "DryRun" } },
      want: "has 8 replicas, and in mode Active that would not change: cpu asked for 3, but the stabilization window still holds 8.",
    },
    {
      when: "the mode is Paused",
      object: { ...web, spec: { ...web.spec, mode: "Paused" } },
      want: "has 10 replicas. In mode Paused nothing is decided.",
    },
    {
      when: "it is paused for a time",
      object: pausedUntil("paused-until", "2026-01-02T12:05:00Z", web),
      want: "has 10 replicas. It is paused until 2026-01-02 12:05:00Z: INC-7.",
    },
    {
      when: "its scale-down is paused",
      object: pausedUntil(
        "scale-down-paused-until",
        "2026-01-02T12:05:00Z",
        decided(15, [largest, step("pause", 12, 15, "ScaleDownPaused", "scale-down is paused")]),
      ),
      want: "has 15 replicas: cpu asked for 12, but scale-down is paused. Scale-down is paused until 2026-01-02 12:05:00Z: INC-7.",
    },
    {
      when: "the pause is over",
      object: pausedUntil("paused-until", "2026-01-02T10:05:00Z", decided(12, [largest])),
      want: "has 12 replicas: cpu asked for 12.",
    },
    {
      when: "there is no decision",
      object: { ...web, status: { observedGeneration: 1, currentReplicas: 3 } },
      want: "has 3 replicas. Nothing has been decided yet.",
    },
  ])("gives the reason when $when", ({ object, want }) => {
    expect(why(object)).toMatch(/^Deployment (web|checkout) /);
    expect(why(object)?.replace(/^Deployment (web|checkout) /, "")).toBe(want);
  });
});

describe("an obstacle", () => {
  it("is reported once, whatever number of conditions report it", () => {
    expect(explain(objectOf(ingress), now).obstacles).toEqual([
      {
        conditions: ["Ready is False", "AbleToScale is False", "ScalingActive is False"],
        target: "StatefulSet ingress-cache",
        reason: "TargetNotFound",
        message: "there is no StatefulSet ingress/ingress-cache; create it, or correct the name",
        remedy: null,
        docs: `${packageJson.homepage}/troubleshooting.html#targetnotfound`,
        since: "2026-01-02T09:55:00.000Z",
      },
    ]);
  });

  it.each([
    { type: "Ready", status: "True", told: false },
    { type: "Ready", status: "False", told: true },
    { type: "Stalled", status: "True", told: true },
    { type: "Stalled", status: "False", told: false },
    { type: "ParametersCurrent", status: "False", told: true },
    { type: "ScalingLimited", status: "True", told: false },
    { type: "ScaledToZero", status: "False", told: false },
    { type: "FallbackActive", status: "True", told: true },
    { type: "FallbackActive", status: "False", told: false },
  ])("$type $status: $told", ({ type, status, told }) => {
    const conditions = [{ type, status, reason: "R", message: "m" }];
    const { obstacles } = explain(objectOf({ ...web, status: { conditions } }), now);
    expect(obstacles).toHaveLength(told ? 1 : 0);
  });

  it.each([
    { reason: "FailedGetResourceMetric", remedy: "`kubectl top pods --namespace shop`" },
    { reason: "FailedGetExternalMetric", remedy: "external.metrics.k8s.io" },
    { reason: "FailedGetPodsMetric", remedy: "custom.metrics.k8s.io" },
    { reason: "FailedGetPrometheusMetric", remedy: "ask the platform team" },
    { reason: "FailedGetExternalScalerMetric", remedy: "ask the platform team" },
    {
      reason: "ScalingDisabled",
      remedy: "`kubectl scale --namespace shop deployment/web --replicas=1`",
    },
  ])("has a remedy for $reason", ({ reason, remedy }) => {
    const conditions = [{ type: "ScalingActive", status: "False", reason, message: "m" }];
    const { obstacles } = explain(objectOf({ ...web, status: { conditions } }), now);
    expect(obstacles[0]?.remedy).toContain(remedy);
  });

  it("is a fallback that counts, with the remedy for its metric", () => {
    const fallback = { type: "FallbackActive", status: "True", message: "queue: its fallback: 9" };
    const conditions = [{ ...fallback, reason: "FailedGetExternalMetric" }];
    const { obstacles } = explain(objectOf({ ...web, status: { conditions } }), now);
    expect(obstacles[0]).toMatchObject({ conditions: ["FallbackActive is True"] });
    expect(obstacles[0]?.remedy).toContain("external.metrics.k8s.io");
  });
});

describe("the time until which a stage holds the count", () => {
  it.each([
    {
      shows: "the decision's own time",
      until: "2026-01-02T10:06:00Z",
      want: "2026-01-02T10:06:00.000Z",
    },
    { shows: "null if the decision has none", until: undefined, want: null },
    { shows: "null if it is malformed", until: "soon", want: null },
  ])("is $shows", ({ until, want }) => {
    const { decision } = held.status;
    const steps = decision.steps.map(step => ({ ...step, until }));
    const object = { ...held, status: { ...held.status, decision: { ...decision, steps } } };
    const [target] = explanationJson(explain(objectOf(object), now)).targets;
    expect(target?.decision?.steps.map(each => each.until)).toEqual([want, want, want]);
  });
});

describe("the JSON of an explanation", () => {
  it("has a stable set of fields", () => {
    const { targets, ...object } = explanationJson(explain(objectOf(held), now));
    const [{ decision, ...target } = { decision: null }] = targets;
    expect(Object.keys(object)).toEqual(
      ["kind", "namespace", "name", "mode", "pauses", "isUpToDate", "load", "schedule", "forecast", "obstacles", "isWaiting"], // prettier-ignore
    );
    expect(Object.keys(target)).toEqual([
      ...["target", "currentReplicas", "desiredReplicas", "minReplicas", "maxReplicas"],
      ...["why", "lastScaleTime"],
    ]);
    expect(Object.keys(decision!)).toEqual(
      ["time", "from", "to", "votes", "steps", "contradiction"], // prettier-ignore
    );
    expect(decision!.votes[0]).toEqual({
      ...{ source: "cpu", type: "Count", replicas: 3, wins: true, reason: "" },
      message: "26% of requests, target 70%: 3",
    });
    expect(Object.keys(decision!.steps[0]!)).toEqual(
      ["step", "before", "after", "atLeast", "atMost", "until", "reason", "message"], // prettier-ignore
    );
  });
});

describe("the sentence about one of several workloads", () => {
  const rest = { minReplicas: 2, maxReplicas: 10, metrics: web.spec.metrics };
  const targetSelector = {
    ...{ apiVersion: "apps/v1", kind: "Deployment" },
    selector: { matchLabels: { service: "web" } },
  };
  const target = { apiVersion: "apps/v1", kind: "Deployment", name: "green" };
  const others = 3;
  const shifts = [
    { ...step("monitor", 2, 5, "CapacityMonitored"), others },
    step("combine", 5, 12, "LargestVote"),
    step("bound", 12, 10, "TooManyReplicas"),
    { ...step("target", 10, 7, "TargetsShare"), others },
  ];
  const kept = [
    { ...step("monitor", 6, 18, "CapacityMonitored"), others: 12 },
    step("combine", 18, 12, "LargestVote"),
    { ...step("target", 12, 4, "TargetKept", "it keeps 4"), others: 12, atLeast: 4 },
  ];
  const made = decided(7, shifts);
  const chosen = (fields: object) => ({
    ...{ ...made, spec: { ...rest, targetSelector } },
    status: { ...made.status, target, ...fields },
  });

  // prettier-ignore
  it.each([
    { when: "the selector chose it",      object: chosen({}), want: "Deployment green, chosen among those with service=web, has 7 replicas: cpu asked for 12 in all, but the maximum is 10." },
    { when: "other workloads count",      object: chosen({ monitored: { objects: 3, replicas: 10 } }), want: "has 7 replicas, and the 2 workloads monitored with it 3 replicas: cpu asked for 12 in all" },
    { when: "one other workload counts",  object: chosen({ monitored: { objects: 2, replicas: 8 } }), want: "has 7 replicas, and the 1 workload monitored with it 1 replica:" },
    { when: "it keeps more than its share", object: { ...chosen({}), status: { ...decided(4, kept).status, target } }, want: "has 4 replicas: cpu asked for 12 in all, but it keeps 4." },
    { when: "it is the only one that counts", object: chosen({ monitored: { objects: 1, replicas: 7 } }), want: "has 7 replicas: cpu" },
    { when: "none has been chosen yet",   object: { ...web, spec: { ...rest, targetSelector }, status: undefined }, want: "The size of a Deployment with service=web is not known" },
  ])("describes the case: $when", ({ object, want }) => {
    expect(why(object)).toContain(want);
  });

  it("is derived from its stages, which are described in words", () => {
    const explained = explain(objectOf(chosen({})), now);
    const decision = explained.targets[0]?.decision;
    expect(decision?.steps.map(({ others: beside }) => beside)).toEqual([
      3,
      undefined,
      undefined,
      3,
    ]);
    const page = { width: 100, paint: (text: string) => text };
    const text = renderExplanation(explained, page, now);
    expect(text).toContain("2 and 3 of other workloads are 5 in all.");
    expect(text).toContain("It gets 7 of the 10: the other workloads have 3.");
  });
});
