import { describe, expect, it } from "vitest";

import { emptyHistory, type History, type ScaleEvent } from "./history.ts";
import {
  abandonScale,
  beginScale,
  completeScale,
  MAX_SCALE_EVENTS,
  resolvePending,
  SCALE_EVENT_KEEP_MS,
} from "./scale-record.ts";

const began = (from: number, to: number, time = 1000): History =>
  beginScale(emptyHistory("uid"), { from, to, time });

const scaled = (...events: readonly ScaleEvent[]): History =>
  events.reduce(
    (history, { time, change }) =>
      completeScale(beginScale(history, { from: 1000, to: 1000 + change, time })),
    emptyHistory("uid"),
  );

describe("a change that is written ahead", () => {
  it("is pending, with the target's uid", () => {
    expect(began(3, 5).pending).toEqual({ from: 3, to: 5, time: 1000, targetUID: "uid" });
  });

  it("becomes an event once it is on the target", () => {
    const history = completeScale(began(3, 5));
    expect(history).toMatchObject({ pending: null, scaleEvents: [{ time: 1000, change: 2 }] });
  });

  it("leaves nothing behind when it is abandoned", () => {
    expect(abandonScale(began(3, 5))).toEqual(emptyHistory("uid"));
  });

  it("counts as happened when another begins", () => {
    const history = beginScale(began(3, 5), { from: 5, to: 4, time: 2000 });
    expect(history.scaleEvents).toEqual([{ time: 1000, change: 2 }]);
    expect(history.pending).toMatchObject({ from: 5, to: 4 });
  });

  it.each([
    { shows: "without a pending change", history: emptyHistory("uid") },
    { shows: "with one that changes nothing", history: began(3, 3) },
  ])("completes to no event $shows", ({ history }) => {
    expect(completeScale(history)).toEqual(emptyHistory("uid"));
  });
});

describe("resolvePending", () => {
  const happened = [{ time: 1000, change: 2 }];

  it.each([
    { when: "the new count is there", observed: 5, uid: "uid", events: happened },
    { when: "the old count is there", observed: 3, uid: "uid", events: [] },
    { when: "another count is there", observed: 9, uid: "uid", events: happened },
    { when: "the target is another one", observed: 5, uid: "new", events: [] },
  ])("has $events.length events when $when", ({ observed, uid, events }) => {
    const history = resolvePending(began(3, 5), observed, uid);
    expect(history).toEqual({ ...emptyHistory(uid), scaleEvents: events });
  });

  it("forgets everything about another target", () => {
    const old = { ...scaled({ time: 1, change: 1 }), recommendations: [{ value: 9, since: 0 }] };
    expect(resolvePending(old, 3, "new")).toEqual(emptyHistory("new"));
  });

  it("drops a change that was meant for another target", () => {
    const history = began(3, 5);
    const mixed = { ...history, pending: { ...history.pending!, targetUID: "old" } };
    expect(resolvePending(mixed, 5, "uid").scaleEvents).toEqual([]);
  });
});

describe("scale events", () => {
  it.each([
    { shows: "are kept for half an hour", age: SCALE_EVENT_KEEP_MS - 1, count: 2 },
    { shows: "and no longer", age: SCALE_EVENT_KEEP_MS, count: 1 },
  ])("$shows", ({ age, count }) => {
    const history = scaled({ time: 0, change: 1 }, { time: age, change: 1 });
    expect(history.scaleEvents).toHaveLength(count);
  });

  it("stay in order when the clock was set back", () => {
    const history = scaled({ time: 9, change: 1 }, { time: 3, change: 2 });
    expect(history.scaleEvents).toEqual([
      { time: 9, change: 1 },
      { time: 9, change: 2 },
    ]);
  });

  it("merge over the cap: the oldest into the next of its direction, at the later time", () => {
    const up = { time: 0, change: 5 };
    const downs = [1, 2].map(time => ({ time, change: -1 }));
    const ups = Array.from({ length: MAX_SCALE_EVENTS - 2 }, (_, i) => ({
      time: 10 + i,
      change: 1,
    }));
    const { scaleEvents } = scaled(up, ...downs, ...ups);
    expect(scaleEvents).toHaveLength(MAX_SCALE_EVENTS);
    expect(scaleEvents.slice(0, 4)).toEqual([...downs, { time: 10, change: 6 }, ups[1]]);
  });
});
