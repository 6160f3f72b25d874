import { describe, expect, it } from "vitest";

import type { Fields } from "../../../engine/model/values/json-values.ts";
import type { Result } from "../../../engine/model/values/result.ts";
import { runJob } from "../../simulate/job.ts";
import type { Load } from "../../simulate/load/load.ts";
import type { Answers } from "../past/answers.ts";
import { type Past, pastOf } from "../past/past-of.ts";
import type { Series } from "../past/recorded.ts";
import { answersOf } from "../testing/answers.ts";
import {
  cpuAt,
  noisyLoad,
  objectOf,
  type Scenario,
  shownOf,
  type Truth,
  truthOf,
  workloadOf,
} from "../testing/truth.ts";
import { accuracyOf } from "./accuracy.ts";
import { replayJob, sizesOnly } from "./replay.ts";

const dayMs = 86_400_000;
const days = 4;

const spec = (metrics: readonly Fields[], minReplicas = 2): Fields => ({
  ...{ minReplicas, maxReplicas: 60, metrics },
});

const usual: Scenario = {
  ...{ namespace: "shop", name: "web", request: 0.5, limit: 1, seed: 7 },
  spec: spec([cpuAt(60)]),
  load: noisyLoad(`office:days=${days},base=1.5,peak=6`, 3),
};

interface Circumstances {
  readonly stepMs?: number;
  readonly days?: number;
  readonly answers?: (answers: Answers) => Answers;
  readonly past?: (past: Past) => Past;
}

const usualTruth = truthOf(usual);

const valueOf = <Value>(result: Result<Value, string>): Value => {
  if (!result.ok) throw new Error(result.error);
  return result.value;
};

/** What is rebuilt from what a Prometheus answers about a truth. */
function replayedFrom(truth: Truth, scenario: Scenario, circumstances: Circumstances) {
  const { stepMs = 30_000, days: length = days, answers: edited = same => same } = circumstances;
  const window = { from: truth.start, to: truth.start + length * dayMs };
  const subject = { object: objectOf(scenario), workload: workloadOf(scenario) };
  const answers = edited(answersOf([truth], window, stepMs));
  const past = valueOf(pastOf(subject, shownOf(scenario), answers));
  return { past, job: valueOf(replayJob(shownOf(scenario), past)) };
}

function judge(changed: Partial<Scenario>, circumstances: Circumstances) {
  const scenario = { ...usual, ...changed };
  const truth = Object.keys(changed).length === 0 ? usualTruth : truthOf(scenario);
  const { past, job } = replayedFrom(truth, scenario, circumstances);
  const { past: seen = same => same } = circumstances;
  return { past, ...accuracyOf(seen(past), job, runJob(job, past.load, sizesOnly)) };
}

describe("the replay of an autoscaler from what was recorded", () => {
  // prettier-ignore
  it.each([
    { shows: "a wave a day, every 15 seconds",   load: "sine:days=4,base=2,peak=7",    seen: { stepMs: 15_000 }, least: 0.97, method: /^from what it measured itself, every 15 seconds;/ },
    { shows: "a random walk, every 15 seconds",  load: "walk:days=4,base=1.5,peak=8",  seen: { stepMs: 15_000 }, least: 0.95, method: /^from what it measured itself, every 15 seconds;/ },
    { shows: "a wave a day, every 30 seconds",   load: "sine:days=4,base=2,peak=7",    seen: {},                 least: 0.9,  method: /^from what it measured itself, every 30 seconds;/ },
    { shows: "office hours, every 30 seconds",   load: "office:days=4,base=1.5,peak=6", seen: {},                least: 0.95, method: /^from what it measured itself, every 30 seconds;/ },
    { shows: "short peaks, every 30 seconds",    load: "spikes:days=4,base=2,peak=6",  seen: {},                 least: 0.95, method: /^from what it measured itself, every 30 seconds;/ },
    { shows: "office hours, every minute alone", load: "office:days=4,base=1.5,peak=6", seen: { stepMs: 60_000 }, least: 0.9, method: /^from what it measured itself, every 60 seconds;/ },
  ])("is near the record under $shows", ({ load, seen, least, method }) => {
    const { near, verdict, cause, days: byDay, past } = judge({ load: noisyLoad(load, 3) }, seen);
    expect(near).toBeGreaterThanOrEqual(least);
    expect({ verdict, cause }).toEqual({ verdict: "ReplayedWell", cause: null });
    expect(byDay).toHaveLength(days);
    expect(past.method).toMatch(method);
  });
});

const queue: Fields = {
  type: "Pods",
  pods: { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "10" } },
};

/** A second column that rises when the first one is low. */
function withQueue(load: Load): Load {
  const [cpu = new Float64Array()] = load.values;
  return { ...load, columns: ["cpu", "queue"], values: [cpu, cpu.map(value => 250 - 30 * value)] };
}

