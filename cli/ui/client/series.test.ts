import { describe, expect, it } from "vitest";

import type { Moment } from "../messages.ts";
import { highestOf, linesOf, momentAt, pastSizeAt } from "./series.ts";

const moment = (id: number, time: number, change: Partial<Moment> = {}): Moment => ({
  ...{ id, time, current: id, desired: id, min: 1, max: 20, votes: [], why: "", sentences: [] },
  ...change,
});

const vote = (source: string, replicas: number | null, wins = false) => ({
  source,
  replicas,
  wins,
});
const moments = [
  moment(4, 100, { votes: [vote("cpu", 4, true), vote("queue", 2)] }),
  moment(6, 200, { votes: [vote("cpu", null), vote("queue", 6, true)] }),
];
const past = [
  { time: 50, size: 2 },
  { time: 80, size: 4 },
];

describe("the lines of a timeline", () => {
  const { times, series } = linesOf(moments, past, 300);
  const values = Object.fromEntries(series.map(({ name, values }) => [name, values]));

  it("run from the oldest known size to the end", () => {
    expect(times).toEqual([50, 80, 100, 200, 300]);
    expect(values).toEqual({
      Minimum: [null, null, 1, 1, 1],
      Maximum: [null, null, 20, 20, 20],
      queue: [null, null, 2, 6, 6],
      cpu: [null, null, 4, null, null],
      Wanted: [null, null, 4, 6, 6],
      Size: [2, 4, 4, 6, 6],
    });
  });

  it("show at most six sources, the latest winners first", () => {
    const many = Array.from({ length: 20 }, (_, index) => vote(`m${index}`, 1, index === 19));
    const votes = linesOf([moment(1, 0, { votes: many })], [], 10).series.filter(
      ({ kind }) => kind === "vote",
    );
    expect(votes.map(({ name }) => name)).toEqual(["m19", "m0", "m1", "m2", "m3", "m4"]);
  });
});

// prettier-ignore
const highest = [
  { what: "a maximum that is near",  max: 12,    highest: 14 },
  { what: "a maximum that is far",   max: 1_000, highest: 7 },
  { what: "no maximum",              max: null,  highest: 7 },
];

describe("the height of a chart", () => {
  it.each(highest)("with $what", ({ max, highest }) => {
    expect(highestOf(linesOf([moment(6, 0, { max })], [], 10))).toBe(highest);
  });
});

describe("a time", () => {
  it.each([
    { time: 49, id: undefined, size: null },
    { time: 90, id: undefined, size: 4 },
    { time: 100, id: 4, size: 4 },
    { time: 250, id: 6, size: 4 },
  ])("$time has the moment $id", ({ time, id, size }) => {
    expect(momentAt(moments, time)?.id).toBe(id);
    expect(pastSizeAt(past, time)).toBe(size);
  });
});
