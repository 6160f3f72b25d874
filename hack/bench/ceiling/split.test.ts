import { describe, expect, it } from "vitest";

import type { Counts } from "../replay/replay.ts";
import type { StartFigures } from "./run.ts";
import { splitTable } from "./split-report.ts";
import { dealt, type ReleaseFigures, type SplitFigures } from "./split.ts";

const start = (all: number): StartFigures => ({
  ...{ readyAfterMs: 500, reached: 2, after: { first: 1, half: 2, all } },
  ...{ peakBytes: 10e6 * all, longestStallMs: 30, requests: {}, lists: {}, pages: {} },
  ended: null,
});

const release = (decided: readonly string[], all = 9): ReleaseFigures => ({
  ...{ start: start(all - 1), restart: start(all), decided },
  steady: {
    ...{ seconds: 60, busy: { operator: 0.04, server: 0.01 }, decisions: 8, requests: {} },
    ...{ memoryBytes: 100e6, peakBytes: 130e6, longestStallMs: 20, sourceRequests: 0 },
    ...{ lateness: { median: 1, p99: 5, most: 7 }, requestsPerSync: NaN },
  },
});

const split = (releases: readonly ReleaseFigures[], requests: Counts = {}): SplitFigures => ({
  ...{ objects: 4, memory: "256Mi", releases },
  requests: { start: requests, restart: requests, steady: requests },
});

it.each([
  { namespaces: 5, releases: 2, each: ["scale-0 scale-2 scale-4", "scale-1 scale-3"] },
  { namespaces: 2, releases: 1, each: ["scale-0 scale-1"] },
])("deals $namespaces namespaces to $releases releases", ({ namespaces, releases, each }) => {
  expect(dealt(namespaces, releases).map(own => own.join(" "))).toEqual(each);
});

describe("the table of releases", () => {
  const apart = split([release(["a/x", "a/y"]), release(["b/x"], 12)], {
    ...{ "watch pods": 3, "watch nodes": 2, "list pods": 7, "list podmetrics": 20 },
    ...{ "update leases": 120, "patch autoscalers/status": 3 },
  });
  it.each([
    { what: "CPU, all releases", of: apart, cell: "8.0%" },
    { what: "CPU, the busiest one", of: apart, cell: "4.0%" },
    { what: "memory, all releases", of: apart, cell: "200 MB" },
    { what: "memory, at most, of one", of: apart, cell: "130 MB" },
    { what: "restart of all: all decided after", of: apart, cell: "12.0 s" },
    {
      what: "restart of all: all decided after",
      of: split([release(["a/x", "a/y"])]),
      cell: "2 of 4 in time",
    },
    { what: "objects that one release decided on", of: apart, cell: "3" },
    { what: "objects that several decided on", of: apart, cell: "0" },
    {
      what: "objects that several decided on",
      of: split([release(["a/x", "a/y"]), release(["a/x"])]),
      cell: "1",
    },
    { what: "status writes, first start", of: apart, cell: "3" },
    { what: "watches", of: apart, cell: "5" },
    { what: "restart: pages of lists", of: apart, cell: "7" },
    { what: "requests per sync, without Leases", of: apart, cell: "1.875" },
    { what: "requests for Leases per second", of: apart, cell: "2.0" },
  ])("shows $cell as $what", ({ what, of, cell }) => {
    const line = splitTable([of])
      .split("\n")
      .find(each => each.startsWith(`| ${what} `));
    expect(line?.split("|").at(-2)?.trim()).toBe(cell);
  });
});
