import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideProportional, type ProportionalInput } from "./decide.ts";
import type { DecisionOutcome } from "./model/feature.ts";
import { emptyHistory, type History } from "./model/history.ts";
import { parseHistory, serializeHistory } from "./memory.ts";
import type { ClusterSize } from "./model/observation/node-tally.ts";
import { parametersFromConfigMap } from "./proportional/config-map-parameters.ts";
import type {
  LadderParameters,
  LinearParameters,
  ProportionalParameters,
  ProportionalProfile,
} from "./model/spec/proportional-parameters.ts";
import { replay } from "./replay.ts";
import { beginScale, completeScale } from "./history/scale-record.ts";
import type { BehaviorSpec } from "./model/spec/autoscaler-spec.ts";
import { proportionalBehavior } from "./spec/defaults.ts";
import { runs } from "./testing/runs.ts";

const T0 = Date.parse("2026-01-01T00:00:00Z");

const sizeOf = (cores: number, nodes: number): ClusterSize => ({
  cores,
  nodes,
  schedulableCores: cores,
  schedulableNodes: nodes,
});

const linear: LinearParameters = {
  mode: "linear",
  coresPerReplica: 0,
  nodesPerReplica: 1,
  minReplicas: 2,
  maxReplicas: 20,
  preventSinglePointFailure: false,
  includeUnschedulableNodes: false,
};

const input = (fields: Partial<ProportionalInput>): ProportionalInput => ({
  now: T0,
  size: sizeOf(0, 10),
  parameters: linear,
  profile: "Trimtab-1",
  behavior: proportionalBehavior({}, fields.profile ?? "Trimtab-1"),
  currentReplicas: 10,
  history: emptyHistory("uid"),
  ...fields,
});

