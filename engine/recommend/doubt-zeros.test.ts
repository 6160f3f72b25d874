import { describe, expect, it } from "vitest";

import type { MetricSpec } from "../spec/autoscaler-spec.ts";
import type { Answer } from "../observation/observation.ts";
import type { ZeroReadings } from "../history/history.ts";
import { doubtZeros } from "./doubt-zeros.ts";

const cpu: MetricSpec = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
};
const samples = (...values: number[]): Answer => ({
  kind: "Samples",
  samples: new Map(
    values.map((value, index) => [`p${index}`, { value: BigInt(value), time: 0, windowMs: 0 }]),
  ),
});
const failed: Answer = { kind: "Failed", message: "no answer" };

/** The result for each answer in turn: `believed` or `doubted`. */
function story(answers: readonly Answer[], begun: ZeroReadings = {}): string[] {
  let before = begun;
  return answers.map(answer => {
    const { answers: after, zeroReadings } = doubtZeros([cpu], { answers: [answer] }, before);
    before = JSON.parse(JSON.stringify(zeroReadings)) as ZeroReadings;
    return after[0] === answer ? "believed" : "doubted";
  });
}

const [busy, idle] = [samples(500, 0), samples(0, 0)];

describe("doubtZeros", () => {
  // prettier-ignore
  it.each([
    { shows: "believes a load",                      answers: [busy, busy],                       want: ["believed", "believed"] },
    { shows: "believes that a service without load is idle", answers: [idle, idle],                       want: ["believed", "believed"] },
    { shows: "doubts for two periods after a load",  answers: [busy, idle, idle, idle, idle],     want: ["believed", "doubted", "doubted", "believed", "believed"] },
    { shows: "ends the doubt at a load",             answers: [busy, idle, busy, idle, idle, idle], want: ["believed", "doubted", "believed", "doubted", "doubted", "believed"] },
    { shows: "believes a load of a single pod",      answers: [busy, samples(0, 1)],              want: ["believed", "believed"] },
    { shows: "does not count failures",              answers: [busy, failed, idle, failed, idle, idle], want: ["believed", "believed", "doubted", "believed", "doubted", "believed"] },
    { shows: "does not count answers without samples", answers: [busy, samples(), idle],            want: ["believed", "believed", "doubted"] },
  ])("$shows", ({ answers, want }) => {
    expect(story(answers)).toEqual(want);
  });

  it("continues after a restart", () => {
    expect(story([idle, idle], { cpu: 1 })).toEqual(["doubted", "believed"]);
  });

  it("counts an answer once, whatever number of decisions uses it", () => {
    const again = { answers: [idle], isAgain: true };
    for (const before of [{ cpu: 1 }, { cpu: 2 }]) {
      expect(doubtZeros([cpu], again, before)).toMatchObject({
        ...{ answers: [{ kind: "Failed" }], zeroReadings: before },
      });
    }
    expect(doubtZeros([cpu], again, {})).toEqual({ answers: [idle], zeroReadings: {} });
    const later = { answers: [busy], isAgain: true };
    expect(doubtZeros([cpu], later, { cpu: 0 }).answers).toEqual([busy]);
  });

  it("distinguishes metrics of one name with different selectors", () => {
    const queue = (name: string): MetricSpec => {
      const metric = { name: "depth", selector: { matchLabels: { queue: name } } };
      return { type: "Pods", pods: { metric, target: { averageValue: "1" } } };
    };
    const [mail, jobs] = [queue("mail"), queue("jobs")];
    const first = doubtZeros([mail, jobs], { answers: [busy, idle] }, {});
    const next = doubtZeros([mail, jobs], { answers: [idle, idle] }, first.zeroReadings);
    expect(next.answers).toMatchObject([{ kind: "Failed" }, { kind: "Samples" }]);
  });

  it("ignores metrics that are not of pods", () => {
    const value: Answer = { kind: "Value", value: 0n };
    expect(doubtZeros([cpu], { answers: [value] }, { cpu: 0 }).answers).toEqual([value]);
  });
});
