import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { emptyHistory, type History, type ScaleEvent } from "../model/history.ts";
import { ZERO_TIME } from "../model/values/time.ts";
import {
  abandonScale,
  beginScale,
  completeScale,
  handOver,
  MAX_SCALE_EVENTS,
  netChange,
  resolvePending,
  SCALE_EVENT_KEEP_MS,
} from "./scale-record.ts";
import { freshTimer } from "../model/threshold-timer.ts";
import { runs } from "../testing/runs.ts";

const began = (from: number, to: number, time = 1000): History =>
  beginScale(emptyHistory("uid"), { from, to, time });

const scaled = (...events: readonly ScaleEvent[]): History =>
  events.reduce(
    (history, { time, change }) =>
      completeScale(beginScale(history, { from: 1000, to: 1000 + change, time }), time),
    emptyHistory("uid"),
  );

describe("a pending change", () => {
  it("is recorded with the target's uid", () => {
    expect(began(3, 5).pending).toEqual({ from: 3, to: 5, time: 1000, targetUID: "uid" });
  });

  it("becomes an event once it is written to the target", () => {
    const history = completeScale(began(3, 5), 1000);
    expect(history).toMatchObject({ pending: null, scaleEvents: [{ time: 1000, change: 2 }] });
  });

  it("restarts the waits of all thresholds", () => {
    const timer = { ...freshTimer("busy", "rps > 50"), since: 0, last: 900, replicas: 3 };
    const history = completeScale({ ...began(3, 5), thresholds: [timer] }, 1000);
    expect(history.thresholds).toEqual([{ ...timer, since: null, replicas: 5, notBefore: 1000 }]);
  });

  it("goes on with the wait of a threshold that adds replicas if it removes some", () => {
    const timer = { ...freshTimer("busy", "rps > 50", true), since: 0, last: 900, replicas: 5 };
    const history = completeScale({ ...began(5, 3), thresholds: [timer] }, 1000);
    expect(history.thresholds).toEqual([{ ...timer, replicas: 3 }]);
  });

  const known = { mayIdle: null, longestPeriodSeconds: null };

  it("uses up no rate policy if only the bounds asked for it", () => {
    const before = { ...emptyHistory("uid"), terms: { ...known, cause: "Bounds" as const } };
    const begun = beginScale(before, { from: 3, to: 5, time: 1000 });
    const history = completeScale(begun, 1000);
    expect(history.scaleEvents).toEqual([{ time: 1000, change: 2, cause: "Bounds" }]);
    expect(netChange(history, 2000, 60)).toEqual({ up: 0, down: 0 });
    const unclear = resolvePending(begun, 9, 9000);
    expect(netChange(unclear, 9000, 60)).toEqual({ up: 0, down: 0 });
  });

  // prettier-ignore
  it.each([
    { shows: "once it is written",                observed: 5, at: 1000 },
    { shows: "at the time at which it is found",  observed: 5, at: 9000 },
    { shows: "also if it may not have happened",  observed: 9, at: 9000 },
  ])("remembers an addition that answers the votes: $shows", ({ observed, at }) => {
    const before = { ...emptyHistory("uid"), terms: { ...known, answered: 5 } };
    const begun = beginScale(before, { from: 3, to: 5, time: 1000 });
    expect(resolvePending(begun, observed, at).added).toEqual({ to: 5, time: at });
    expect(resolvePending(begun, 3, at).added).toBeUndefined();
  });

  // prettier-ignore
  it.each([
    { when: "within a second",             at: 2000, counts: { time: 1000, change: 2 } },
    { when: "later than a second after the decision", at: 2001, counts: { time: 2001, change: 2, span: { since: 1000, up: 2, down: 0 } } },
  ])("has the expected time and span if completed $when", ({ at, counts }) => {
    expect(completeScale(began(3, 5), at).scaleEvents).toEqual([counts]);
    expect(resolvePending(began(3, 5), 5, at).scaleEvents).toEqual([counts]);
  });

  // prettier-ignore
  it.each([
    { when: "the window starts before it",         now: 5_999,  net: { up: 2, down: 2 } },
    { when: "it is possibly in the window",        now: 6_000,  net: { up: 2, down: 0 } },
    { when: "the window starts when it was completed", now: 9_000,  net: { up: 0, down: 0 } },
  ])("counts only where it tightens a limit, when $when", ({ now, net }) => {
    expect(netChange(completeScale(began(3, 5), 4_000), now, 5)).toEqual(net);
  });

  // prettier-ignore
  it.each([
    { when: "found by another process at once",  at: 1_500, net: { up: 2, down: 2 } },
    { when: "found by another process later",    at: 9_000, net: { up: 2, down: 0 } },
  ])("gives no room to decreases for longer in upstream's lists if it is $when", ({ at, net }) => {
    const lists = { recommendations: [], scaleUps: [], scaleDowns: [] };
    expect(netChange(resolvePending({ ...began(3, 5), lists }, 5, at), at, 60)).toEqual(net);
  });

  it("leaves no trace if it is abandoned", () => {
    expect(abandonScale(began(3, 5))).toEqual(emptyHistory("uid"));
  });

  it("counts as possibly made if another begins, and loosens no limit", () => {
    const history = beginScale(began(3, 5), { from: 5, to: 4, time: 2000 });
    expect(history.pending).toMatchObject({ from: 5, to: 4 });
    expect(history.scaleEvents).toMatchObject([{ time: 1000, change: 2 }]);
    expect(netChange(history, 2000, 60)).toEqual({ up: 2, down: 0 });
  });

  it.each([
    { shows: "without a pending change", history: emptyHistory("uid") },
    { shows: "with a pending change of 0", history: began(3, 3) },
  ])("completes without an event $shows", ({ history }) => {
    expect(completeScale(history, 1000)).toEqual(emptyHistory("uid"));
  });
});