describe("decideProportional", () => {
  it.each<{ shows: string; rules: BehaviorSpec; windowMs: number }>([
    { shows: "five minutes", rules: {}, windowMs: 300_000 },
    {
      shows: "the window of its behavior",
      rules: { scaleDown: { stabilizationWindowSeconds: 45 } },
      windowMs: 45_000,
    },
  ])("holds a larger size for $shows, and returns the end as due", ({ rules, windowMs }) => {
    const behavior = proportionalBehavior(rules, "Trimtab-1");
    const smaller = { size: sizeOf(0, 4), behavior };
    const first = decideProportional(input(smaller));
    expect(first.decision).toMatchObject({ time: T0, from: 10, to: 10 });
    expect(first.due).toBe(T0 + windowMs);

    const again = { ...smaller, history: first.history };
    const early = decideProportional(input({ ...again, now: T0 + windowMs - 1 }));
    expect(early).toMatchObject({ decision: { to: 10 }, due: T0 + windowMs });
    const onTime = decideProportional(input({ ...again, now: T0 + windowMs }));
    expect(onTime).toMatchObject({ decision: { to: 4 }, due: null });
  });

  const onePod = [{ type: "Pods", value: 1, periodSeconds: 60 } as const];
  const atOnce = { stabilizationWindowSeconds: 0 };

  // prettier-ignore
  it.each<{ shows: string; rules: BehaviorSpec; profile?: ProportionalProfile; nodes: number; to: number; limit: string | null }>([
    { shows: "has no limit without policies",         rules: { scaleDown: atOnce },                            nodes: 4,  to: 4,  limit: null },
    { shows: "limits growth by its policies",         rules: { scaleUp: { policies: onePod } },                nodes: 15, to: 11, limit: "ScaleUpLimit" },
    { shows: "does not limit growth by the other direction's", rules: { scaleDown: { ...atOnce, policies: onePod } }, nodes: 15, to: 15, limit: "DesiredWithinRange" },
    { shows: "limits scale-down by its policies",     rules: { scaleDown: { ...atOnce, policies: onePod } },   nodes: 4,  to: 9,  limit: "ScaleDownLimit" },
    { shows: "does not limit scale-down by the other direction's", rules: { scaleUp: { policies: onePod }, scaleDown: atOnce }, nodes: 4, to: 4, limit: "DesiredWithinRange" },
    { shows: "never scales down",                     rules: { scaleDown: { ...atOnce, selectPolicy: "Disabled" } }, nodes: 4, to: 10, limit: "ScaleDownLimit" },
    { shows: "waits before growth",                   rules: { scaleUp: { stabilizationWindowSeconds: 60 } },  nodes: 15, to: 10, limit: null },
    { shows: "ignores all that upstream does not have", rules: { scaleUp: { policies: onePod }, scaleDown: { policies: onePod } }, profile: "CPA-1.10", nodes: 4, to: 4, limit: null },
    { shows: "applies the bounds after the policies", rules: { scaleUp: { policies: onePod } },                nodes: 40, to: 11, limit: "ScaleUpLimit" },
  ])("with behavior, $shows", ({ rules, profile = "Trimtab-1", nodes, to, limit }) => {
    const behavior = proportionalBehavior(rules, profile);
    const { decision } = decideProportional(input({ profile, behavior, size: sizeOf(0, nodes) }));
    expect(decision.to).toBe(to);
    expect(decision.steps.find(({ step }) => step === "limit")?.reason ?? null).toBe(limit);
  });

  // prettier-ignore
  it.each<{ shows: string; nodes: number; profile?: ProportionalProfile; max?: number; to: number; due: number | null }>([
    { shows: "does not shrink",                              nodes: 4,                       to: 10, due: T0 + 60_000 },
    { shows: "does not shrink under CPA-1.10",               nodes: 4,  profile: "CPA-1.10", to: 10, due: T0 + 60_000 },
    { shows: "grows",                                        nodes: 15,                      to: 15, due: null },
    { shows: "keeps within the bounds",                      nodes: 4,  max: 8,              to: 8,  due: T0 + 60_000 },
  ])("while scale-down is paused, $shows", ({ nodes, profile = "Trimtab-1", max = 20, to, due }) => {
    const scaleDown = { until: T0 + 60_000, reason: "INC-7" };
    const pauses = { all: null, scaleDown, ignored: [], due: scaleDown.until };
    const behavior = proportionalBehavior({ scaleDown: atOnce }, profile);
    const parameters = { ...linear, maxReplicas: max };
    const paused = input({ profile, behavior, parameters, size: sizeOf(0, nodes), pauses });
    const outcome = decideProportional(paused);
    expect([outcome.decision.to, outcome.due]).toEqual([to, due]);
    expect(replay(outcome.decision)).toEqual({ ok: true, value: to });
    const resumed = { ...paused, now: scaleDown.until, history: outcome.history };
    expect(decideProportional(resumed).decision.to).toBe(Math.min(nodes, max));
  });

  it("limits a ladder, which has no bounds", () => {
    const nodesToReplicas = [{ size: 1, replicas: 3 }];
    const parameters = {
      ...({ mode: "ladder", coresToReplicas: [], nodesToReplicas } as const),
      includeUnschedulableNodes: false,
    };
    const rules = { scaleDown: { ...atOnce, policies: onePod } };
    const behavior = proportionalBehavior(rules, "Trimtab-1");
    expect(decideProportional(input({ parameters, behavior }))).toMatchObject({
      decision: { to: 9 },
      due: T0 + 60_000,
    });
  });

  it("drops a smaller size that did not last", () => {
    const dip = decideProportional(input({ size: sizeOf(0, 4) }));
    const back = decideProportional(input({ now: T0 + 5_000, history: dip.history }));
    const later = input({ now: T0 + 301_000, size: sizeOf(0, 4), history: back.history });
    expect(decideProportional(later).decision.to).toBe(10);
  });

  it("records every step from the votes to the count", () => {
    const { decision } = decideProportional(input({ size: sizeOf(0, 30) }));
    expect(decision.votes).toMatchObject([
      { source: "cores", type: "Abstain" },
      { source: "nodes", type: "Count", replicas: 30 },
    ]);
    expect(decision.steps).toMatchObject([
      { step: "combine", before: 10, after: 30, reason: "LargestVote" },
      { step: "stabilize", before: 30, after: 30, reason: "ReadyForNewScale" },
      { step: "bound", before: 30, after: 20, reason: "TooManyReplicas" },
    ]);
  });

  // prettier-ignore
  it.each<{ shows: string; profile: ProportionalProfile; fields: Partial<LinearParameters>; nodes: number; to: number }>([
    { shows: "scales down at once",              profile: "CPA-1.10", fields: {},                 nodes: 4,  to: 4 },
    { shows: "waits",                            profile: "Trimtab-1",     fields: {},                 nodes: 4,  to: 10 },
    { shows: "lets prevention exceed the cap",   profile: "CPA-1.10", fields: { maxReplicas: 1, minReplicas: 1, nodesPerReplica: 99, preventSinglePointFailure: true }, nodes: 4, to: 2 },
    { shows: "applies the cap last",             profile: "Trimtab-1",     fields: { maxReplicas: 1, minReplicas: 1, nodesPerReplica: 99, preventSinglePointFailure: true }, nodes: 4, to: 1 },
    { shows: "holds if a count is too large",    profile: "CPA-1.10", fields: { maxReplicas: 0, nodesPerReplica: 1e-12 }, nodes: 4, to: 10 },
    { shows: "holds if a count is too large, too", profile: "Trimtab-1",     fields: { maxReplicas: 0, nodesPerReplica: 1e-12 }, nodes: 4, to: 10 },
    { shows: "applies a cap to a count that is too large", profile: "Trimtab-1", fields: { nodesPerReplica: 1e-12 },           nodes: 4, to: 20 },
    { shows: "applies a cap below the size that is held", profile: "Trimtab-1",     fields: { maxReplicas: 7 }, nodes: 4,  to: 7 },
  ])("$profile $shows", ({ profile, fields, nodes, to }) => {
    const parameters = { ...linear, ...fields };
    const { decision } = decideProportional(input({ profile, parameters, size: sizeOf(0, nodes) }));
    expect(decision.to).toBe(to);
  });

  const totals = { nodes: 3, cores: 12 };
  const ladder: LadderParameters = {
    mode: "ladder",
    nodesToReplicas: [0, 1, 2, 3].map(size => ({ size, replicas: size })),
    coresToReplicas: [0, 1, 2, 3].map(replicas => ({ size: 4 * replicas, replicas })),
    includeUnschedulableNodes: false,
  };

  it.each([
    { includes: true, size: { ...totals, schedulableNodes: 2, schedulableCores: 8 }, to: 3 },
    { includes: false, size: { ...totals, schedulableNodes: 1, schedulableCores: 4 }, to: 1 },
  ])("upstream's unschedulable table: $to when included is $includes", row => {
    const parameters = { ...ladder, includeUnschedulableNodes: row.includes };
    const decided = decideProportional(input({ parameters, size: row.size, profile: "CPA-1.10" }));
    expect(decided.decision.to).toBe(row.to);
  });
});

