import { describe, expect, it } from "vitest";

import type { Answer } from "../model/observation/observation.ts";
import { resourceSamples } from "../model/observation/pod-sample.ts";
import { readPodUsage } from "../model/observation/pod-usage.ts";
import { contextOf, podsOf } from "./testing/calculator.ts";
import { countFromResource } from "./resource-metric.ts";

type Levels = readonly (number | readonly number[])[];

/** Thousandths of a core for the two containers of p0, p1 and so on; one number applies to both. */
function answerOf(levels: Levels, container: string | null, resource = "cpu"): Answer {
  const items = levels.map((level, index) => ({
    metadata: { name: `p${index}` },
    window: "1m0s",
    containers: (typeof level === "number" ? [level, level] : level).map((milli, which) => ({
      name: `c${which + 1}`,
      usage: { [resource]: `${milli}m` },
    })),
  }));
  return { kind: "Samples", samples: resourceSamples(readPodUsage(items), resource, container) };
}

interface Row {
  readonly when: string;
  readonly pods: string;
  /** The current count, without surplus pods; absent: all pods. */
  readonly current?: number;
  readonly requests?: readonly string[];
  readonly tolerance?: readonly [number, number];
  readonly target: number;
  readonly container?: string;
  readonly levels: Levels;
  readonly replicas: number;
  readonly percent: number;
  readonly average: string;
}

/** In thousandths of a byte. */
const mebibytes = (count: number): number => count * 1024 ** 2 * 1000;
const uneven = ["900m", "1", "1100m"];
const spread = [100, -100, 10, -10, 2, -2, 1, -1, 0, 0].map(jitter => `${300 + jitter}m`);
const pair = (...seconds: readonly number[]): number[][] => seconds.map(level => [1000, level]);

