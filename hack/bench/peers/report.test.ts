import { describe, expect, it } from "vitest";

import { caused, countedPerSync, ownBusy, ownMemory, requestsPerSync } from "./report.ts";
import { causeTable, processTable, table } from "./tables.ts";
import type { Figures } from "./span.ts";

const mebibyte = 2 ** 20;
const figures = (
  busy: Readonly<Record<string, number>>,
  requests: Readonly<Record<string, number>> = {},
): Figures => ({
  ...{ seconds: 60, busy, requests, lateness: { median: 1, p99: 20, most: 50 } },
  memory: { manager: 120 * mebibyte, operator: 30 * mebibyte, trimtab: 90 * mebibyte },
  ...{ counted: 120, changes: 4, reactions: [4_000, 8_000, 30_000], unanswered: ["bench-0/web-7"] },
});

const idle = [figures({ manager: 0.02, etcd: 0.02 }), figures({ manager: 0.04, etcd: 0.04 })];
const hpa = figures({ manager: 0.23, etcd: 0.33 }, { "list pods": 1_000 });
const keda = figures({ manager: 0.43, etcd: 0.43, operator: 0.1 }, { "list pods": 2_000 });
const trimtab = figures(
  { manager: 0.03, etcd: 0.04, trimtab: 0.05 },
  { "list metrics": 36, "patch autoscalers/status": 4 },
);
const rounds = [
  { contender: { name: "HPA", processes: ["manager"] }, figures: hpa },
  { contender: { name: "KEDA", processes: ["operator", "manager"] }, figures: keda },
  { contender: { name: "Trimtab", processes: ["trimtab"] }, figures: trimtab },
].map(({ contender, figures: both }) => ({
  ...{ contender, steady: both, changing: both },
  ...{ starts: [], allDecidedAfter: 16.4, restart: { reactions: [2_000], unanswered: [] } },
}));
const comparison = { objects: 100, periodSeconds: 15, idle, rounds };

const firstLines = (text: string, count: number) => text.split("\n").slice(0, count);

describe("a comparison", () => {
  it.each([
    { shows: "a controller that shares a process", ...rounds[0], own: 0.2, memory: 120 },
    { shows: "a controller with two processes", ...rounds[1], own: 0.5, memory: 150 },
    { shows: "a controller with its own process", ...rounds[2], own: 0.05, memory: 90 },
  ])("subtracts the idle processes from $shows", ({ contender, steady, own, memory }) => {
    const { processes = [] } = contender ?? {};
    expect(ownBusy(idle, processes, steady ?? hpa)).toBeCloseTo(own, 10);
    expect(ownMemory(processes, steady ?? hpa)).toBe(memory * mebibyte);
  });

  it("counts what all processes do beyond the mean of both idle spans", () => {
    expect(caused(idle, hpa)).toBeCloseTo(0.5, 10);
    expect(caused(idle, trimtab)).toBeCloseTo(0.06, 10);
  });

  it("divides the requests by the objects and their sync periods", () => {
    expect(requestsPerSync(comparison, hpa)).toBeCloseTo(2.5, 10);
    expect(requestsPerSync(comparison, trimtab)).toBeCloseTo(0.1, 10);
  });

  it("subtracts the idle cluster from the API server's own count", () => {
    const counted = countedPerSync(comparison, { counted: 160, seconds: 30 });
    expect(counted).toBeCloseTo(((160 / 30 - 120 / 60) * 15) / 100, 10);
  });

  it("has one column for each contender, and the ratios to the last one", () => {
    expect(firstLines(table(comparison), 3)).toEqual([
      "100 objects                             HPA      KEDA     Trimtab  HPA / Trimtab  KEDA / Trimtab",
      "controller CPU, steady                  20.0%    50.0%    5.0%     4.0x           10x",
      "controller CPU, 10% change each minute  20.0%    50.0%    5.0%     4.0x           10x",
    ]);
  });

  it("has no ratio to a cost of nothing", () => {
    const free = { ...rounds[2], steady: figures({ trimtab: 0 }) } as (typeof rounds)[0];
    const [, steady = ""] = firstLines(table({ ...comparison, rounds: [...rounds, free] }), 2);
    expect(steady.trimEnd()).toMatch(/ 5\.0% +0\.0%$/);
  });

  it("shows each process, also in the idle cluster", () => {
    expect(firstLines(processTable(comparison), 5)).toEqual([
      "CPU, steady    nothing  HPA    KEDA   Trimtab",
      "manager        3.0%     23.0%  43.0%  3.0%",
      "etcd           3.0%     33.0%  43.0%  4.0%",
      "operator       0.0%            10.0%",
      "trimtab        0.0%                   5.0%",
    ]);
  });

  it("divides what it causes between the autoscaler and the processes that serve it", () => {
    const busy = figures({ manager: 0.05, etcd: 0.04, trimtab: 0.05 });
    const last = { ...rounds[2], steady: busy } as (typeof rounds)[0];
    const cells = causeTable({ ...comparison, rounds: [...rounds.slice(0, 2), last] })
      .split("\n")
      .map(line => line.split("|").map(cell => cell.trim()));
    const [head, , autoscaler, servers, metrics, others, all] = cells.map(row => row.slice(1, 5));
    expect(head).toEqual(["CPU caused by", "HPA, steady", "KEDA, steady", "Trimtab, steady"]);
    expect(autoscaler).toEqual(["the autoscaler", "20.0%", "50.0%", "5.0%"]);
    expect(servers).toEqual(["API server and etcd", "30.0%", "40.0%", "1.0%"]);
    expect(metrics).toEqual(["metrics-server", "0.0%", "0.0%", "0.0%"]);
    // For Trimtab, this is the controller manager.
    expect(others).toEqual(["other processes", "0.0%", "0.0%", "2.0%"]);
    expect(all).toEqual(["in all", "50.0%", "90.0%", "8.0%"]);
  });
});
