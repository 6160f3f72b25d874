import { describe, expect, it } from "vitest";

import { caused, ownBusy, requestsPerSync, table } from "./report.ts";
import type { Figures } from "./span.ts";

const figures = (
  busy: Readonly<Record<string, number>>,
  requests: Readonly<Record<string, number>> = {},
): Figures => ({
  ...{ seconds: 60, busy, requests },
  memory: { "kube-controller-manager": 120 * 2 ** 20, trimtab: 90 * 2 ** 20 },
  ...{ changes: 4, reactions: [4_000, 8_000, 30_000], unanswered: ["bench-0/web-7"] },
});

const idle = [
  figures({ "kube-controller-manager": 0.02, etcd: 0.02 }),
  figures({ "kube-controller-manager": 0.04, etcd: 0.04 }),
];
const hpa = figures({ "kube-controller-manager": 0.23, etcd: 0.33 }, { "list pods": 1_000 });
const trimtab = figures(
  { "kube-controller-manager": 0.03, etcd: 0.04, trimtab: 0.05 },
  { "list metrics": 36, "patch autoscalers/status": 4 },
);
const rounds = [
  { contender: { name: "HPA", process: "kube-controller-manager" }, figures: hpa },
  { contender: { name: "Trimtab", process: "trimtab" }, figures: trimtab },
].map(({ contender, figures: both }) => ({
  ...{ contender, steady: both, changing: both },
  allDecidedAfter: 16.4,
}));
const comparison = { objects: 100, periodSeconds: 15, idle, rounds };

describe("a comparison", () => {
  it.each([
    { shows: "a controller that shares a process", process: "kube-controller-manager", own: 0.2 },
    { shows: "a controller with its own process", process: "trimtab", own: 0.05 },
  ])("subtracts the idle process from $shows", ({ process, own }) => {
    const measured = process === "trimtab" ? trimtab : hpa;
    expect(ownBusy(idle, process, measured)).toBeCloseTo(own, 10);
  });

  it("counts what all processes do beyond the mean of both idle spans", () => {
    expect(caused(idle, hpa)).toBeCloseTo(0.5, 10);
    expect(caused(idle, trimtab)).toBeCloseTo(0.06, 10);
  });

  it("divides the requests by the objects and their sync periods", () => {
    expect(requestsPerSync(comparison, hpa)).toBeCloseTo(2.5, 10);
    expect(requestsPerSync(comparison, trimtab)).toBeCloseTo(0.1, 10);
  });

  it("has one column for each contender", () => {
    expect(table(comparison).split("\n").slice(0, 3)).toEqual([
      "100 objects                             HPA      Trimtab",
      "controller CPU, steady                  20.0%    5.0%",
      "controller CPU, 10% change each minute  20.0%    5.0%",
    ]);
  });
});
