import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../testing/runs.ts";
import { DelayHeap } from "./delay-heap.ts";
import { operationsOf } from "../testing/operations.ts";

const keysDue = (due: DelayHeap, now: number): string[] => due.takeDue(now).map(({ key }) => key);

describe("DelayHeap", () => {
  it("returns each key once, in the order of the due times, and none before its time", () => {
    const due = new DelayHeap();
    due.set("late", 30);
    due.set("early", 10);
    due.set("middle", 20);
    expect(due.next()).toBe(10);
    expect(keysDue(due, 9)).toEqual([]);
    expect(keysDue(due, 20)).toEqual(["early", "middle"]);
    expect(keysDue(due, 100)).toEqual(["late"]);
    expect([due.next(), keysDue(due, 1_000)]).toEqual([null, []]);
  });

  it("returns the due time of each key", () => {
    const due = new DelayHeap();
    due.set("a", 10);
    due.set("a", 20);
    expect(due.takeDue(25)).toEqual([{ key: "a", at: 20 }]);
  });

  it.each([
    { shows: "an earlier time", times: [20, 10], before: [9], at: 10 },
    { shows: "a later time", times: [10, 20], before: [10, 19], at: 20 },
    { shows: "the same time", times: [10, 10], before: [9], at: 10 },
    { shows: "an earlier value again", times: [10, 20, 10], before: [9], at: 10 },
  ])("replaces the due time by $shows, and returns the key once", ({ times, before, at }) => {
    const due = new DelayHeap();
    for (const time of times) due.set("a", time);
    for (const time of before) expect(keysDue(due, time)).toEqual([]);
    expect(due.next()).toBe(at);
    expect(keysDue(due, at)).toEqual(["a"]);
    expect(keysDue(due, 1_000)).toEqual([]);
  });

  it("forgets deleted keys, including those that are set again", () => {
    const due = new DelayHeap();
    due.set("a", 10);
    due.delete("a");
    expect([due.next(), keysDue(due, 10)]).toEqual([null, []]);
    due.set("a", 10);
    expect([keysDue(due, 10), keysDue(due, 10)]).toEqual([["a"], []]);
  });

  it("behaves like a plain map", () => {
    const key = fc.constantFrom("a", "b", "c");
    const step = fc.oneof(
      fc.record({ kind: fc.constant("set" as const), key, at: fc.nat(50) }),
      fc.record({ kind: fc.constant("delete" as const), key }),
      fc.record({ kind: fc.constant("take" as const), at: fc.nat(50) }),
    );
    const asModel = fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const due = new DelayHeap();
      const model = new Map<string, number>();
      for (const item of steps) {
        if (item.kind === "set") {
          due.set(item.key, item.at);
          model.set(item.key, item.at);
        } else if (item.kind === "delete") {
          due.delete(item.key);
          model.delete(item.key);
        } else {
          const expected = [...model].filter(([, at]) => at <= item.at).map(([name]) => name);
          expect(keysDue(due, item.at).sort()).toEqual(expected.sort());
          for (const name of expected) model.delete(name);
        }
        expect(due.next()).toBe(model.size === 0 ? null : Math.min(...model.values()));
      }
    });
    fc.assert(asModel, runs(300));
  });

  it("examines no other key when one is set, while there are few", () => {
    const due = new DelayHeap();
    due.set("a", 1);
    const ofOne = operationsOf(() => {
      due.set("a", 2);
    });
    for (const key of ["b", "c", "d"]) due.set(key, 1);
    const ofEight = operationsOf(() => {
      for (let time = 3; time <= 10; time++) due.set("a", time);
    });
    expect(ofEight).toBe(8 * ofOne);
    expect(ofOne).toBe(2);
  });

  it("does not retain replaced times, however far in the future they are", () => {
    const due = new DelayHeap();
    for (let time = 1; time <= 10_000; time++) due.set("a", 1_000_000 - time);
    for (let time = 1; time <= 10_000; time++) due.set("b", 1_000_000 + time);
    expect(due.entries).toBeLessThan(100);
    expect(keysDue(due, 2_000_000)).toEqual(["a", "b"]);
  });
});