describe("a utilization, as in upstream's calculator tests", () => {
  // prettier-ignore
  it.each<Row>([
    { when: "above target",                  pods: "rrr",     target: 30,  levels: [300, 500, 700],           replicas: 5, percent: 50, average: "1" },
    { when: "above, one container",          pods: "rrr",     target: 30,  levels: pair(300, 500, 700),       replicas: 5, percent: 50, average: "500m",  container: "c2" },
    { when: "above, one unready",            pods: "urr",     target: 30,  levels: [300, 500, 700],           replicas: 4, percent: 60, average: "1200m" },
    { when: "above, one hot container",      pods: "hrr",     target: 30,  levels: [[0, 300], [0, 500], [0, 700]], replicas: 4, percent: 60, average: "600m", container: "c2" },
    { when: "above, one hot",                pods: "hrr",     target: 30,  levels: [300, 500, 700],           replicas: 4, percent: 60, average: "1200m" },
    { when: "above, two unready",            pods: "ruu",     target: 30,  levels: [400, 500, 700],           replicas: 3, percent: 40, average: "800m" },
    { when: "above, two hot",                pods: "rHH",     target: 30,  levels: [400, 500, 700],           replicas: 3, percent: 40, average: "800m" },
    { when: "above, two failed",             pods: "rrff",    target: 30,  levels: [500, 700],                replicas: 4, percent: 60, average: "1200m", current: 2 },
    { when: "above, failed without sample",  pods: "rrff",    target: 30,  levels: [[1000, 500], [9000, 700], [1000], [9000]], replicas: 4, percent: 60, average: "600m", container: "c2", current: 2 },
    { when: "above, container and failed",   pods: "rrff",    target: 30,  levels: [[1000, 500], [9000, 700]], replicas: 4, percent: 60, average: "600m", container: "c2", current: 2 },
    { when: "above, two deleting",           pods: "rrdd",    target: 30,  levels: [500, 700],                replicas: 4, percent: 60, average: "1200m", current: 2 },
    { when: "above, container and deleting", pods: "rrdd",    target: 30,  levels: [500, 700],                replicas: 4, percent: 60, average: "600m", container: "c1", current: 2 },
    { when: "below target",                  pods: "rrrrr",   target: 50,  levels: [100, 300, 500, 250, 250], replicas: 3, percent: 28, average: "560m" },
    { when: "below, one container",          pods: "rrrrr",   target: 50,  levels: pair(100, 300, 500, 250, 250), replicas: 3, percent: 28, average: "280m", container: "c2" },
    { when: "below, two unready",            pods: "rrruu",   target: 50,  levels: [100, 300, 500, 250, 250], replicas: 2, percent: 30, average: "600m" },
    { when: "below, unready containers",     pods: "rrruu",   target: 50,  levels: pair(100, 300, 500, 250, 250), replicas: 2, percent: 30, average: "300m", container: "c2" },
    { when: "below, four pending",           pods: "rpppp",   target: 50,  levels: [100],                     replicas: 1, percent: 10, average: "200m" },
    { when: "below, container and pending",  pods: "rpppp",   target: 50,  levels: pair(100, 300, 500, 250, 250), replicas: 1, percent: 10, average: "100m", container: "c2" },
    { when: "below, two hot",                pods: "rrrhh",   target: 50,  levels: [100, 300, 500, 250, 250], replicas: 2, percent: 30, average: "600m" },
    { when: "below, hot containers",         pods: "rrrhh",   target: 50,  levels: pair(100, 300, 500, 1000, 1000), replicas: 2, percent: 30, average: "300m", container: "c2" },
    { when: "below, two failed",             pods: "rrrrrff", target: 50,  levels: [100, 300, 500, 250, 250], replicas: 3, percent: 28, average: "560m", current: 5 },
    { when: "below, two deleting",           pods: "rrrrrdd", target: 50,  levels: [100, 300, 500, 250, 250], replicas: 3, percent: 28, average: "560m", current: 5 },
    { when: "within tolerance",              pods: "rrr",     target: 100, levels: [1010, 1030, 1020],        replicas: 3, percent: 102, average: "2040m", requests: uneven },
    { when: "without tolerance",             pods: "rrr",     target: 100, levels: [909, 1010, 1111],         replicas: 4, percent: 101, average: "2020m", requests: uneven, tolerance: [0, 0] },
    { when: "within 200% up",                pods: "rrr",     target: 100, levels: [1890, 1910, 1900],        replicas: 3, percent: 190, average: "3800m", requests: uneven, tolerance: [0.1, 2] },
    { when: "beyond 8% up",                  pods: "rrr",     target: 100, levels: [1100, 1080, 1090],        replicas: 4, percent: 109, average: "2180m", requests: uneven, tolerance: [2, 0.08] },
    { when: "within 36% down",               pods: "rrr",     target: 100, levels: [660, 640, 650],           replicas: 3, percent: 65, average: "1300m", requests: uneven, tolerance: [0.36, 0.1] },
    { when: "beyond 34% down",               pods: "rrr",     target: 100, levels: [660, 640, 650],           replicas: 2, percent: 65, average: "1300m", requests: uneven, tolerance: [0.34, 0.1] },
    { when: "just beyond the tolerance",     pods: "rrrrrrrrrr", target: 56, levels: Array<number>(10).fill(150), replicas: 9, percent: 50, average: "300m", requests: spread },
    { when: "just within the tolerance",     pods: "rrrrrrrrrr", target: 55, levels: Array<number>(10).fill(150), replicas: 10, percent: 50, average: "300m", requests: spread },
    { when: "more samples than pods",        pods: "rrrr",    target: 100, levels: [4000, 9500, 3000, 7000, 3200, 2000], replicas: 24, percent: 587, average: "11750m" },
    { when: "fewer samples than pods",       pods: "rrrr",    target: 100, levels: [400, 95],                 replicas: 3, percent: 24, average: "495m" },
    { when: "on target with one missing",    pods: "rr",      target: 100, levels: [1000],                    replicas: 2, percent: 100, average: "2" },
    { when: "above with one missing",        pods: "rr",      target: 100, levels: [1900],                    replicas: 2, percent: 190, average: "3800m" },
    { when: "below with one missing",        pods: "rr",      target: 100, levels: [600],                     replicas: 2, percent: 60, average: "1200m" },
    { when: "missing and unready",           pods: "urr",     target: 50,  levels: [100, 450],                replicas: 3, percent: 45, average: "900m" },
    { when: "missing and hot",               pods: "hrr",     target: 50,  levels: [100, 450],                replicas: 3, percent: 45, average: "900m" },
    { when: "missing, unready, above",       pods: "urr",     target: 50,  levels: [100, 2000],               replicas: 4, percent: 200, average: "4" },
    { when: "missing, hot, above",           pods: "Hrr",     target: 50,  levels: [100, 2000],               replicas: 4, percent: 200, average: "4" },
    { when: "missing, unready, below",       pods: "urrr",    target: 50,  levels: [100, 100, 100],           replicas: 3, percent: 10, average: "200m" },
    { when: "the same with a target above 100%", pods: "urrr",    target: 300, levels: [200, 100, 100],           replicas: 2, percent: 6, average: "200m", requests: ["1", "1", "2", "2"] },
    { when: "a surge pod is missing",        pods: "rrr",     target: 50,  levels: [100, 100],                replicas: 2, percent: 10, average: "200m", current: 2 },
    { when: "a succeeded pod has a sample",  pods: "rrs",     target: 30,  levels: [300, 500, 700],           replicas: 5, percent: 50, average: "1" },
    { when: "a succeeded one has none",      pods: "rrs",     target: 30,  levels: [300, 500],                replicas: 3, percent: 40, average: "800m" },
  ])("gives $replicas when $when", row => {
    const { pods: states, target, levels, container = null } = row;
    const pods = podsOf(states, row.requests);
    const context = contextOf(pods, { spec: row.current ?? states.length }, row.tolerance);
    const source = { name: "cpu", target: { averageUtilization: target } };
    const counted = countFromResource(source, container, answerOf(levels, container), context);
    expect(counted).toMatchObject({
      ok: true,
      value: {
        replicas: row.replicas,
        current: { averageUtilization: row.percent, averageValue: row.average },
      },
    });
  });

  const ask = (levels: Levels, pods: string, requests?: readonly string[]) =>
    countFromResource(
      { name: "cpu", target: { averageUtilization: 100 } },
      null,
      answerOf(levels, null),
      contextOf(podsOf(pods, requests), { spec: pods.length }),
    );

  // prettier-ignore
  it.each([
    { when: "no sample is complete",          levels: [[]] as Levels, pods: "r", requests: ["1"], says: "no samples" },
    { when: "there are no pods",              levels: [100],          pods: "",  requests: [],    says: "matches no pods" },
    { when: "every pod is unready",           levels: [100, 100],     pods: "uu", requests: [],   says: "may not be ready" },
    { when: "a pod has no request",           levels: [200],          pods: "r", requests: [""],  says: "p0: no request for cpu in container c1" },
    { when: "the request is 0",               levels: [200],          pods: "r", requests: ["0"], says: "request anything" },
    { when: "an ignored pod has no request",  levels: [200],          pods: "rd", requests: ["1", ""], says: "p1: no request" },
  ])("fails when $when", ({ levels, pods, requests, says }) => {
    const counted = ask(levels, pods, requests);
    expect(counted.ok ? "counted" : counted.error).toContain(says);
  });

  // prettier-ignore
  it.each([
    { shows: "pods that start",             pods: "rhH", showsStarting: true,  says: "120% of requests, target 60%, 2 of 3 pods still starting, 40% with 2 of 3 pods as 0: 3" },
    { shows: "only those, not pending ones", pods: "rhp", showsStarting: true, says: "120% of requests, target 60%, 1 of 3 pods still starting, 40% with 2 of 3 pods as 0: 3" },
    { shows: "that all of them start",      pods: "hhh", showsStarting: true,  says: "look at the pods, 3 of 3 pods still starting" },
    { shows: "no more if none starts",      pods: "rrr", showsStarting: true,  says: "target 60%: 6" },
    { shows: "no more for another resource", pods: "rhh", showsStarting: true, resource: "memory", target: { averageValue: "1" }, says: " per pod: 8" },
    { shows: "no more with the periods of all objects", pods: "rhh", says: "120% of requests, target 60%, 40% with 2 of 3 pods as 0: 3" },
  ])("shows $shows", ({ pods: states, resource = "cpu", target = { averageUtilization: 60 }, says, ...shown }) => {
    const pods = podsOf(states);
    const source = { name: resource, target };
    const answer = answerOf([1200, 1200, 1200], null, resource);
    const counted = countFromResource(source, null, answer, { ...contextOf(pods, { spec: 3 }), ...shown });
    expect(counted.ok ? counted.value.message : counted.error).toContain(says);
  });

  it("fails if the samples are of other pods", () => {
    const strangers: Answer = {
      kind: "Samples",
      samples: new Map([["gone", { value: 100n, time: 0, windowMs: 0 }]]),
    };
    const source = { name: "cpu", target: { averageUtilization: 100 } };
    const counted = countFromResource(source, null, strangers, contextOf(podsOf("r"), { spec: 1 }));
    expect(counted).toMatchObject({ ok: false });
  });

  it("is exact for 64-bit sums beyond doubles", () => {
    const levels = [9_007_199_254_740_993, 9_007_199_254_740_992];
    const [a, b] = levels.map(level => [level]);
    const pods = podsOf("rr", ["9007199254740993m", "9007199254740993m"]);
    const source = { name: "cpu", target: { averageUtilization: 100 } };
    const answer = answerOf([a!, b!], "c1");
    const counted = countFromResource(source, "c1", answer, contextOf(pods, { spec: 2 }));
    expect(counted).toMatchObject({ value: { replicas: 2, current: { averageUtilization: 99 } } });
  });
});

