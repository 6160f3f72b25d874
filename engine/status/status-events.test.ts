import { describe, expect, it } from "vitest";

import type { Condition } from "../../crds/generated/shared.ts";
import type { Decision } from "../model/decision.ts";
import { statusEventsOf } from "./status-events.ts";
import type { StatusView } from "./status-view.ts";
import type { TargetReport } from "./targets/target-report.ts";

const web = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const dns = { ...web, name: "dns" };

const condition = (
  type: string,
  status: Condition["status"],
  reason: string,
  message = `${reason}!`,
): Condition => ({ type, status, reason, message, lastTransitionTime: "2026-01-01T00:00:00Z" });
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

describe("a fallback", () => {
  const reason = "FailedGetExternalMetric";
  const none = status([good("Ready")]);
  const active = status([condition("FallbackActive", "True", reason)]);
  const another = status([condition("FallbackActive", "True", "FailedGetPodsMetric")]);
  const over = status([condition("FallbackActive", "False", "NoFallback")]);
  const begins = [`Warning FallbackActive: ${reason}!`];
  const ends = ["Normal FallbackEnded: no fallback counts any more"];

  it.each([
    { when: "it takes over", previous: none, next: active, want: begins },
    { when: "it takes over again", previous: over, next: active, want: begins },
    { when: "it goes on", previous: active, next: active, want: [] },
    {
      when: "another metric fails",
      previous: active,
      next: another,
      want: ["Warning FallbackActive: FailedGetPodsMetric!"],
    },
    { when: "it ends", previous: active, next: over, want: ends },
    { when: "none is left to show", previous: active, next: none, want: ends },
    { when: "it has ended before", previous: over, next: over, want: [] },
  ])("has these events when $when", ({ previous, next, want }) => {
    expect(told(previous, next)).toEqual(want);
  });
});

describe("a forecast", () => {
  const none = status([good("Ready")]);
  const of = (gate: "Open" | "Closed", reason: string): StatusView => ({
    ...none,
    forecast: { gate, reason, message: `${reason}!` },
  });
  const learning = of("Closed", "Learning");
  const acts = of("Open", "Worthwhile");
  const spent = of("Open", "OverBudget");
  const shut = of("Closed", "TooExpensive");
  const opened = ["Normal ForecastOpened: Worthwhile: Worthwhile!"];
  const closed = ["Normal ForecastClosed: TooExpensive: TooExpensive!"];

  // prettier-ignore
  it.each([
    { when: "it begins to learn",                   previous: none,      next: learning, want: [] },
    { when: "it learns from the start",             previous: undefined, next: learning, want: [] },
    { when: "it goes on learning",                  previous: learning,  next: learning, want: [] },
    { when: "it may act",                           previous: learning,  next: acts,     want: opened },
    { when: "it may act with the first status",     previous: undefined, next: acts,     want: opened },
    { when: "it goes on acting",                    previous: acts,      next: acts,     want: [] },
    { when: "its budget is spent for some hours",   previous: acts,      next: spent,    want: [] },
    { when: "it may no longer act",                 previous: acts,      next: shut,     want: closed },
    { when: "its gate closes while it waits",       previous: spent,     next: shut,     want: closed },
    { when: "it does not act for another reason",   previous: learning,  next: shut,     want: [] },
    { when: "the object no longer asks for it",     previous: acts,      next: none,     want: [] },
  ])("has these events when $when", ({ previous, next, want }) => {
    expect(told(previous, next)).toEqual(want);
  });
});

