import { describe, expect, it } from "vitest";

import { held, ingress, now, web } from "../testing/objects.ts";
import { observedObject } from "./testing/observed-object.ts";
import { Timeline, withSize } from "./timeline.ts";

const sized = (size: number, history: object = {}) => ({
  ...web,
  status: { ...web.status, currentReplicas: size, history },
});

const minute = 60_000;

function begun(): Timeline {
  let id = 0;
  return new Timeline(() => ++id);
}

describe("a timeline", () => {
  it("begins with the decision that was in force at the start", () => {
    const timeline = begun();
    timeline.add(observedObject(web), now, 10);
    expect(timeline.moments(0, 0)).toMatchObject([
      { id: 1, time: Date.parse("2026-01-02T10:00:00Z"), current: 10, min: 2, max: 10 },
    ]);
  });

  it("begins now if the decision is from the future", () => {
    const timeline = begun();
    timeline.add(observedObject(web), Date.parse("2026-01-01T00:00:00Z"), 10);
    expect(timeline.moments(0, 0)).toMatchObject([{ time: Date.parse("2026-01-01T00:00:00Z") }]);
  });

  it("has a moment for each change that is shown, and none for other writes", () => {
    const timeline = begun();
    timeline.add(observedObject(sized(4)), now, 10);
    timeline.add(observedObject(sized(4, { version: 1 }), 2), now + minute, 10);
    timeline.add(observedObject(sized(5), 3), now + 2 * minute, 10);
    expect(timeline.moments(0, 0).map(({ id, current }) => [id, current])).toEqual([
      [1, 4],
      [2, 5],
    ]);
    expect(timeline.latest?.version).toBe("3");
    expect(timeline.moments(0, 1)).toMatchObject([{ id: 2, time: now + 2 * minute }]);
  });

  // prettier-ignore
  it.each([
    { shows: "a gate that opens",                     change: { gate: "Open", reason: "Worthwhile", message: "it is worth it" }, says: ["The forecast does not act: it learns. It expects a load for 20 replicas.", "The forecast may act: it is worth it. It expects a load for 20 replicas."] },
    { shows: "another expectation",                   change: { expected: { replicas: 9, at: "2026-01-02T10:00:00Z" } }, says: ["The forecast does not act: it learns. It expects a load for 20 replicas.", "The forecast does not act: it learns. It expects a load for 9 replicas."] },
    { shows: "no expectation that stays the same",    change: { expected: { replicas: 20, at: "2026-01-02T10:05:00Z" } }, says: ["The forecast does not act: it learns. It expects a load for 20 replicas."] },
  ])("has a moment for $shows", ({ change, says }) => {
    const expected = { replicas: 20, at: "2026-01-02T10:00:00Z" };
    const forecast = { gate: "Closed", reason: "Learning", message: "it learns", expected };
    const timeline = begun();
    for (const [index, more] of [{}, change].entries()) {
      const status = { ...web.status, forecast: { ...forecast, ...more } };
      timeline.add(observedObject({ ...web, status }, index), now + index * minute, 10);
    }
    const texts = timeline.moments(0, 0).map(({ sentences }) => sentences.flat());
    expect(
      texts.map(all => all.find(({ text }) => text.startsWith("The forecast"))?.text),
    ).toEqual(says);
  });

  it("never goes back in time, although the clock may", () => {
    const timeline = begun();
    timeline.add(observedObject(sized(4)), now, 10);
    timeline.add(observedObject(sized(5), 2), now + minute, 10);
    timeline.add(observedObject(sized(6), 3), now, 10);
    const times = timeline.moments(0, 0).map(({ time }) => time);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it("drops the oldest moments beyond its limit", () => {
    const timeline = begun();
    for (let size = 1; size <= 9; size++)
      timeline.add(observedObject(sized(size), size), now + size, 3);
    expect(timeline.moments(0, 0).map(({ id }) => id)).toEqual([7, 8, 9]);
  });

  it("says for each moment what trimtab explain says, as of that moment", () => {
    const timeline = begun();
    timeline.add(observedObject(held), now, 10);
    const [moment] = timeline.moments(0, 0);
    expect(moment?.why).toMatch(/^Deployment web has 8 replicas: cpu asked for 3, but/);
    const passages = moment?.sentences.flat() ?? [];
    expect(passages[0]).toEqual({ text: moment?.why, style: "bold" });
    const entries = passages.flatMap(({ entries }) => entries ?? []);
    expect(entries.find(({ label }) => label === "stabilization")?.text).toContain(
      "It falls 2026-01-02 10:06:00Z",
    );
    expect(moment?.votes).toEqual([
      { source: "cpu", replicas: 3, wins: true },
      { source: "memory", replicas: 2, wins: false },
    ]);
  });

  it("of one of several workloads leaves the others out", () => {
    const timeline = begun();
    timeline.add(observedObject(ingress), now, 10);
    expect(timeline.moments(1, 0)[0]?.why).toContain("ingress-cache");
    expect(JSON.stringify(timeline.moments(0, 0)[0]?.sentences)).not.toContain("ingress-cache has");
    expect(timeline.moments(2, 0)).toEqual([]);
  });
});

const at = (minutes: number): number => Date.parse("2026-01-02T10:00:00Z") - minutes * minute;
const change = (minutes: number, change: number) => ({
  time: new Date(at(minutes)).toISOString(),
  change,
});

describe("the sizes before the first moment", () => {
  // prettier-ignore
  it.each([
    { history: "no history",               scaleEvents: undefined,                      sizes: [] },
    { history: "no changes",               scaleEvents: [],                             sizes: [] },
    { history: "two changes",              scaleEvents: [change(9, 4), change(5, -2)],  sizes: [[10, 8], [9, 12], [5, 10]] },
    { history: "a change that cannot be",  scaleEvents: [change(9, 4), change(5, 20)],  sizes: [[5, 10]] },
    { history: "a history of another form", scaleEvents: "none",                        sizes: [] },
  ])("of $history", ({ scaleEvents, sizes }) => {
    const timeline = begun();
    const history = { version: 1, targetUID: "a", ...(scaleEvents ? { scaleEvents } : {}) };
    timeline.add(observedObject(sized(10, history)), now, 10);
    expect(timeline.past(0)).toEqual(sizes.map(([minutes = 0, size]) => ({ time: at(minutes), size })));
  });
});

describe("the sizes of the last hour", () => {
  const sizes = (...pairs: (readonly [minutes: number, size: number])[]) =>
    pairs.map(([minutes, size]) => ({ time: minutes * minute, size }));
  const many = sizes(...Array.from({ length: 30 }, (_, at) => [at - 30, at] as const));

  // prettier-ignore
  it.each([
    { shows: "begin with the current one",          known: [],                                    size: 4,    want: sizes([0, 4]) },
    { shows: "have a new one",                      known: sizes([-5, 4]),                        size: 5,    want: sizes([-5, 4], [0, 5]) },
    { shows: "stay with the same one",              known: sizes([-5, 4]),                        size: 4,    want: sizes([-5, 4]) },
    { shows: "stay without one",                    known: sizes([-5, 4]),                        size: null, want: sizes([-5, 4]) },
    { shows: "keep one in force an hour ago",       known: sizes([-90, 2], [-70, 3], [-5, 4]),    size: 4,    want: sizes([-70, 3], [-5, 4]) },
    { shows: "are at most 20",                      known: many,                                  size: 30,   want: [...many.slice(-19), ...sizes([0, 30])] },
  ])("$shows", ({ known, size, want }) => {
    expect(withSize(known, size, 0, 0)).toEqual(want);
  });
});
