import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { ProportionalProfile } from "../spec/proportional-parameters.ts";
import { runs } from "../../testing/runs.ts";
import type { NodePredicate, TrimmedNode } from "./node.ts";
import { NodeTally } from "./node-tally.ts";

const MINUTE = 60_000;
const everything: NodePredicate = () => true;

const node = (name: string, fields: Partial<TrimmedNode> = {}): TrimmedNode => ({
  name,
  labels: {},
  taints: [],
  unschedulable: false,
  ready: "True",
  readySince: 0,
  lostReadyAt: null,
  milliCpu: 1000n,
  ...fields,
});

const tallyOf = (nodes: readonly TrimmedNode[], matches = everything): NodeTally => {
  const tally = new NodeTally(matches);
  for (const each of nodes) tally.set(each);
  return tally;
};

describe("NodeTally", () => {
  it("counts upstream's table of five nodes", () => {
    const matches: NodePredicate = ({ labels }) => labels["pool"] !== "other";
    const nodes = [
      node("1", { milliCpu: 1000n }),
      node("2", { milliCpu: 2000n }),
      node("3", { milliCpu: 3000n, unschedulable: true }),
      node("4", { milliCpu: 4000n, labels: { pool: "other" } }),
      node("5", { milliCpu: 3000n, ready: "False" }),
    ];
    expect(tallyOf(nodes, matches).size(0, "CPA-1.10").size).toEqual({
      nodes: 4,
      cores: 9,
      schedulableNodes: 2,
      schedulableCores: 3,
    });
  });

  it.each([
    { shows: "three times 940m are 3 cores", milli: [940n, 940n, 940n], cores: 3 },
    { shows: "a whole number stays", milli: [500n, 500n], cores: 1 },
    { shows: "a thousandth more adds a core", milli: [500n, 501n], cores: 2 },
    { shows: "none is none", milli: [0n], cores: 0 },
  ])("rounds up once, over the sum: $shows", ({ milli, cores }) => {
    const tally = tallyOf(milli.map((milliCpu, index) => node(String(index), { milliCpu })));
    expect(tally.size(0, "Trimtab-1").size.cores).toBe(cores);
  });

  const lost = { ready: "False", readySince: MINUTE, lostReadyAt: MINUTE } as const;
  const at6 = 6 * MINUTE;

  it.each<{
    shows: string;
    fields: Partial<TrimmedNode>;
    now: number;
    profile: ProportionalProfile;
    schedulable: number;
    due: number | null;
  }>([
    { shows: "counts for five minutes", fields: lost, now: at6 - 1, profile: "Trimtab-1", schedulable: 1, due: at6 }, // prettier-ignore
    {
      shows: "does not count after that",
      fields: lost,
      now: at6,
      profile: "Trimtab-1",
      schedulable: 0,
      due: null,
    },
    { shows: "never counts upstream", fields: lost, now: MINUTE, profile: "CPA-1.10", schedulable: 0, due: null }, // prettier-ignore
    { shows: "does not count if it was not ready", fields: { ...lost, lostReadyAt: null }, now: MINUTE, profile: "Trimtab-1", schedulable: 0, due: null }, // prettier-ignore
    { shows: "counts from the first of two transitions", fields: { ...lost, ready: "Unknown", readySince: 3 * MINUTE }, now: at6 - 1, profile: "Trimtab-1", schedulable: 1, due: at6 }, // prettier-ignore
    { shows: "does not count if it is cordoned", fields: { ...lost, unschedulable: true }, now: MINUTE, profile: "Trimtab-1", schedulable: 0, due: null }, // prettier-ignore
  ])("a node that ceased to be ready $shows", ({ fields, now, profile, schedulable, due }) => {
    const measured = tallyOf([node("1", fields)]).size(now, profile);
    expect(measured.size).toMatchObject({ nodes: 1, schedulableNodes: schedulable });
    expect(measured.due).toBe(due);
  });

  it("returns the time at which the next node stops counting, also after a node recovers", () => {
    const tally = tallyOf([node("1", lost), node("2", { ...lost, lostReadyAt: 2 * MINUTE })]);
    expect(tally.size(2 * MINUTE, "Trimtab-1").due).toBe(6 * MINUTE);
    tally.set(node("1"));
    expect(tally.size(2 * MINUTE, "Trimtab-1").due).toBe(7 * MINUTE);
    tally.delete("2");
    expect(tally.size(2 * MINUTE, "Trimtab-1")).toMatchObject({
      size: { schedulableNodes: 1 },
      due: null,
    });
  });

  it("lets no node count for longer than five minutes after the clock was set back", () => {
    const tally = tallyOf([node("1", lost), node("2", { ...lost, lostReadyAt: 60 * MINUTE })]);
    expect(tally.size(0, "Trimtab-1").due).toBe(5 * MINUTE);
    expect(tally.size(5 * MINUTE - 1, "Trimtab-1").size.schedulableNodes).toBe(2);
    expect(tally.size(5 * MINUTE, "Trimtab-1")).toMatchObject({
      ...{ size: { schedulableNodes: 0 }, due: null },
    });
  });

  it("counts the nodes that ceased to be ready, until they are ready again or deleted", () => {
    const unready = (name: string, fields = {}) => node(name, { ...lost, ...fields });
    const never = { lostReadyAt: null };
    const nodes = [node("1"), unready("2"), unready("3"), unready("4", never), node("5")];
    const tally = tallyOf([...nodes, unready("6", { unschedulable: true })]);
    const lostAt = (now: number) => tally.size(now, "Trimtab-1").size.lost;
    expect([lostAt(MINUTE), lostAt(60 * MINUTE)]).toEqual([
      { nodes: 2, of: 4 },
      { nodes: 2, of: 4 },
    ]);
    tally.set(node("2"));
    expect(lostAt(60 * MINUTE)).toEqual({ nodes: 1, of: 4 });
    tally.delete("3");
    expect(lostAt(60 * MINUTE)).toBeUndefined();
    expect(tallyOf(nodes).size(MINUTE, "CPA-1.10").size.lost).toBeUndefined();
  });

  const gone = { ...lost, readySince: 2 * MINUTE, lostReadyAt: 2 * MINUTE };

  // prettier-ignore
  it.each<{ change: string; from?: Partial<TrimmedNode>; to: Partial<TrimmedNode> | null; beside?: Partial<TrimmedNode>; differs: boolean }>([
    { change: "of an irrelevant label",        to: { labels: { a: "b" } },                       differs: false },
    { change: "of the last transition",        to: { readySince: 5 },                            differs: false },
    { change: "of a taint",                    to: { taints: [{ key: "a", value: "", effect: "NoSchedule" }] }, differs: false },
    { change: "of less than a core",           to: { milliCpu: 990n },                           differs: false },
    { change: "of a core",                     to: { milliCpu: 1001n },                          differs: true },
    { change: "to cordoned",                   to: { unschedulable: true },                      differs: true },
    { change: "to not ready",                  to: lost,                                         differs: true },
    { change: "from cordoned to also not ready", from: { unschedulable: true }, to: { ...lost, unschedulable: true }, differs: false },
    { change: "of when a lost node expires",   from: lost, to: gone,                             differs: true },
    { change: "to a lost node without cores next to another one", from: { ...gone, unschedulable: true, milliCpu: 0n }, to: { ...gone, milliCpu: 0n }, beside: lost, differs: true },
    { change: "from False to Unknown",         from: lost, to: { ...lost, ready: "Unknown", readySince: 9 }, differs: false },
    { change: "to a label that is filtered",   to: { labels: { pool: "other" } },                differs: true },
    { change: "of a node that is filtered",    from: { labels: { pool: "other" } }, to: { labels: { pool: "other" }, milliCpu: 9000n }, differs: false },
    { change: "by which it is gone",           to: null,                                         differs: true },
  ])("a change $change: $differs", ({ from = {}, to, beside = {}, differs }) => {
    const nodes = [node("1", from), node("2", beside)];
    const tally = tallyOf(nodes, ({ labels }) => labels["pool"] !== "other");
    const before = tally.fingerprint();
    if (to === null) tally.delete("1");
    else tally.set(node("1", to));
    expect(tally.fingerprint() !== before).toBe(differs);
  });

  it("has the same fingerprint whenever it has the same size, now and later", () => {
    const a = tallyOf([node("1"), node("2", lost), node("3", gone)]);
    const b = tallyOf([node("1"), node("2", lost), node("3", { ...lost, lostReadyAt: 0 })]);
    b.set(node("3", gone));
    expect(b.fingerprint()).toBe(a.fingerprint());
  });

  it("always equals a count from scratch", () => {
    const fields = fc.record({
      labels: fc.constantFrom({}, { out: "1" }),
      unschedulable: fc.boolean(),
      ready: fc.constantFrom("True" as const, "False" as const, "Unknown" as const),
      readySince: fc.integer({ min: 0, max: 10 }).map(minutes => minutes * MINUTE),
      lostReadyAt: fc.option(fc.integer({ min: 0, max: 10 }).map(minutes => minutes * MINUTE)),
      milliCpu: fc.bigInt(0n, 3000n),
    });
    const step = fc.record({ name: fc.nat(5), fields: fc.option(fields), wait: fc.nat(4) });
    const property = fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const matches: NodePredicate = ({ labels }) => labels["out"] === undefined;
      const tally = new NodeTally(matches);
      const present = new Map<string, TrimmedNode>();
      // Later than all transitions.
      let now = 10 * MINUTE;
      for (const { name, fields: given, wait } of steps) {
        now += wait * MINUTE;
        const key = String(name);
        if (given === null) {
          tally.delete(key);
          present.delete(key);
        } else {
          tally.set(node(key, given));
          present.set(key, node(key, given));
        }
        const scratch = tallyOf([...present.values()], matches);
        expect(tally.size(now, "CPA-1.10")).toEqual(scratch.size(now, "CPA-1.10"));
        expect(tally.size(now, "Trimtab-1")).toEqual(scratch.size(now, "Trimtab-1"));
        expect(tally.size(now, "Trimtab-1").size.schedulableNodes).toBe(
          naiveSchedulable([...present.values()].filter(matches), now),
        );
      }
    });
    fc.assert(property, runs(200));
  });
});

function naiveSchedulable(nodes: readonly TrimmedNode[], now: number): number {
  const counts = (each: TrimmedNode): boolean =>
    each.ready === "True" || (each.lostReadyAt !== null && each.lostReadyAt + 5 * MINUTE > now);
  return nodes.filter(each => !each.unschedulable && counts(each)).length;
}