describe("a problem", () => {
  const fine = status([good("Ready")], [good("AbleToScale")]);
  const missing = status([bad("Ready", "TargetNotFound")], [bad("AbleToScale", "TargetNotFound")]);

  it.each([
    { when: "there is none", previous: fine, next: fine, want: [] },
    {
      when: "it is new",
      previous: fine,
      next: missing,
      want: ["Warning TargetNotFound: TargetNotFound!"],
    },
    {
      when: "it exists from the start",
      previous: undefined,
      next: missing,
      want: ["Warning TargetNotFound: TargetNotFound!"],
    },
    { when: "it continues", previous: missing, next: missing, want: [] },
    { when: "it is resolved", previous: missing, next: fine, want: [] },
    {
      when: "it has another reason",
      previous: missing,
      next: status([bad("Ready", "UnknownKind")], [bad("AbleToScale", "UnknownKind")]),
      want: ["Warning UnknownKind: UnknownKind!"],
    },
    {
      when: "only its message changed",
      previous: missing,
      next: status(
        [bad("Ready", "TargetNotFound", "else")],
        [bad("AbleToScale", "TargetNotFound", "else")],
      ),
      want: [],
    },
    {
      when: "a limit applies, which is normal",
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
      when: "a pause begins",
      previous: fine,
      next: status([good("Ready"), condition("Paused", "True", "PausedUntil", "until 12")]),
      want: ["Normal PausedUntil: until 12"],
    },
    {
      when: "it continues",
      previous: status([condition("Paused", "True", "PausedUntil", "until 12")]),
      next: status([condition("Paused", "True", "PausedUntil", "until 12")]),
      want: [],
    },
    {
      when: "it is extended",
      previous: status([condition("Paused", "True", "PausedUntil", "until 12")]),
      next: status([condition("Paused", "True", "PausedUntil", "until 13")]),
      want: ["Normal PausedUntil: until 13"],
    },
    {
      when: "it ends",
      previous: status([condition("Paused", "True", "PausedUntil", "until 12")]),
      next: status([good("Ready")]),
      want: ["Normal Resumed: the pause is over"],
    },
    {
      when: "it cannot be read",
      previous: status([good("Ready")]),
      next: status([good("Ready"), bad("Paused", "InvalidAnnotation", "ignored: no zone")]),
      want: ["Warning InvalidAnnotation: ignored: no zone"],
    },
    {
      when: "several conditions report one obstacle",
      previous: fine,
      next: status(
        [bad("Ready", "NoParameters"), bad("ParametersCurrent", "NoParameters")],
        [bad("ScalingActive", "NoParameters")],
      ),
      want: ["Warning NoParameters: NoParameters!"],
    },
    {
      when: "several conditions report it with different reasons",
      previous: fine,
      next: status([
        bad("Ready", "TargetNotFound", "no web"),
        bad("AbleToScale", "FailedGetScale", "no web"),
      ]),
      want: ["Warning FailedGetScale: no web"],
    },
    {
      when: "a write was refused, which has another name in upstream's events",
      previous: fine,
      next: status([good("Ready"), bad("AbleToScale", "FailedUpdateScale", "no")]),
      want: ["Warning FailedRescale: no"],
    },
  ])("causes one event when $when", ({ previous, next, want }) => {
    expect(told(previous, next)).toEqual(want);
  });

  it("causes an event for each affected target", () => {
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

  it("is matched to a target by name and not by position", () => {
    const previous = status(
      [good("Ready")],
      [bad("AbleToScale", "TargetNotFound")],
      [good("AbleToScale")],
    );
    const next = { ...previous, targets: [...previous.targets].reverse() };
    expect(told(previous, next)).toEqual([]);
  });
});

describe("the choice of a target", () => {
  const none = status([]);
  const [chosen, other] = [
    { ...none, chosen: web },
    { ...none, chosen: dns },
  ];

  it.each([
    { when: "there is none", previous: none, next: none, want: [] },
    {
      when: "it is the first",
      previous: undefined,
      next: chosen,
      want: [
        "Normal TargetSelected: Deployment web is the largest that the selector matches, and is scaled from now on",
      ],
    },
    { when: "it is unchanged", previous: chosen, next: chosen, want: [] },
    {
      when: "it changes",
      previous: chosen,
      next: other,
      want: [
        "Normal TargetSelected: Deployment dns is the largest that the selector matches, and is scaled from now on",
      ],
    },
    {
      when: "another has the highest usage",
      previous: chosen,
      next: { ...none, chosen: { ...dns, reason: "HighestUsage" } },
      want: [
        "Normal TargetSelected: Deployment dns has the highest usage of those that the selector matches, and is scaled from now on",
      ],
    },
    { when: "it is lost", previous: chosen, next: none, want: [] },
  ])("causes $want.length events when $when", ({ previous, next, want }) => {
    expect(told(previous, next)).toEqual(want);
  });
});

describe("a failed metric", () => {
  const failed = (source: string, reason = "FailedGetResourceMetric") =>
    ({ source, type: "Failed", reason, message: `no ${source}` }) as const;
  const count = { source: "cpu", type: "Count", replicas: 4, message: "4" } as const;
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
    { when: "it fails from the start",      previous: undefined,  next: unmeasured, want: ["Warning FailedGetResourceMetric: no cpu", blocked] },
    { when: "it still fails",               previous: unmeasured, next: unmeasured, want: [] },
    { when: "another one decides",          previous: fine,       next: oneOfTwo,   want: ["Warning FailedGetResourceMetric: no memory"] },
    { when: "the other one fails, too",     previous: oneOfTwo,   next: deciding([failed("cpu"), failed("memory")], true), want: ["Warning FailedGetResourceMetric: no cpu", blocked] },
    { when: "it fails for another reason",  previous: oneOfTwo,   next: deciding([count, failed("memory", "InvalidMetricSourceType")], false), want: ["Warning InvalidMetricSourceType: no memory"] },
    { when: "it answers again",             previous: unmeasured, next: fine,       want: [] },
    { when: "a selector is missing",        previous: fine,   next: deciding([failed("selector", "SelectorRequired")], true, [bad("ScalingActive", "InvalidSelector", "no selector")]), want: ["Warning SelectorRequired: no selector", "Warning FailedComputeMetricsReplicas: no answer: no selector"] },
  ])("causes one event when $when", ({ previous, next, want }) => {
    expect(told(previous, next)).toEqual(want);
  });
});