describe("upstream's run scenario", () => {
  const cores =
    "[1,1],[64,3],[512,5],[1024,7],[2048,10],[4096,15],[8192,20],[12288,30],[16384,40],[20480,50]," +
    "[24576,60],[28672,70],[32768,80],[65535,100]";
  const table = `{"coresToReplicas":[${cores}],"nodesToReplicas":[[1,1],[2,2]]}`;
  const edited = table.replace("[64,3]", "[64,4]").replace("[65535,100]", "[65535,200]");
  const ratio = '{"coresPerReplica":100,"nodesPerReplica":10,"min":1,"max":100}';

  it("is followed step by step, from the count of the previous step", () => {
    // prettier-ignore
    const steps = [
      { data: { ladder: table },  cores: 0,       nodes: 0,     to: 1 },
      { data: { ladder: table },  cores: 800,     nodes: 1,     to: 5 },
      { data: { ladder: table },  cores: 1,       nodes: 3,     to: 2 },
      { data: { ladder: table },  cores: 200_000, nodes: 50_000, to: 100 },
      { data: { ladder: edited }, cores: 200_000, nodes: 50_000, to: 200 },
      { data: { ladder: edited }, cores: 500,     nodes: 100,   to: 4 },
      { data: { ladder: edited }, cores: 2000,    nodes: 400,   to: 7 },
      { data: { linear: ratio },  cores: 2000,    nodes: 400,   to: 40 },
      { data: { linear: ratio },  cores: 1600,    nodes: 100,   to: 16 },
      { data: { linear: ratio },  cores: 100_000, nodes: 20_000, to: 100 },
    ];
    const profile = "CPA-1.10";
    let current = 1;
    let history = emptyHistory("uid");
    const counts = steps.map(({ data, cores: coreCount, nodes }, index) => {
      const parameters = parametersFromConfigMap(data, profile);
      if (!parameters.ok) throw new Error(parameters.error.message);
      const now = T0 + index * 1000;
      const size = sizeOf(coreCount, nodes);
      const outcome = decideProportional({
        ...{ now, size, parameters: parameters.value, profile, history },
        ...{ behavior: proportionalBehavior({}, profile), currentReplicas: current },
      });
      ({ history } = outcome);
      current = outcome.decision.to;
      return current;
    });
    expect(counts).toEqual(steps.map(({ to }) => to));
  });
});