const withoutTarget = (answers: Answers): Answers => {
  const series = answers.spec.series.filter(({ labels }) => labels["what"] !== "target");
  return { ...answers, spec: { ...answers.spec, series } };
};

const hidden = "had more replicas than its metrics explain";

describe("what cannot be replayed", () => {
  // prettier-ignore
  it.each([
    { shows: "a second metric that the object does not show", scenario: { spec: spec([cpuAt(60), queue]), shown: spec([cpuAt(60)]), load: withQueue(usual.load) }, seen: {}, verdict: "NotReplayed", cause: hidden },
    { shows: "a target that changed",       scenario: { before: spec([cpuAt(40)]), spec: spec([cpuAt(70)]) }, seen: {}, verdict: "TooLittle", cause: "its target of cpu changed from 40 to 70 at 2026-01-07 00:00:00Z, and only 2 days can be judged since then" },
    { shows: "a target that changed unseen", scenario: { before: spec([cpuAt(40)]), spec: spec([cpuAt(70)]) }, seen: { answers: withoutTarget }, verdict: "NotReplayed", cause: hidden },
    { shows: "a target that is another one now", scenario: { shown: spec([cpuAt(75)]) },  seen: {}, verdict: "TooLittle", cause: "its target of cpu is 75 now, and 60 was recorded" },
    { shows: "a size at its minimum",       scenario: { spec: spec([cpuAt(60)], 28) }, seen: {}, verdict: "TooLittle", cause: "it is at its minimum or maximum in" },
    { shows: "pods at their limit",         scenario: { limit: 0.5, load: noisyLoad("spikes:days=4,base=1,peak=9", 3) }, seen: {}, verdict: "NotReplayed", cause: "its pods use all of their limit in" },
    { shows: "metrics that fail for six hours", scenario: { failing: [0.4, 0.4625] },  seen: {}, verdict: "NotReplayed", cause: "its metrics failed in 6.3% of the time" },
    { shows: "a size of zero",              scenario: {}, seen: { past: (past: Past) => ({ ...past, evidence: { ...past.evidence, hadNone: true } }) }, verdict: "NotReplayed", cause: "it scales to zero" },
    { shows: "two days",                    scenario: {}, seen: { days: 2 }, verdict: "TooLittle", cause: "only 2 days can be judged" },
  ] as const)("has its cause: $shows", ({ scenario, seen, verdict, cause }) => {
    const found = judge(scenario, seen);
    expect(found.cause).toContain(cause);
    expect(found.verdict).toBe(verdict);
  });
});

describe("the share of time that is near", () => {
  const { past: found, job } = replayedFrom(usualTruth, usual, {});
  const at = (day: number): number => usualTruth.start + day * dayMs;
  const series = (...sizes: readonly (readonly [day: number, size: number])[]): Series => ({
    times: Float64Array.from(sizes, ([day]) => at(day)),
    values: Float64Array.from(sizes, ([, size]) => size),
  });

  // prettier-ignore
  it.each([
    { shows: "all of it one replica apart",   recorded: series([0, 5]),          replayed: 6,  changed: {},                          near: 1,   judged: 4 },
    { shows: "nothing two replicas apart",    recorded: series([0, 5]),          replayed: 7,  changed: {},                          near: 0,   judged: 4 },
    { shows: "all of it a tenth apart",       recorded: series([0, 40]),         replayed: 44, changed: {},                          near: 1,   judged: 4 },
    { shows: "half of it",                    recorded: series([0, 40], [2, 30]), replayed: 44, changed: {},                         near: 0.5, judged: 4 },
    { shows: "what is not at a bound",        recorded: series([0, 2], [1, 20]), replayed: 20, changed: {},                          near: 1,   judged: 3 },
    { shows: "what is not at the bound of its time", recorded: series([0, 20]),  replayed: 9,  changed: { maxReplicas: series([0, 20], [3, 60]) }, near: 0, judged: 1 },
    { shows: "what comes after the last change", recorded: series([0, 40], [1, 20]), replayed: 20, changed: { lastChange: { time: at(1), text: "its spec changed" } }, near: 1, judged: 3 },
    { shows: "what is no gap of the load",    recorded: series([0, 40], [2, 20]), replayed: 20, changed: { load: { ...found.load, gaps: [{ from: at(0), to: at(2) }] } }, near: 1, judged: 2 },
    { shows: "what was recorded",             recorded: series([0, NaN], [1, 20]), replayed: 20, changed: {},                        near: 1,   judged: 3 },
  ])("is $shows", ({ recorded, replayed, changed, near, judged }) => {
    const past = { ...found, replicas: recorded, ...changed };
    const replay = { initialReplicas: replayed, changes: [] };
    const accuracy = accuracyOf(past, job, replay);
    expect(accuracy.near).toBeCloseTo(near, 1);
    expect(accuracy.days).toHaveLength(judged);
  });
});
