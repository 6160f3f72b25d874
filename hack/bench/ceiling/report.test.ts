import { describe, expect, it } from "vitest";

import { difference, mostByResource, total } from "./counts.ts";
import type { Measured } from "./measure.ts";
import type { StartFigures } from "./run.ts";
import { table } from "./report.ts";

const start = (changes: Partial<StartFigures> = {}): StartFigures => ({
  ...{ readyAfterMs: 500, reached: 100, after: { first: 1, half: 8, all: 16 } },
  ...{ peakBytes: 200e6, longestStallMs: 30, requests: {}, ended: null },
  lists: { pods: 1, deployments: 2 },
  pages: { pods: 20 },
  ...changes,
});

const measured = (changes: Partial<Measured> = {}): Measured => ({
  population: { objects: 100, pods: 10, namespaces: 2, nodes: 1, bystanders: 50 },
  ...{ memory: "512Mi", start: start(), restart: start(), raised: start({ peakBytes: 300e6 }) },
  steady: null,
  ...changes,
});

const cells = (what: string, of: Measured): string[] => {
  const lines = table([{ title: "a variant", measured: of }]).split("\n");
  const found = lines.find(line => line.startsWith(`| ${what} `)) ?? "";
  return found
    .split("|")
    .slice(2, -1)
    .map(cell => cell.trim());
};

describe("the table of variants", () => {
  it.each([
    { what: "pods", of: measured(), cell: "1,100" },
    { what: "memory, at most, start included", of: measured(), cell: "300 MB" },
    { what: "restart: all decided after", of: measured(), cell: "16.0 s" },
    { what: "restart: lists of a kind in a namespace, at most", of: measured(), cell: "2" },
    { what: "restart: pages of them, at most", of: measured(), cell: "20" },
    {
      what: "restart: all decided after",
      of: measured({ restart: start({ reached: 99 }) }),
      cell: "99 of 100 in time",
    },
    {
      what: "restart: all decided after",
      of: measured({ restart: start({ ended: "SIGABRT" }) }),
      cell: "ended: SIGABRT",
    },
    { what: "restart with more load: first write after", of: measured(), cell: "1.0 s" },
  ])("shows $cell as $what", ({ what, of, cell }) => {
    expect(cells(what, of)).toEqual([cell]);
  });
});

describe("counts of requests", () => {
  it("are those since an earlier reading, without zeros", () => {
    expect(difference({ a: 5, b: 2, c: 1 }, { a: 3, b: 2 })).toEqual({ a: 2, c: 1 });
    expect(total({ a: 2, c: 1 })).toBe(3);
  });

  it("are those of the namespace with the most lists, without the metrics", () => {
    const lists = { "pods a": 1, "pods b": 3, "nodes ": 2, "podmetrics a": 40 };
    expect(mostByResource(lists)).toEqual({ pods: 3, nodes: 2 });
  });
});