describe("handOver", () => {
  it("keeps the history of the same target", () => {
    const history = began(3, 5);
    expect(handOver(history, "uid", 1000)).toBe(history);
  });

  it.each([
    { shows: "a rise, which tightens only the limit upward", to: 5, net: { up: 2, down: 0 } },
    { shows: "a fall, which tightens only the limit downward", to: 1, net: { up: 0, down: -2 } },
  ])("counts a pending change as possibly made: $shows", ({ to, net }) => {
    const history = handOver(began(3, to), "other", 1000);
    expect(history).toMatchObject({ targetUID: "other", pending: null, scaledToZero: null });
    expect(netChange(history, 2000, 60)).toEqual(net);
  });
});

describe("resolvePending", () => {
  const happened = { time: 1000, change: 2 };
  const maybe = { ...happened, span: { since: ZERO_TIME, up: 2, down: 0 } };

  it.each([
    { when: "the target has the new count", observed: 5, events: [happened] },
    { when: "the target has the old count", observed: 3, events: [] },
    { when: "the target has another count", observed: 9, events: [maybe] },
  ])("has $events.length events when $when", ({ observed, events }) => {
    const history = resolvePending(began(3, 5), observed, 1000);
    expect(history).toEqual({ ...emptyHistory("uid"), scaleEvents: events });
  });

  it("drops a change pending for another target", () => {
    const history = began(3, 5);
    const mixed = { ...history, pending: { ...history.pending!, targetUID: "old" } };
    expect(resolvePending(mixed, 5, 1000).scaleEvents).toEqual([]);
  });
});

describe("scale events", () => {
  it.each([
    { shows: "are kept for half an hour", age: SCALE_EVENT_KEEP_MS - 1, count: 2 },
    { shows: "are dropped after that", age: SCALE_EVENT_KEEP_MS, count: 1 },
  ])("$shows", ({ age, count }) => {
    const history = scaled({ time: 0, change: 1 }, { time: age, change: 1 });
    expect(history.scaleEvents).toHaveLength(count);
  });

  it("stay in order if the clock is set back", () => {
    const history = scaled({ time: 9, change: 1 }, { time: 3, change: 2 });
    expect(history.scaleEvents).toEqual([
      { time: 9, change: 1 },
      { time: 9, change: 2 },
    ]);
  });

  it("merges the two oldest beyond the limit, with their full extent in both directions", () => {
    const up = { time: 0, change: 5 };
    const downs = [1, 2].map(time => ({ time, change: -1 }));
    const ups = Array.from({ length: MAX_SCALE_EVENTS - 2 }, (_, i) => ({
      time: 10 + i,
      change: 1,
    }));
    const { scaleEvents } = scaled(up, ...downs, ...ups);
    expect(scaleEvents).toHaveLength(MAX_SCALE_EVENTS);
    const first = { time: 1, change: 4, span: { since: 0, up: 5, down: -1 } };
    expect(scaleEvents.slice(0, 3)).toEqual([first, downs[1], ups[0]]);
  });
});

