import { describe, expect, it } from "vitest";

import { goalTable } from "./goals.ts";
import type { Figures } from "./span.ts";

const figures = (controller: number, apiServer: number, requests: number): Figures => ({
  ...{ seconds: 15, busy: { controller, apiServer }, requests: { "list pods": requests } },
  ...{ counted: 0, memory: {}, lateness: null, changes: 0, reactions: [], unanswered: [] },
});

const round = (name: string, steady: Figures, seconds: number) => ({
  contender: { name, processes: ["controller"] },
  ...{ steady, starts: [], allDecidedAfter: 20 },
  changing: { ...figures(9, 9, 9_000), reactions: [1_000 * seconds] },
  restart: { reactions: [], unanswered: [] },
});

/** Fractions that are exact in binary: HPA and KEDA cause 1.25 threads, of which 0.5 in their own process. */
const linesWith = (own: number, apiServer: number, requests: number, seconds: number) => {
  const rounds = [
    round("HPA", figures(0.625, 0.875, 100), 20),
    round("KEDA", figures(0.625, 0.875, 100), 20),
    round("Trimtab", figures(own, apiServer, requests), seconds),
  ];
  const idle = [figures(0.125, 0.125, 0)];
  const table = goalTable({ objects: 1_000, periodSeconds: 15, idle, rounds });
  const [, ...lines] = table.split("\n").map(line => line.split(/ {2,}/).join(" | "));
  return lines;
};

describe("the goals", () => {
  it("are reached at their bounds", () => {
    expect(linesWith(0.1875, 0.125, 13, 15)).toEqual([
      "requests per sync | 0.013 | at most 0.013 | reached",
      "controller CPU, HPA / Trimtab | 8.0x | at least 8x | reached",
      "caused in all, HPA / Trimtab | 20.0x | at least 20x | reached",
      "caused in all, KEDA / Trimtab | 20.0x | at least 20x | reached",
      "load to scale write, Trimtab / HPA, 50% | 0.75 | at most 0.75 | reached",
      "load to scale write, Trimtab / HPA, 99% | 0.75 | at most 0.9 | reached",
    ]);
  });

  it("are missed beyond them", () => {
    expect(linesWith(0.375, 0.125, 14, 19)).toEqual([
      "requests per sync | 0.014 | at most 0.013 | missed",
      "controller CPU, HPA / Trimtab | 2.0x | at least 8x | missed",
      "caused in all, HPA / Trimtab | 5.0x | at least 20x | missed",
      "caused in all, KEDA / Trimtab | 5.0x | at least 20x | missed",
      "load to scale write, Trimtab / HPA, 50% | 0.95 | at most 0.75 | missed",
      "load to scale write, Trimtab / HPA, 99% | 0.95 | at most 0.9 | missed",
    ]);
  });

  it("are reached by less than an idle cluster uses", () => {
    const lines = linesWith(0.125, 0.1, 0, 1)
      .slice(0, 4)
      .map(line => line.replace(/^.*?\| /, ""));
    const free = (least: number) => `no cost | at least ${least}x | reached`;
    expect(lines).toEqual(["0.000 | at most 0.013 | reached", free(8), free(20), free(20)]);
  });
});