describe("the conservative fill, by hand", () => {
  const propose = (pods: string, levels: Levels) => {
    const context = contextOf(podsOf(pods, ["500m", "500m", "500m", "500m"]), { spec: 4 });
    const source = { name: "cpu", target: { averageUtilization: 50 } };
    const counted = countFromResource(source, null, answerOf(levels, null), context);
    return counted.ok ? counted.value.replicas : counted.error;
  };

  it("counts a missing pod in full when it scales down", () => {
    expect(propose("rrrr", [50, 50, 50])).toBe(3);
  });

  it("ignores an unready pod, and so scales down further", () => {
    expect(propose("rrru", [50, 50, 50, 50])).toBe(1);
  });
});

describe("an average value of a resource", () => {
  const ask = (
    name: string,
    target: { averageValue?: string; averageUtilization?: number },
    pods = "rrr",
  ) =>
    countFromResource(
      { name, target },
      null,
      answerOf([300, 500, 700], null, name),
      contextOf(podsOf(pods), { spec: 3 }),
    );

  it.each([
    { shows: "needs no requests", name: "memory", pods: "rrr", replicas: 5 },
    { shows: "counts unready pods of memory", name: "memory", pods: "rru", replicas: 5 },
    {
      shows: "keeps the count if zeros for unready pods reverse the direction",
      name: "cpu",
      pods: "rru",
      replicas: 3,
    },
  ])("$shows", ({ name, pods, replicas }) => {
    expect(ask(name, { averageValue: "600m" }, pods)).toMatchObject({ value: { replicas } });
  });

  // Two containers in each of three pods: an average of one core, or of 300 MiB.
  // prettier-ignore
  it.each([
    { name: "cpu",    averageValue: "600m",      levels: [300, 500, 700],                 says: "1000m of 600m per pod: 5" },
    { name: "cpu",    averageValue: "2",         levels: [300, 500, 700],                 says: "1 of 2 per pod: 2" },
    { name: "memory", averageValue: "200Mi",     levels: [150, 150, 150].map(mebibytes),  says: "300Mi of 200Mi per pod: 5" },
    { name: "memory", averageValue: "0.2Gi",     levels: [150, 150, 150].map(mebibytes),  says: "0.3Gi of 0.2Gi per pod: 5" },
    { name: "memory", averageValue: "209715200", levels: [150, 150, 150].map(mebibytes),  says: "300Mi of 200Mi per pod: 5" },
  ])("of $name, aimed at $averageValue, reads $says", ({ name, averageValue, levels, says }) => {
    const answer = answerOf(levels, null, name);
    const context = contextOf(podsOf("rrr"), { spec: 3 });
    const counted = countFromResource({ name, target: { averageValue } }, null, answer, context);
    expect(counted).toMatchObject({ value: { message: says } });
  });

  it("takes precedence over a utilization", () => {
    const both = ask("cpu", { averageValue: "600m", averageUtilization: 1 });
    expect(both).toMatchObject({ value: { replicas: 5, current: { averageValue: "1" } } });
  });

  it("fails without both", () => {
    expect(ask("cpu", {})).toMatchObject({ ok: false, error: "the target has no value" });
  });
});
