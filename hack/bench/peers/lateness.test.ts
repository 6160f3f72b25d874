import { describe, expect, it } from "vitest";

import { latenessOf, sumOf, waitsIn } from "./lateness.ts";

const reads = (key: string, ...times: number[]) =>
  times.map(at => ({ kind: "get deployments/scale", key, at }));
const readsScale = { kind: "get deployments/scale", of: "target" } as const;
const span = { from: 100, to: 150, periodMs: 15 };

describe("the lateness of syncs", () => {
  it.each([
    { shows: "the gaps beyond the period", sent: reads("x/a", 102, 117, 137, 147), most: 5 },
    { shows: "none for an early sync", sent: reads("x/a", 102, 110, 120, 140), most: 5 },
    { shows: "a sync that is overdue at the end", sent: reads("x/a", 102, 117), most: 18 },
    { shows: "an object without any sync", sent: [], most: 35 },
    { shows: "nothing of other objects", sent: reads("x/b", 102), most: 35 },
    { shows: "nothing after the span", sent: reads("x/a", 102, 117, 132, 147, 190), most: 0 },
    {
      shows: "nothing of other requests",
      sent: [{ kind: "list pods", key: "x/a", at: 120 }, ...reads("x/a", 102, 132, 147)],
      most: 15,
    },
  ])("includes $shows", ({ sent, most }) => {
    expect(latenessOf(sent, ["x/a"], readsScale, span).most).toBe(most);
  });

  it("counts one request for all objects of a namespace", () => {
    const sent = [102, 119, 136].map(at => ({ kind: "list pods", key: "x/", at }));
    const lists = { kind: "list pods", of: "namespace" } as const;
    expect(latenessOf(sent, ["x/a", "x/b"], lists, span)).toEqual({ median: 2, p99: 2, most: 2 });
  });
});

it("the waits in a histogram are those of the span only", () => {
  const buckets = (...counts: [number, number, number, number]) =>
    new Map([0.01, 0.1, 1, Infinity].map((bound, index) => [bound, counts[index] ?? 0]));
  const waits = waitsIn(buckets(100, 200, 300, 300), buckets(150, 250, 350, 350));
  expect(waits).toMatchObject({ median: 5, most: 10 });
  expect(waits.p99).toBeCloseTo(9.9, 9);
});

it("syncs that are late and wait are the sum of both", () => {
  const sum = sumOf({ median: 1, p99: 2, most: 3 }, { median: 10, p99: 20, most: 30 });
  expect(sum).toEqual({ median: 11, p99: 22, most: 33 });
});
