import { describe, expect, it } from "vitest";

import { type FieldError, err, ok } from "../model/values/result.ts";
import type { Decision, Step, Vote } from "../model/decision.ts";
import {
  toClusterProportionalStatus,
  viewClusterProportionalStatus,
  type ClusterProportionalReport,
} from "./cluster-proportional-status.ts";
import type { ParametersState } from "../proportional/resolve-parameters.ts";
import type { TargetProblem, TargetReport } from "./targets/target-report.ts";
import { assessWrite } from "./write-priority.ts";

const now = Date.parse("2026-01-01T00:10:00Z");
const ref = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const size = { nodes: 4, schedulableNodes: 3, cores: 16, schedulableCores: 12 };

const inSpec: ParametersState = {
  available: true,
  inForce: null,
  current: true,
  reason: "InSpec",
  message: "the parameters of the spec are in force",
  permanent: false,
};

const step = (name: Step["step"], before: number, after: number, reason: string): Step => ({
  step: name,
  before,
  after,
  reason,
  message: "",
});

const count = (source: string, replicas: number): Vote => ({
  source,
  type: "Count",
  replicas,
  message: `${source} ask for ${replicas}`,
});

const decision = (votes: Vote[], steps: Step[]): Decision => ({
  time: now,
  from: 3,
  to: steps.at(-1)?.after ?? 3,
  votes,
  steps,
});

const plain = decision(
  [count("cores", 2), count("nodes", 3)],
  [
    step("combine", 3, 3, "LargestVote"),
    step("stabilize", 3, 3, "ReadyForNewScale"),
    step("bound", 3, 3, "DesiredWithinRange"),
  ],
);

const target = (override: Partial<TargetReport> = {}): TargetReport => ({
  ref,
  problem: null,
  inactive: null,
  currentReplicas: 3,
  decision: plain,
  currentMetrics: null,
  write: { kind: "Unchanged" },
  history: null,
  dryRunHistory: null,
  lastScaleTime: null,
  ...override,
});

const report = (override: Partial<ClusterProportionalReport> = {}): ClusterProportionalReport => ({
  generation: 2,
  now,
  errors: [],
  limits: [],
  size,
  parameters: inSpec,
  targets: [target()],
  ...override,
});

const fieldError: FieldError = {
  path: "spec.linear.maxReplicas",
  code: "MaxBelowMin",
  message: "1 is less than min, 2",
  remedy: "raise it",
  severity: "error",
};

const problem = (reason: TargetProblem["reason"], permanent = false): TargetProblem => ({
  reason,
  message: `${reason}!`,
  permanent,
});
const broken = (reason: TargetProblem["reason"], permanent = false) =>
  target({ problem: problem(reason, permanent), currentReplicas: null, decision: null });

const stale: ParametersState = {
  ...inSpec,
  current: false,
  reason: "InvalidConfigMap",
  message: "typo (the last good parameters stay in force)",
  inForce: { source: "ConfigMap", configMapName: "dns", linear: { nodesPerReplica: 16 } },
};
const missing: ParametersState = {
  ...stale,
  available: false,
  inForce: null,
  message: "typo",
  permanent: true,
};

const statusOf = (override: Partial<ClusterProportionalReport>) =>
  toClusterProportionalStatus(report(override), undefined);
const votes = (...given: Vote[]) =>
  statusOf({ targets: [target({ decision: { ...plain, votes: given } })] }).message;

