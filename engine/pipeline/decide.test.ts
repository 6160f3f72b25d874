import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type DecisionOutcome, decideProportional, type ProportionalInput } from "./decide.ts";
import { emptyHistory, type History } from "../history/history.ts";
import { parseHistory, serializeHistory } from "../history/history-codec.ts";
import type { ClusterSize } from "../observation/cluster-size.ts";
import { parametersFromConfigMap } from "../recommend/proportional/config-map/config-map-parameters.ts";
import type {
  LadderParameters,
  LinearParameters,
  ProportionalParameters,
  ProportionalProfile,
} from "../recommend/proportional/parameters.ts";
import { replay } from "./replay.ts";
import { runs } from "../testing/runs.ts";

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
  profile: "None",
  currentReplicas: 10,
  history: emptyHistory("uid"),
  ...fields,
});

describe("decideProportional", () => {
  it("holds a larger size for thirty seconds, and returns the end as due", () => {
    const first = decideProportional(input({ size: sizeOf(0, 4) }));
    expect(first.decision).toMatchObject({ time: T0, from: 10, to: 10 });
    expect(first.due).toBe(T0 + 30_000);

    const again = { size: sizeOf(0, 4), history: first.history };
    const early = decideProportional(input({ ...again, now: T0 + 29_999 }));
    expect(early).toMatchObject({ decision: { to: 10 }, due: T0 + 30_000 });
    const onTime = decideProportional(input({ ...again, now: T0 + 30_000 }));
    expect(onTime).toMatchObject({ decision: { to: 4 }, due: null });
  });

  it("drops a smaller size that did not last", () => {
    const dip = decideProportional(input({ size: sizeOf(0, 4) }));
    const back = decideProportional(input({ now: T0 + 5_000, history: dip.history }));
    const later = input({ now: T0 + 31_000, size: sizeOf(0, 4), history: back.history });
    expect(decideProportional(later).decision.to).toBe(10);
  });

  it("records every step from the votes to the count", () => {
    const { decision } = decideProportional(input({ size: sizeOf(0, 30) }));
    expect(decision.votes).toMatchObject([
      { source: "cores", kind: "Abstain" },
      { source: "nodes", kind: "Count", replicas: 30 },
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
    { shows: "waits",                            profile: "None",     fields: {},                 nodes: 4,  to: 10 },
    { shows: "lets prevention exceed the cap",   profile: "CPA-1.10", fields: { maxReplicas: 1, minReplicas: 1, nodesPerReplica: 99, preventSinglePointFailure: true }, nodes: 4, to: 2 },
    { shows: "applies the cap last",             profile: "None",     fields: { maxReplicas: 1, minReplicas: 1, nodesPerReplica: 99, preventSinglePointFailure: true }, nodes: 4, to: 1 },
    { shows: "holds if a count is too large",    profile: "CPA-1.10", fields: { maxReplicas: 0, nodesPerReplica: 1e-12 }, nodes: 4, to: 10 },
    { shows: "holds if a count is too large, too", profile: "None",     fields: { maxReplicas: 0, nodesPerReplica: 1e-12 }, nodes: 4, to: 10 },
    { shows: "applies a cap to a count that is too large", profile: "None", fields: { nodesPerReplica: 1e-12 },           nodes: 4, to: 20 },
    { shows: "applies a cap below the size that is held", profile: "None",     fields: { maxReplicas: 7 }, nodes: 4,  to: 7 },
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
      const parameters = parametersFromConfigMap(data as Record<string, string>, profile);
      if (!parameters.ok) throw new Error(parameters.error.message);
      const now = T0 + index * 1000;
      const size = sizeOf(coreCount, nodes);
      const outcome = decideProportional({
        ...{ now, size, parameters: parameters.value, profile, currentReplicas: current, history },
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
  const profile = fc.constantFrom<ProportionalProfile>("None", "CPA-1.10");
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
  const step = fc.record({ wait: fc.nat(20_000), cores: count, nodes: count });
  const walk = fc.array(step, { minLength: 1, maxLength: 40 });

  /** Decides at every step and writes each count at once; `between` changes the history. */
  function decideAll(
    steps: readonly { readonly wait: number; readonly cores: number; readonly nodes: number }[],
    parameters: ProportionalParameters,
    chosen: ProportionalProfile,
    between: (history: History, now: number, index: number) => History = history => history,
  ): DecisionOutcome[] {
    let now = T0;
    let currentReplicas = 5;
    let history = emptyHistory("uid");
    return steps.map(({ wait, cores, nodes }, index) => {
      now += wait;
      history = between(history, now, index);
      const size = sizeOf(cores, nodes);
      const given = { now, size, parameters, profile: chosen, currentReplicas, history };
      const outcome = decideProportional(given);
      ({ history } = outcome);
      currentReplicas = outcome.decision.to;
      return outcome;
    });
  }

  it("I1: the count lies within the bounds", () => {
    const property = fc.property(walk, linears, (steps, parameters) => {
      const max = parameters.maxReplicas === 0 ? Infinity : parameters.maxReplicas;
      for (const { decision } of decideAll(steps, parameters, "None")) {
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
      const through = decideAll(steps, parameters, "None");
      const resumed = decideAll(steps, parameters, "None", reload);
      for (const [index, { decision }] of through.entries()) {
        expect(resumed[index]!.decision.to).toBeGreaterThanOrEqual(decision.to);
      }
    });
    fc.assert(property, runs(200));
  });

  it("I5: the same input gives the same decision and is not modified", () => {
    const property = fc.property(walk, linears, profile, (steps, parameters, chosen) => {
      const before = structuredClone(steps);
      expect(decideAll(steps, parameters, chosen)).toEqual(decideAll(steps, parameters, chosen));
      expect(steps).toEqual(before);
    });
    fc.assert(property, runs(50));
  });

  it("I6: a recorded decision gives the same count when it is replayed", () => {
    const property = fc.property(walk, linears, profile, (steps, parameters, chosen) => {
      for (const { decision } of decideAll(steps, parameters, chosen)) {
        expect(replay(decision)).toEqual({ ok: true, value: decision.to });
      }
    });
    fc.assert(property, runs(100));
  });

  it("no decision changes before `due`, and at `due` a held size is released", () => {
    const property = fc.property(walk, linears, (steps, parameters) => {
      const { decision, history, due } = decideAll(steps, parameters, "None").at(-1)!;
      if (due === null) return;
      const { cores, nodes } = steps.at(-1)!;
      const rest = { size: sizeOf(cores, nodes), parameters, profile: "None" as const, history };
      const at = (now: number): DecisionOutcome =>
        decideProportional({ ...rest, now, currentReplicas: decision.to });
      expect(at(due - 1).decision.to).toBe(decision.to);
      expect(at(due).decision.steps[1]!.after).toBeLessThan(decision.steps[1]!.after);
    });
    fc.assert(property, runs(200));
  });
});