describe("a written zero", () => {
  const terms = (mayIdle: boolean | null): History => ({
    ...emptyHistory("uid"),
    terms: { mayIdle, longestPeriodSeconds: null },
  });
  const write = (mayIdle: boolean | null, from: number, to: number): History =>
    completeScale(beginScale(terms(mayIdle), { from, to, time: 1 }), 1);

  it.each([
    { when: "idling is allowed", mayIdle: true, from: 3, to: 0, scaledToZero: true },
    { when: "the new count is not zero", mayIdle: true, from: 3, to: 1, scaledToZero: false },
    { when: "the old count is zero", mayIdle: true, from: 0, to: 2, scaledToZero: false },
    { when: "idling is not allowed", mayIdle: false, from: 3, to: 0, scaledToZero: false },
    { when: "nothing is known about idling", mayIdle: null, from: 3, to: 0, scaledToZero: null },
  ])("is scaled to zero: $scaledToZero, when $when", ({ mayIdle, from, to, scaledToZero }) => {
    expect(write(mayIdle, from, to).scaledToZero).toBe(scaledToZero);
  });

  it("is recorded before the write, and dropped if another write came between", () => {
    const begun = beginScale(terms(true), { from: 3, to: 0, time: 1 });
    expect(begun.scaledToZero).toBeNull();
    expect(resolvePending(begun, 0, 1).scaledToZero).toBe(true);
    expect(resolvePending(begun, 3, 1).scaledToZero).toBeNull();
    expect(resolvePending(begun, 7, 1).scaledToZero).toBe(false);
  });
});

describe("netChange", () => {
  const at = (time: number, change: number, span?: ScaleEvent["span"]): ScaleEvent => ({
    time: time * 1000,
    change,
    ...(span && { span: { ...span, since: span.since * 1000 } }),
  });
  const merged = at(60, 1, { since: 40, up: 4, down: -3 });

  // prettier-ignore
  it.each<{ shows: string; events: ScaleEvent[]; period: number; up: number; down: number }>([
    { shows: "nothing without events",          events: [],                        period: 60, up: 0,  down: 0 },
    { shows: "events strictly within the period", events: [at(40, 5), at(41, 2)],    period: 60, up: 2,  down: 2 },
    { shows: "changes in both directions",      events: [at(50, 5), at(60, -2)],   period: 60, up: 3,  down: 3 },
    { shows: "a merged event within the period", events: [merged],                  period: 61, up: 1,  down: 1 },
    { shows: "a merged event on the edge, in both directions", events: [merged],                  period: 60, up: 4,  down: -3 },
    { shows: "a merged event outside the period", events: [merged],                  period: 40, up: 0,  down: 0 },
  ])("counts $shows", ({ events, period, up, down }) => {
    const history = { ...emptyHistory("uid"), scaleEvents: events };
    expect(netChange(history, 100_000, period)).toEqual({ up, down });
  });
});

describe("events beyond the limit, compared with an unbounded list", () => {
  it("never undercount a change in its direction", () => {
    const step = fc.record({
      wait: fc.integer({ min: 1, max: 40_000 }),
      change: fc.integer({ min: -9, max: 9 }).filter(change => change !== 0),
    });
    const walk = fc.array(step, { minLength: 1, maxLength: 120, size: "max" });
    const property = fc.property(walk, fc.integer({ min: 1, max: 1800 }), (steps, period) => {
      let now = 0;
      let history = emptyHistory("uid");
      const all: ScaleEvent[] = [];
      for (const { wait, change } of steps) {
        now += wait;
        const begun = beginScale(history, { from: 1000, to: 1000 + change, time: now });
        history = completeScale(begun, now);
        all.push({ time: now, change });
      }
      const within = all.filter(({ time }) => time > now - period * 1000);
      const sum = within.reduce((total, { change }) => total + change, 0);
      const { up, down } = netChange(history, now, period);
      expect(up).toBeGreaterThanOrEqual(sum);
      expect(down).toBeLessThanOrEqual(sum);
      if (all.length <= MAX_SCALE_EVENTS) expect([up, down]).toEqual([sum, sum]);
    });
    fc.assert(property, runs(300));
  });
});