describe("the message and the summary", () => {
  it.each<{
    when: string;
    override: Partial<ClusterProportionalReport>;
    want: string;
    brief: string;
  }>([
    { when: "all is well", override: {}, want: "nodes ask for 3", brief: "nodes asked for 3" },
    {
      when: "later stages changed the count",
      override: {
        targets: [
          target({
            decision: decision(
              [count("nodes", 9)],
              [
                step("combine", 3, 9, "LargestVote"),
                step("stabilize", 9, 9, "ReadyForNewScale"),
                step("bound", 9, 5, "TooManyReplicas"),
              ],
            ),
          }),
        ],
      },
      want: "nodes ask for 9, TooManyReplicas",
      brief: "limited by the maximum",
    },
    {
      when: "the window and the bounds changed the count",
      override: {
        targets: [
          target({
            decision: decision(
              [count("nodes", 2)],
              [
                step("combine", 6, 2, "LargestVote"),
                step("stabilize", 2, 6, "ScaleDownStabilized"),
                step("bound", 6, 5, "TooManyReplicas"),
              ],
            ),
          }),
        ],
      },
      want: "nodes ask for 2, ScaleDownStabilized, TooManyReplicas",
      brief: "held by the window",
    },
    {
      when: "the spec is invalid",
      override: { errors: [fieldError], targets: [] },
      want: "InvalidSpec: spec.linear.maxReplicas: 1 is less than min, 2",
      brief: "spec is invalid",
    },
    {
      when: "there are no parameters",
      override: { parameters: missing },
      want: "InvalidConfigMap: typo",
      brief: "ConfigMap is invalid",
    },
    {
      when: "the parameters are the last good ones",
      override: { parameters: stale },
      want: "InvalidConfigMap, nodes ask for 3",
      brief: "ConfigMap is invalid, nodes asked for 3",
    },
    {
      when: "a target is missing",
      override: { targets: [broken("TargetNotFound"), target()] },
      want: "TargetNotFound: TargetNotFound!",
      brief: "target not found",
    },
    {
      when: "the mode is Paused",
      override: {
        targets: [
          target({
            decision: null,
            inactive: { reason: "Paused", message: "p", permanent: false },
          }),
        ],
      },
      want: "Paused",
      brief: "paused",
    },
    {
      when: "there is no decision yet",
      override: { targets: [target({ decision: null })] },
      want: "",
      brief: "",
    },
  ])("are $want, and $brief, when $when", ({ override, want, brief }) => {
    const { message, summary } = statusOf(override);
    expect(message).toEqual(expect.stringContaining(want));
    if (!want.startsWith("InvalidSpec")) expect(message).toBe(want);
    expect(summary).toBe(brief);
  });

  const named = (name: string) => target({ ref: { ...ref, name } });

  it.each([
    { targets: [], want: undefined },
    { targets: [target()], want: "Deployment/web" },
    { targets: [target(), named("a"), named("b")], want: "Deployment/web +2" },
  ])("name the targets $want", ({ targets, want }) => {
    expect(statusOf({ targets }).targetSummary).toBe(want);
  });

  it("is short enough for a column, whatever the messages", () => {
    const long = { ...fieldError, message: "x".repeat(2_000) };
    const { message } = statusOf({ errors: Array.from({ length: 50 }, () => long) });
    expect(message).toMatch(/^.{253}…$/);
  });

  // prettier-ignore
  it.each<{ when: string; given: Vote[]; want: string }>([
    { when: "there are no votes",      given: [],                                                                                    want: "no vote" },
    { when: "all abstain",             given: [{ source: "nodes", type: "Abstain", message: "no say" }],                             want: "no vote" },
    { when: "all failed",              given: [{ source: "cpu", type: "Failed", reason: "NoMetrics", message: "no answer" }],        want: "no vote" },
    { when: "one of them counts",      given: [{ source: "a", type: "Failed", reason: "X", message: "x" }, count("b", 2)],           want: "b ask for 2" },
    { when: "two count the same",      given: [count("a", 2), count("b", 2)],                                                        want: "a ask for 2" },
    { when: "the count is zero",       given: [count("a", 0)],                                                                       want: "a ask for 0" },
  ])("reads $want when $when", ({ given, want }) => {
    expect(votes(...given)).toBe(want);
  });
});

describe("the conditions", () => {
  const conditions = (override: Partial<ClusterProportionalReport>) =>
    toClusterProportionalStatus(report(override), undefined).conditions?.map(
      ({ type, status, reason }) => `${type} ${status} ${reason}`,
    );

  it.each<{ when: string; override: Partial<ClusterProportionalReport>; want: string[] }>([
    {
      when: "all is well",
      override: {},
      want: ["Ready True Ready", "ParametersCurrent True InSpec"],
    },
    {
      when: "the spec is invalid",
      override: { errors: [fieldError], parameters: null },
      want: ["Ready False InvalidSpec", "Stalled True InvalidSpec"],
    },
    {
      when: "the last good parameters are in force",
      override: { parameters: stale },
      want: ["Ready True Ready", "ParametersCurrent False InvalidConfigMap"],
    },
    {
      when: "parameters are missing and waiting does not help",
      override: { parameters: missing },
      want: [
        "Ready False InvalidConfigMap",
        "Stalled True InvalidConfigMap",
        "ParametersCurrent False InvalidConfigMap",
      ],
    },
    {
      when: "a ConfigMap does not exist yet",
      override: { parameters: { ...missing, reason: "ConfigMapNotFound", permanent: false } },
      want: ["Ready False ConfigMapNotFound", "ParametersCurrent False ConfigMapNotFound"],
    },
    {
      when: "a target does not exist yet",
      override: { targets: [target(), broken("TargetNotFound")] },
      want: ["Ready False TargetNotFound", "ParametersCurrent True InSpec"],
    },
    {
      when: "a target is missing and another's kind does not exist: the permanent error is first",
      override: { targets: [broken("TargetNotFound"), broken("UnknownKind", true)] },
      want: [
        "Ready False UnknownKind",
        "Stalled True UnknownKind",
        "ParametersCurrent True InSpec",
      ],
    },
    {
      when: "the mode is Paused",
      override: {
        targets: [target({ inactive: { reason: "Paused", message: "", permanent: false } })],
      },
      want: ["Ready True Ready", "ParametersCurrent True InSpec"],
    },
    {
      when: "a write failed",
      override: { targets: [target({ write: { kind: "Failed", message: "" } })] },
      want: ["Ready True Ready", "ParametersCurrent True InSpec"],
    },
  ])("are these when $when", ({ override, want }) => {
    expect(conditions(override)).toEqual(want);
  });
});

