import { describe, expect, it } from "vitest";

import type { ForecastReport } from "../forecast/forecaster.ts";
import { closedGate } from "../forecast/gate.ts";
import type { Decision } from "../model/decision.ts";
import { emptyHistory } from "../model/history.ts";
import { toAutoscalerStatus } from "./autoscaler-status.ts";
import type { ShownReport } from "./forecast-status.ts";
import { repetitionOf } from "./repeated-report.ts";
import type { TargetReport } from "./targets/target-report.ts";

const now = Date.parse("2026-03-30T07:45:00Z");
const decision: Decision = {
  ...{ time: now, from: 4, to: 4 },
  votes: [{ source: "load", type: "Count", replicas: 4, message: "load: 4" }],
  steps: [{ step: "bound", before: 4, after: 4, reason: "DesiredWithinRange", message: "fine" }],
};
const target: TargetReport = {
  ref: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
  ...{ problem: null, inactive: null, currentReplicas: 4, decision, currentMetrics: [] },
  ...{ write: { kind: "Unchanged" }, history: emptyHistory("uid"), dryRunHistory: null },
  lastScaleTime: null,
};
const reportWith = (forecast?: ShownReport, at = now) => ({
  ...{ generation: 1, now: at, errors: [], limits: [], target },
  ...(forecast && { forecast }),
});

const balance = {
  ...{ shortage: 10, replicas: 2_800, saved: 9, extra: 28, savedByRival: 0 },
  ...{ lostSaved: 9, lostSavedByRival: 0, bestRival: null },
};
const acts: ForecastReport = {
  gate: { ...closedGate, isOpen: true, verdict: "Worthwhile", since: 20_535 },
  ...{ isOverBudget: false, mode: "Active", days: 14, balance, expectedReplicas: null },
  ...{ addedReplicas: 0, knownDays: 28 },
};
const rises: ForecastReport = { ...acts, expectedReplicas: 20 };
const adds: ForecastReport = { ...acts, addedReplicas: 17 };
const midnight: ForecastReport = { ...acts, balance: { ...balance, saved: 8 } };
const overBudget: ForecastReport = { ...acts, isOverBudget: true };

// prettier-ignore
const rows: readonly { shows: string; saved?: ShownReport; next?: ShownReport; isRepeated: boolean }[] = [
  { shows: "none",                                                               isRepeated: true },
  { shows: "the same one",                      saved: acts,  next: acts,        isRepeated: true },
  { shows: "what is expected now",              saved: acts,  next: rises,       isRepeated: true },
  { shows: "what is no longer expected",        saved: rises, next: acts,        isRepeated: true },
  { shows: "what is added now",                 saved: acts,  next: adds,        isRepeated: true },
  { shows: "one whose past is not read yet",    saved: acts,  next: "Pending",   isRepeated: true },
  { shows: "none so far, as its past is not read yet",        next: "Pending",   isRepeated: true },
  { shows: "a new one",                                       next: acts,        isRepeated: false },
  { shows: "one that is no longer asked for",   saved: acts,                     isRepeated: false },
  { shows: "another reason",                    saved: acts,  next: overBudget,  isRepeated: false },
  { shows: "another account",                   saved: acts,  next: midnight,    isRepeated: false },
];

describe("a report that says again what is saved", () => {
  it.each(rows)("is one with this forecast: $shows: $isRepeated", ({ saved, next, isRepeated }) => {
    const status = toAutoscalerStatus(reportWith(saved), undefined);
    const repetition = repetitionOf(reportWith(next, now + 15_000), status);
    expect(repetition !== null).toBe(isRepeated);
    // What is compared is what the status would say, but for what is expected now.
    const made = toAutoscalerStatus(reportWith(next, now + 15_000), status);
    const without = ({ forecast, conditions }: typeof made) => ({
      forecast: forecast && { ...forecast, expected: null },
      forecasts: conditions?.filter(({ type }) => type === "ForecastActive"),
    });
    if (isRepeated) expect(without(made)).toEqual(without(status));
    else expect(without(made)).not.toEqual(without(status));
  });
});