describe("a rescale", () => {
  const decision: Decision = {
    time: 0,
    from: 3,
    to: 5,
    votes: [
      { source: "cores", type: "Count", replicas: 2, message: "2 by cores" },
      { source: "nodes", type: "Count", replicas: 7, message: "7 by nodes" },
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

  it("causes an event with both sizes and the winning vote", () => {
    expect(told(fine, fine, [report({})])).toEqual([
      "Normal SuccessfulRescale: New size: 5 (was 3) for Deployment web; reason: 7 by nodes",
    ]);
  });

  it("causes an event for every target", () => {
    expect(told(fine, fine, [report({}), report({ ref: dns })])).toHaveLength(2);
  });

  it.each<Partial<TargetReport>>([
    { write: { kind: "Unchanged" } },
    { write: { kind: "Withheld", reason: "NotOwner" } },
    { write: { kind: "Failed", message: "no" } },
  ])("causes no event if nothing was written: $write.kind", override => {
    expect(told(fine, fine, [report(override)])).toEqual([]);
  });

  it.each([
    { when: "no count was desired before", desired: undefined, want: 1 },
    { when: "another count was desired before", desired: 4, want: 1 },
    { when: "the same count was desired before", desired: 5, want: 0 },
  ])("causes $want events in a dry run when $when", ({ desired, want }) => {
    const before = {
      ...fine,
      targets: [{ ref: web, ...(desired && { desiredReplicas: desired }) }],
    };
    const withheld = report({ write: { kind: "Withheld", reason: "DryRun" } });
    const says = "Normal DryRun: Would write 5 (now 3) for Deployment web; reason: 7 by nodes";
    expect(told(before, fine, [withheld])).toEqual(Array<string>(want).fill(says));
  });

  it("names the bounds as reason if no vote has the count", () => {
    const held = { ...decision, votes: [] };
    expect(told(fine, fine, [report({ decision: held })])[0]).toContain("reason: bounds");
  });
});
