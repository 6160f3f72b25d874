import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

import { memoryFormula, memoryLimit, type Cluster } from "../hack/bench/replay/memory-limit.ts";

const page = readFileSync(fileURLToPath(new URL("../docs/memory.md", import.meta.url)), "utf8");

interface Measured extends Cluster {
  readonly limit: number;
  readonly peak: number;
}

/** The page's table of runs of `make bench-ceiling`. */
const runs = [...page.matchAll(/^\| [\d,]+ +\|.* \d+Mi \|.*$/gm)].map(([line]): Measured => {
  const cells = line.split("|").slice(1, 8);
  const [objects = NaN, targets = NaN, pods = NaN, nodes = NaN, namespaces = NaN, ...bytes] =
    cells.map(cell => Number.parseInt(cell.replaceAll(",", "")));
  const [mebibytes = NaN, peak = NaN] = bytes;
  const cluster = { objects, targets, pods, nodes, namespaces };
  return { ...cluster, limit: mebibytes * 2 ** 20, peak: peak * 1e6 };
});

describe("the formula for the memory limit", () => {
  it("has measurements from one object to ten thousand", () => {
    const counts = runs.map(({ objects }) => objects);
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([1, 10_000]);
  });

  it.each(runs)("suits $objects objects with $pods pods in $namespaces namespaces", run => {
    expect(run.peak / memoryLimit(run)).toBeLessThan(1);
    expect(run.peak / memoryLimit(run)).toBeGreaterThan(0.5);
    expect(memoryLimit(run)).toBeLessThan(run.limit);
  });

  it.each(Object.entries(memoryFormula().each))(
    "has the bytes of the table for %s",
    (each, bytes) => {
      const row = new RegExp(
        `^\\| ${each.slice(0, -1)} +\\| ${bytes.toLocaleString("en")} +\\|`,
        "m",
      );
      expect(page).toMatch(row);
    },
  );

  it("gives less than the default limit for 2,000 objects with 10,000 pods", () => {
    const cluster = { objects: 2_000, targets: 2_000, pods: 10_000, nodes: 1_000, namespaces: 10 };
    expect(memoryLimit(cluster)).toBeLessThan(256 * 2 ** 20);
  });
});
