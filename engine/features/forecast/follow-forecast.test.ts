import { describe, expect, it } from "vitest";

import { emptyHistory } from "../../model/history.ts";
import type { Vote } from "../../model/decision.ts";
import { upstreamSettings } from "../../model/spec/settings.ts";
import type { DefaultedSpec } from "../../spec/defaults.ts";
import { followForecast, returnForecast } from "./follow-forecast.ts";

const count = (replicas: number, source = "cpu"): Vote => ({
  ...{ source, type: "Count", message: "", replicas },
});
const fallback: Vote = {
  ...{ source: "cpu", type: "Count", message: "", replicas: 3, reason: "FallbackActive" },
};
const failed: Vote = { source: "cpu", type: "Failed", message: "no", reason: "FailedGetMetric" };

interface Row {
  readonly shows: string;
  readonly current?: number;
  /** What the stages before ask for. */
  readonly desired: number;
  /** In pods at their target. */
  readonly demand?: number;
  readonly without?: number;
  readonly votes?: readonly Vote[];
  readonly spec?: Pick<DefaultedSpec, "forecast">;
  readonly after: number;
  readonly reason?: string;
}

// prettier-ignore
const rows: readonly Row[] = [
  { shows: "asks for the pods of the expected load",      desired: 3,  demand: 20,   after: 20, reason: "LoadWillRise" },
  { shows: "asks for whole pods",                         desired: 3,  demand: 19.1, after: 20, reason: "LoadWillRise" },
  { shows: "asks for no more than a count can be",        desired: 3,  demand: 1e300, after: 2_147_483_647, reason: "LoadWillRise" },
  { shows: "never lowers what the metrics ask for",       desired: 30, demand: 20,   after: 30 },
  { shows: "leaves a fall to the metrics",                desired: 2,  demand: 1,    after: 2 },
  { shows: "keeps the count within the tolerance",        current: 20, desired: 15, demand: 21.5, after: 20, reason: "LoadWillRise" },
  { shows: "does not wake a workload at 0",               current: 0,  desired: 0, demand: 20, after: 0, reason: "none" },
  { shows: "wakes it if the object asks for that",        current: 0,  desired: 0, demand: 20, spec: { forecast: { mode: "Active", wakeAhead: true } }, after: 20, reason: "LoadWillRise" },
  { shows: "says nothing of a load that is unknown",      desired: 3,  demand: 20, votes: [count(3), failed], after: 3, reason: "none" },
  { shows: "says nothing while a fallback counts",        desired: 3,  demand: 20, votes: [fallback], after: 3, reason: "none" },
  { shows: "gives back what it added while metrics fail", current: 20, desired: 20, without: 3, votes: [failed], after: 3, reason: "ForecastReturned" },
  { shows: "keeps what another metric asks for",          current: 20, desired: 20, without: 3, votes: [failed, count(12, "queue")], after: 12, reason: "ForecastReturned" },
  { shows: "gives nothing back if another metric asks for more", current: 20, desired: 25, without: 3, votes: [failed, count(25, "queue")], after: 25 },
];

describe("a forecast", () => {
  it.each(rows)("$shows", row => {
    const {
      current: currentReplicas = 3,
      desired,
      demand = 0,
      without = null,
      votes = [count(3)],
    } = row;
    const expected = [{ metric: 0, load: 200 * demand, message: "on the last 4 Mondays" }];
    const observation = { forecast: { expected, without } };
    const spec = { behavior: null, ...row.spec };
    const loads = [{ total: 600, perPod: 200 }];
    const context = {
      currentReplicas,
      votes,
      loads,
      spec,
      settings: upstreamSettings,
      observation,
    };
    const begun = { count: desired, history: emptyHistory("uid") };
    const step = (row.without === undefined ? followForecast : returnForecast).run(
      begun,
      context,
    )?.step;
    expect([step?.after ?? desired, step?.reason ?? "none"]).toEqual([
      ...[row.after, row.reason ?? "DesiredWithinRange"],
    ]);
  });

  it("has no step without an opinion", () => {
    const context = {
      ...{ currentReplicas: 3, votes: [], loads: [], spec: { behavior: null } },
      ...{ settings: upstreamSettings, observation: {} },
    };
    expect(followForecast.run({ count: 3, history: emptyHistory("uid") }, context)).toBeNull();
  });

  // prettier-ignore
  it.each([
    { shows: "nothing if it has added nothing",       without: null, cap: null },
    { shows: "the count without it, below the count", without: 3,    cap: 3 },
    { shows: "nothing above the count",               without: 9,    cap: null },
  ])("lets a blocked count fall to $shows", ({ without, cap }) => {
    const observation = { forecast: { expected: [], without } };
    const context = {
      ...{ currentReplicas: 5, spec: { behavior: null } },
      ...{ settings: upstreamSettings, observation },
    };
    expect(returnForecast.caps?.(emptyHistory("uid"), context)).toBe(cap);
  });
});
