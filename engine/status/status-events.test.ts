import { describe, expect, it } from "vitest";

import type { Condition } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type { Decision } from "../pipeline/decision.ts";
import { statusEventsOf } from "./status-events.ts";
import type { StatusView } from "./status-view.ts";
import type { TargetReport } from "./target-report.ts";

const web = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const dns = { ...web, name: "dns" };

const condition = (
  type: string,
  status: string,
  reason: string,
  message = `${reason}!`,
): Condition => ({ type, status, reason, message });
const bad = (type: string, reason: string, message?: string) =>
  condition(type, "False", reason, message);
const good = (type: string) => condition(type, "True", "Fine");

const status = (conditions: Condition[], ...targets: Condition[][]): StatusView => ({
  conditions,
  targets: targets.map((list, index) => ({ ref: index === 0 ? web : dns, conditions: list })),
  rest: undefined,
  values: [],
});

const told = (previous: StatusView | undefined, next: StatusView, reports: TargetReport[] = []) =>
  statusEventsOf(previous, next, reports).map(
    ({ type, reason, message }) => `${type} ${reason}: ${message}`,
  );

describe("what turned bad", () => {
  const fine = status([good("Ready")], [good("AbleToScale")]);
  const missing = status([bad("Ready", "TargetNotFound")], [bad("AbleToScale", "TargetNotFound")]);

  it.each([
    { when: "nothing did", previous: fine, next: fine, want: [] },
    {
      when: "it did",
      previous: fine,
      next: missing,
      want: ["Warning TargetNotFound: TargetNotFound!"],
    },
    {
      when: "it was so from the start",
      previous: undefined,
      next: missing,
      want: ["Warning TargetNotFound: TargetNotFound!"],
    },
    { when: "it is so still", previous: missing, next: missing, want: [] },
    { when: "it is good again", previous: missing, next: fine, want: [] },
    {
      when: "it is bad for another reason",
      previous: missing,
      next: status([bad("Ready", "UnknownKind")], [bad("AbleToScale", "UnknownKind")]),
      want: ["Warning UnknownKind: UnknownKind!"],
    },
    {
      when: "only its words changed",
      previous: missing,
      next: status(
        [bad("Ready", "TargetNotFound", "else")],
        [bad("AbleToScale", "TargetNotFound", "else")],
      ),
      want: [],
    },
    {
      when: "a limit came into force, which is normal life",
      previous: fine,
      next: status(
        [good("Ready")],
        [good("AbleToScale"), condition("ScalingLimited", "True", "TooManyReplicas")],
      ),
      want: [],
    },
    {
      when: "a person paused it",
      previous: fine,
      next: status([good("Ready")], [bad("ScalingActive", "Paused")]),
      want: [],
    },
    {
      when: "several conditions tell of one obstacle",
      previous: fine,
      next: status(
        [bad("Ready", "NoParameters"), bad("ParametersCurrent", "NoParameters")],
        [bad("ScalingActive", "NoParameters")],
      ),
      want: ["Warning NoParameters: NoParameters!"],
    },
    {
      when: "they do so under several reasons",
      previous: fine,
      next: status([
        bad("Ready", "TargetNotFound", "no web"),
        bad("AbleToScale", "FailedGetScale", "no web"),
      ]),
      want: ["Warning FailedGetScale: no web"],
    },
    {
      when: "a write was refused, which upstream's events call otherwise",
      previous: fine,
      next: status([good("Ready"), bad("AbleToScale", "FailedUpdateScale", "no")]),
      want: ["Warning FailedRescale: no"],
    },
  ])("is told once when $when", ({ previous, next, want }) => {
    expect(told(previous, next)).toEqual(want);
  });

  it("is told of each target it happened to", () => {
    const next = status(
      [bad("Ready", "TargetNotFound", "no web")],
      [
        bad("AbleToScale", "TargetNotFound", "no web"),
        bad("ScalingActive", "TargetNotFound", "no web"),
      ],
      [
        bad("AbleToScale", "TargetNotFound", "no dns"),
        bad("ScalingActive", "TargetNotFound", "no dns"),
      ],
    );
    expect(told(undefined, next)).toEqual([
      "Warning TargetNotFound: no web",
      "Warning TargetNotFound: no dns",
    ]);
  });

  it("is told of a target whatever place it had before", () => {
    const previous = status(
      [good("Ready")],
      [bad("AbleToScale", "TargetNotFound")],
      [good("AbleToScale")],
    );
    const next = { ...previous, targets: [...previous.targets].reverse() };
    expect(told(previous, next)).toEqual([]);
  });
});

describe("a choice of a target", () => {
  const none = status([]);
  const [chosen, other] = [
    { ...none, chosen: web },
    { ...none, chosen: dns },
  ];

  it.each([
    { when: "none was chosen", previous: none, next: none, want: [] },
    {
      when: "it is the first",
      previous: undefined,
      next: chosen,
      want: [
        "Normal TargetSelected: Deployment web is the largest that the selector matches, and is scaled from now on",
      ],
    },
    { when: "it is the one before", previous: chosen, next: chosen, want: [] },
    {
      when: "it is another one",
      previous: chosen,
      next: other,
      want: [
        "Normal TargetSelected: Deployment dns is the largest that the selector matches, and is scaled from now on",
      ],
    },
    { when: "there is none any more", previous: chosen, next: none, want: [] },
  ])("tells $want.length where $when", ({ previous, next, want }) => {
    expect(told(previous, next)).toEqual(want);
  });
});