describe("a target's condition ScalingLimited", () => {
  it.each([
    { when: "neither changes the count", limit: 3, bound: 3, want: "False DesiredWithinRange" },
    { when: "a policy limits it", limit: 4, bound: 4, want: "True ScaleUpLimit" },
    { when: "the bounds limit it further", limit: 4, bound: 2, want: "True TooManyReplicas" },
  ])("is $want if $when", ({ limit, bound, want }) => {
    const asked = limit === 3 ? 3 : 9;
    const limited = decision(
      [count("nodes", asked)],
      [
        step("combine", 3, asked, "LargestVote"),
        step("stabilize", asked, asked, "ReadyForNewScale"),
        step("limit", asked, limit, limit === asked ? "DesiredWithinRange" : "ScaleUpLimit"),
        step("bound", limit, bound, limit === bound ? "DesiredWithinRange" : "TooManyReplicas"),
      ],
    );
    const given = report({ targets: [target({ decision: limited })] });
    const [one] = toClusterProportionalStatus(given, undefined).targets ?? [];
    const condition = one?.conditions?.find(({ type }) => type === "ScalingLimited");
    expect(`${condition?.status} ${condition?.reason}`).toBe(want);
  });
});

describe("the previous status", () => {
  const first = toClusterProportionalStatus(report({ parameters: stale }), undefined);

  it("keeps targets, size and parameters while the spec is invalid", () => {
    const invalid = report({ errors: [fieldError], size: null, parameters: null, targets: [] });
    expect(toClusterProportionalStatus(invalid, first)).toMatchObject({
      ...size,
      parameters: stale.inForce,
      targets: first.targets,
    });
  });

  it("drops its parameters once the spec has its own", () => {
    expect(toClusterProportionalStatus(report(), first)).not.toHaveProperty("parameters");
  });

  it("is matched by the target's name and not by its position", () => {
    const other = { ...ref, name: "other" };
    const previous = toClusterProportionalStatus(
      report({ targets: [target(), target({ ref: other })] }),
      undefined,
    );
    const swapped = report({ now: now + 60_000, targets: [target({ ref: other }), target()] });
    const next = toClusterProportionalStatus(swapped, previous);
    expect(next.targets?.map(({ ref: { name }, decision: kept }) => [name, kept?.time])).toEqual([
      ["other", "2026-01-01T00:10:00Z"],
      ["web", "2026-01-01T00:10:00Z"],
    ]);
  });

  it("drops a target that is no longer in the spec", () => {
    expect(toClusterProportionalStatus(report({ targets: [] }), first).targets).toEqual([]);
  });
});

describe("what else is counted", () => {
  const resources = [{ name: "memory", total: 64n * 2n ** 30n * 1000n, schedulable: 1500n }];
  const counted = { ...size, pods: ok(1200), namespaces: err("no"), resources };

  it("is in the status, a count only while it is known", () => {
    const status = toClusterProportionalStatus(report({ size: counted }), undefined);
    expect(status).toMatchObject({
      pods: 1200,
      resources: [{ name: "memory", total: "64Gi", schedulable: "1500m" }],
    });
    expect(status).not.toHaveProperty("namespaces");
  });

  it("stays there while nothing is measured", () => {
    const before = toClusterProportionalStatus(report({ size: counted }), undefined);
    const after = toClusterProportionalStatus(report({ size: null }), before);
    expect(after).toMatchObject({ pods: 1200, resources: before.resources });
  });

  it("is worth a write only when it has changed enough", () => {
    const viewOf = (pods: number) =>
      viewClusterProportionalStatus(
        toClusterProportionalStatus(report({ size: { ...counted, pods: ok(pods) } }), undefined),
      );
    expect(assessWrite(viewOf(1200), viewOf(1300))).toEqual({ priority: null, valuesMoved: false });
    expect(assessWrite(viewOf(1200), viewOf(1400))).toEqual({ priority: null, valuesMoved: true });
  });
});