describe("invariants", () => {
  const count = fc.nat(300);
  const profile = fc.constantFrom<ProportionalProfile>("Trimtab-1", "CPA-1.10");
  const linears = fc
    .record({
      ratios: fc.tuple(fc.constantFrom(0, 0.3, 1, 16), fc.constantFrom(1, 2.5, 40)),
      min: fc.integer({ min: 1, max: 20 }),
      room: fc.option(fc.nat(50)),
      prevention: fc.boolean(),
    })
    .map(
      ({
        ratios: [coresPerReplica, nodesPerReplica],
        min,
        room,
        prevention,
      }): LinearParameters => ({
        ...linear,
        coresPerReplica,
        nodesPerReplica,
        minReplicas: min,
        maxReplicas: room === null ? 0 : min + room,
        preventSinglePointFailure: prevention && room !== 0,
      }),
    );
  const step = fc.record({ wait: fc.nat(60_000), cores: count, nodes: count });
  const walk = fc.array(step, { minLength: 1, maxLength: 40 });
  const policy = fc.record({
    type: fc.constantFrom("Pods" as const, "Percent" as const),
    value: fc.integer({ min: 1, max: 60 }),
    periodSeconds: fc.integer({ min: 1, max: 300 }),
  });
  const direction = fc.record(
    {
      stabilizationWindowSeconds: fc.constantFrom(0, 15, 120, 600),
      selectPolicy: fc.constantFrom("Max" as const, "Min" as const, "Disabled" as const),
      policies: fc.array(policy, { minLength: 1, maxLength: 3 }),
    },
    { requiredKeys: [] },
  );
  const rules = fc.record({ scaleUp: direction, scaleDown: direction }, { requiredKeys: [] });

  /** Decides at every step and writes each count at once; `between` changes the history. */
  function decideAll(
    steps: readonly { readonly wait: number; readonly cores: number; readonly nodes: number }[],
    parameters: ProportionalParameters,
    {
      profile: chosen = "Trimtab-1",
      rules: given = {},
      between = history => history,
    }: Conditions = {},
  ): DecisionOutcome[] {
    const behavior = proportionalBehavior(given, chosen);
    let now = T0;
    let currentReplicas = 5;
    let history = emptyHistory("uid");
    return steps.map(({ wait, cores, nodes }, index) => {
      now += wait;
      history = between(history, now, index);
      const size = sizeOf(cores, nodes);
      const outcome = decideProportional({
        ...{ now, size, parameters, profile: chosen, behavior },
        ...{ currentReplicas, history },
      });
      const { from, to } = outcome.decision;
      const begun = beginScale(outcome.history, { from, to, time: now });
      history = from === to ? outcome.history : completeScale(begun, now);
      currentReplicas = to;
      return outcome;
    });
  }

  interface Conditions {
    readonly profile?: ProportionalProfile;
    readonly rules?: BehaviorSpec;
    readonly between?: (history: History, now: number, index: number) => History;
  }

  it("I1: the count lies within the bounds", () => {
    const property = fc.property(walk, linears, rules, (steps, parameters, given) => {
      const max = parameters.maxReplicas === 0 ? Infinity : parameters.maxReplicas;
      for (const { decision } of decideAll(steps, parameters, { rules: given })) {
        expect(decision.to).toBeGreaterThanOrEqual(parameters.minReplicas);
        expect(decision.to).toBeLessThanOrEqual(max);
      }
    });
    fc.assert(property, runs(200));
  });

  it("I3: a restart at any time makes no count smaller", () => {
    const restarts = fc.array(fc.boolean(), { minLength: 40, maxLength: 40 });
    const property = fc.property(walk, linears, restarts, (steps, parameters, restarted) => {
      const reload = (history: History, now: number, index: number): History => {
        if (restarted[index] !== true) return history;
        const stored: unknown = JSON.parse(JSON.stringify(serializeHistory(history)));
        const parsed = parseHistory(stored, now);
        if (!parsed.ok) throw new Error(parsed.error);
        return parsed.value;
      };
      const through = decideAll(steps, parameters);
      const resumed = decideAll(steps, parameters, { between: reload });
      for (const [index, { decision }] of through.entries()) {
        expect(resumed[index]!.decision.to).toBeGreaterThanOrEqual(decision.to);
      }
    });
    fc.assert(property, runs(200));
  });

  it("I3: no change leads further from the count one period ago than the policy allows", () => {
    const pods = fc.record({
      type: fc.constant("Pods" as const),
      value: fc.integer({ min: 1, max: 9 }),
      periodSeconds: fc.integer({ min: 1, max: 300 }),
    });
    const property = fc.property(walk, pods, (steps, one) => {
      const each = { stabilizationWindowSeconds: 0, policies: [one] };
      const unbounded = { ...linear, minReplicas: 1, maxReplicas: 0 };
      const given = { rules: { scaleUp: each, scaleDown: each } };
      const decisions = decideAll(steps, unbounded, given).map(({ decision }) => decision);
      for (const { time, from, to } of decisions) {
        const cutoff = time - one.periodSeconds * 1000;
        const before = decisions.find(({ time: at }) => at > cutoff)!.from;
        if (to !== from)
          expect(Math.sign(to - from) * (to - before)).toBeLessThanOrEqual(one.value);
      }
    });
    fc.assert(property, runs(200));
  });

  it("I5: the same input gives the same decision and is not modified", () => {
    const given = fc.record({ profile, rules });
    const property = fc.property(walk, linears, given, (steps, parameters, conditions) => {
      const before = structuredClone(steps);
      const decided = () => decideAll(steps, parameters, conditions);
      expect(decided()).toEqual(decided());
      expect(steps).toEqual(before);
    });
    fc.assert(property, runs(50));
  });

  it("I6: a recorded decision gives the same count when it is replayed", () => {
    const given = fc.record({ profile, rules });
    const property = fc.property(walk, linears, given, (steps, parameters, conditions) => {
      for (const { decision } of decideAll(steps, parameters, conditions)) {
        expect(replay(decision)).toEqual({ ok: true, value: decision.to });
      }
    });
    fc.assert(property, runs(100));
  });

  it("no decision changes before `due`, and at `due` a held size is released", () => {
    const property = fc.property(walk, linears, (steps, parameters) => {
      const { decision, history, due } = decideAll(steps, parameters).at(-1)!;
      if (due === null) return;
      const { cores, nodes } = steps.at(-1)!;
      const behavior = proportionalBehavior({}, "Trimtab-1");
      const size = sizeOf(cores, nodes);
      const rest = { size, parameters, profile: "Trimtab-1" as const, behavior, history };
      const at = (now: number): DecisionOutcome =>
        decideProportional({ ...rest, now, currentReplicas: decision.to });
      expect(at(due - 1).decision.to).toBe(decision.to);
      expect(at(due).decision.steps[1]!.after).toBeLessThan(decision.steps[1]!.after);
    });
    fc.assert(property, runs(200));
  });
});
