import { describe, expect, it } from "vitest";

import { costsOf, exponents, growthTable } from "./growth-report.ts";
import type { Measured } from "./measure.ts";
import type { StartFigures } from "./run.ts";

const start: StartFigures = {
  ...{ readyAfterMs: 500, reached: 0, after: { first: 1, half: 8, all: 16 } },
  ...{ peakBytes: 200e6, longestStallMs: 30, requests: {}, lists: {}, pages: {}, ended: null },
};

/** 2% of a core and 30 MB for each 1,000 objects; the process alone needs 80 MB. */
const measured = (objects: number): Measured => ({
  population: { objects, pods: 10, namespaces: 1, nodes: 1, bystanders: 0 },
  ...{ memory: "512Mi", start, restart: start, raised: null },
  steady: {
    ...{ seconds: 45, busy: { operator: objects * 2e-5, server: 0 } },
    ...{ memoryBytes: 80e6 + objects * 30e3, peakBytes: 0, longestStallMs: 12 },
    lateness: { median: 1, p99: 4, most: 9 },
    ...{ decisions: objects * 3, requestsPerSync: 0.01, sourceRequests: 0, requests: {} },
  },
});

const sizes = [100, 1_000, 10_000];
const costs = costsOf(measured(0), sizes.map(measured));

describe("the report of growth", () => {
  it("subtracts the memory of a process without objects", () => {
    expect(exponents(costs)).toBe(
      "CPU: exponent 1.000\nmemory above that without objects: exponent 1.000",
    );
  });

  it("has a column for each size", () => {
    const lines = growthTable(costs).split("\n");
    expect(lines[0]).toMatch(/^\| objects +\| 100 +\| 1000 +\| 10000 +\|$/);
    expect(lines[2]).toMatch(/^\| CPU, % of a core +\| 0.20 +\| 2.00 +\| 20.0 +\|$/);
  });
});