describe("a metric that fails", () => {
  const failed = (source: string, reason = "FailedGetResourceMetric") =>
    ({ source, kind: "Failed", reason, message: `no ${source}` }) as const;
  const count = { source: "cpu", kind: "Count", replicas: 4, message: "4" } as const;
  const deciding = (votes: Decision["votes"], isBlocked: boolean, conditions: Condition[] = []) => {
    const reason = isBlocked ? "ScaleDownBlocked" : "LargestVote";
    const steps = [{ step: "combine", before: 3, after: 3, reason, message: "no answer" }];
    const decision = { time: "", from: 3, to: 3, votes: [...votes], steps };
    return { ...status(conditions), targets: [{ ref: web, decision }] };
  };
  const fine = deciding([count], false);
  const unmeasured = deciding([failed("cpu")], true, [
    bad("ScalingActive", "FailedGetResourceMetric", "no cpu"),
  ]);
  const oneOfTwo = deciding([count, failed("memory")], false);
  const blocked = "Warning FailedComputeMetricsReplicas: no answer: no cpu";

  // prettier-ignore
  it.each<{ when: string; previous: StatusView | undefined; next: StatusView; want: string[] }>([
    { when: "it is the only one",           previous: fine,       next: unmeasured, want: ["Warning FailedGetResourceMetric: no cpu", blocked] },
    { when: "it did so from the start",     previous: undefined,  next: unmeasured, want: ["Warning FailedGetResourceMetric: no cpu", blocked] },
    { when: "it fails still",               previous: unmeasured, next: unmeasured, want: [] },
    { when: "another one decides",          previous: fine,       next: oneOfTwo,   want: ["Warning FailedGetResourceMetric: no memory"] },
    { when: "then another one does, too",   previous: oneOfTwo,   next: deciding([failed("cpu"), failed("memory")], true), want: ["Warning FailedGetResourceMetric: no cpu", blocked] },
    { when: "it does so for other reasons", previous: oneOfTwo,   next: deciding([count, failed("memory", "InvalidMetricSourceType")], false), want: ["Warning InvalidMetricSourceType: no memory"] },
    { when: "it answers again",             previous: unmeasured, next: fine,       want: [] },
    { when: "it is a selector that is missing", previous: fine,   next: deciding([failed("selector", "SelectorRequired")], true, [bad("ScalingActive", "InvalidSelector", "no selector")]), want: ["Warning SelectorRequired: no selector", "Warning FailedComputeMetricsReplicas: no answer: no selector"] },
  ])("is told once when $when", ({ previous, next, want }) => {
    expect(told(previous, next)).toEqual(want);
  });
});

describe("a rescale", () => {
  const decision: Decision = {
    time: 0,
    from: 3,
    to: 5,
    votes: [
      { source: "cores", kind: "Count", replicas: 2, message: "2 by cores" },
      { source: "nodes", kind: "Count", replicas: 7, message: "7 by nodes" },
    ],
    steps: [
      { step: "combine", before: 3, after: 7, reason: "LargestVote", message: "" },
      { step: "bound", before: 7, after: 5, reason: "TooManyReplicas", message: "" },
    ],
  };
  const report = (override: Partial<TargetReport>): TargetReport => ({
    ref: web,
    problem: null,
    inactive: null,
    currentReplicas: 3,
    decision,
    currentMetrics: null,
    write: { kind: "Written" },
    history: null,
    dryRunHistory: null,
    lastScaleTime: null,
    ...override,
  });
  const fine = status([good("Ready")]);

  it("is told with both sizes and the winning vote", () => {
    expect(told(fine, fine, [report({})])).toEqual([
      "Normal SuccessfulRescale: New size: 5 (was 3) for Deployment web; reason: 7 by nodes",
    ]);
  });

  it("is told for every target", () => {
    expect(told(fine, fine, [report({}), report({ ref: dns })])).toHaveLength(2);
  });

  it.each<Partial<TargetReport>>([
    { write: { kind: "Unchanged" } },
    { write: { kind: "Withheld", reason: "NotOwner" } },
    { write: { kind: "Failed", message: "no" } },
  ])("is not told of what was not written: $write.kind", override => {
    expect(told(fine, fine, [report(override)])).toEqual([]);
  });

  it.each([
    { when: "nothing was wanted before", desired: undefined, want: 1 },
    { when: "something else was", desired: 4, want: 1 },
    { when: "the same was", desired: 5, want: 0 },
  ])("is told of as one of a dry run $want times when $when", ({ desired, want }) => {
    const before = {
      ...fine,
      targets: [{ ref: web, ...(desired && { desiredReplicas: desired }) }],
    };
    const withheld = report({ write: { kind: "Withheld", reason: "DryRun" } });
    const says = "Normal DryRun: Would write 5 (now 3) for Deployment web; reason: 7 by nodes";
    expect(told(before, fine, [withheld])).toEqual(Array<string>(want).fill(says));
  });

  it("is put down to the bounds where no vote stands for it", () => {
    const held = { ...decision, votes: [] };
    expect(told(fine, fine, [report({ decision: held })])[0]).toContain("reason: bounds");
  });
});
