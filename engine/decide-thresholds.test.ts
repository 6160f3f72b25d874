import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { AutoscalerSpec, ThresholdSpec } from "./model/spec/autoscaler-spec.ts";
import { isAsSafe, parseHistory, serializeHistory } from "./memory.ts";
import type { History } from "./model/history.ts";
import type { Answer } from "./model/observation/observation.ts";
import { replay } from "./replay.ts";
import { type RawPod, trimPod } from "./model/observation/pod.ts";
import { err, ok } from "./model/values/result.ts";
import { upstreamSettings } from "./model/spec/settings.ts";
import {
  away,
  busy,
  calm,
  PERIOD_MS,
  queue,
  requests,
  said,
  START,
  ThresholdScene,
  value,
} from "./testing/threshold-scene.ts";

const both = (answer: Answer): Answer[] => [answer, answer];

describe("the example of the proposal", () => {
  const fall = [1, 1, 1];

  it("scales up one at a time, pauses between the steps, and scales down again", () => {
    const scene = new ThresholdScene(1);
    // Each step takes three samples 15 s apart, the first of which is taken after the last step.
    expect(scene.load(160, 12)).toEqual([1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4]);
    expect(scene.load(160, 40).every(count => count === 4)).toBe(true);
    expect(scene.load(30, 12)).toEqual([4, 4, 3, 3, 3, 2, 2, 2, 1, ...fall]);
  });

  const behavior = { scaleDown: {}, scaleUp: { stabilizationWindowSeconds: 300 } };

  it.each([
    { with: "the default windows", spec: { behavior: {} }, others: [] },
    { with: "a window for scaling up", spec: { behavior }, others: [] },
    { with: "a metric that asks for fewer", spec: { metrics: [queue] }, others: [5] },
    { with: "such a metric with windows", spec: { metrics: [queue], behavior }, others: [5] },
  ])("works the same with $with", ({ spec, others }) => {
    const scene = new ThresholdScene(1, spec);
    const looks = (load: number, count: number) =>
      Array.from({ length: count }, () => {
        const { decision } = scene.look([
          ...others.map(one => requests(one)),
          ...both(requests(load)),
        ]);
        expect(replay(decision)).toEqual({ ok: true, value: scene.current });
        return scene.current;
      });
    expect(looks(160, 12)).toEqual([1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4]);
    // The load of 160 needs 4, next to a metric too.
    expect(looks(160, 60).every(count => count === 4)).toBe(true);
    if (others.length > 0) {
      // The window has these 4.
      expect(looks(30, 20).every(count => count === 4)).toBe(true);
      expect(looks(30, 12).at(-1)).toBe(1);
    } else expect(looks(30, 12)).toEqual([4, 4, 3, 3, 3, 2, 2, 2, 1, ...fall]);
  });

  it("does not go below the recommendation of a metric or of its window", () => {
    const scene = new ThresholdScene(4, { metrics: [queue] });
    const look = (wanted: number) =>
      scene.look([requests(wanted * 10), ...both(requests(10))]).decision;
    for (let looks = 0; looks < 5; looks++) expect(look(4).to).toBe(4);
    // The metric asked for 4 until a moment ago: 300 s.
    for (let looks = 0; looks < 20; looks++) expect(look(1).to).toBe(4);
    expect(look(1).to).toBe(3);
  });

  it("does not change a metric's count that is above its own", () => {
    const scene = new ThresholdScene(1, { metrics: [queue], maxReplicas: 50 });
    scene.look([requests(40), ...both(requests(160))]);
    expect(scene.current).toBe(4);
  });

  // 300 s after the first sync in which the threshold no longer agrees.
  it.each([
    { when: "no threshold scales down", thresholds: [busy] },
    { when: "the threshold that scales down abstains", thresholds: [busy, calm] },
  ])("yields to a metric after its window when $when", ({ thresholds }) => {
    const scene = new ThresholdScene(1, { metrics: [queue], thresholds });
    const look = (load: number) => {
      const answers = thresholds.map(() => requests(load));
      return scene.look([requests(5), ...answers]);
    };
    expect([160, 160, 160].map(load => look(load).decision.to)).toEqual([1, 1, 2]);
    // One replica is enough for 50.
    const falls = Array.from({ length: 24 }, () => look(50));
    expect(falls.findIndex(({ decision }) => decision.to === 1)).toBe(20);
    const [held] = falls;
    const reason = held?.decision.steps.find(({ step }) => step === "stabilize")?.reason;
    expect([reason, held?.due]).toEqual(["ScaleDownStabilized", START + 3 * 15_000 + 300_000]);
  });
});

describe("a value threshold", () => {
  it("reports its progress", () => {
    const scene = new ThresholdScene(1);
    const messages = Array.from({ length: 4 }, () => scene.look(both(requests(60))))
      .flatMap(({ decision }) => decision.votes)
      .map(({ type, message }) => `${type}: ${message}`);
    expect(messages).toEqual([
      "Count: 60 > 50 for 0 s of 30 s: 1",
      "Abstain: 60, not < 25",
      "Count: 60 > 50 for 15 s of 30 s: 1",
      "Abstain: 60, not < 25",
      "Count: 60 > 50 for 30 s: 2",
      "Abstain: 60, not < 25",
      "Abstain: 30, not > 50",
      "Abstain: 30, not < 25",
    ]);
  });

  /** The votes of the only threshold for these samples; null: no vote. */
  const votes = (
    threshold: ThresholdSpec,
    loads: readonly (number | null)[],
    from = 2,
    spec: Partial<AutoscalerSpec> = {},
  ) => {
    const scene = new ThresholdScene(from, { thresholds: [threshold], ...spec });
    return loads.map(load =>
      said(scene.look([load === null ? away : requests(load)]).decision.votes),
    );
  };
  const _ = "Abstain";
  const up3 = value("busy", "GreaterThan", "50", { increment: 3 });
  const down3 = value("calm", "LessThan", "25", { increment: -3 });
  const slow = {
    behavior: { scaleUp: { policies: [{ type: "Pods", value: 1, periodSeconds: 60 }] } },
  } as const;

  // prettier-ignore
  it.each<{ when: string; threshold: ThresholdSpec; loads: (number | null)[]; says: unknown[]; from?: number; spec?: Partial<AutoscalerSpec> }>([
    { when: "all samples match",                    threshold: busy,  loads: [200, 200, 200],             says: [2, 2, 3] },
    { when: "one sample differs",                   threshold: busy,  loads: [200, 20, 200, 200, 200],    says: [2, _, 2, 2, 3] },
    { when: "one sample is missing, upward",        threshold: busy,  loads: [200, null, 200, 200, 200],  says: [2, "Failed", 2, 2, 3] },
    { when: "one sample is missing, downward",      threshold: calm,  loads: [20, null, 20, 20, 20],      says: [_, _, _, _, 1] },
    { when: "it has added one, and fires again",    threshold: busy,  loads: [400, 400, 400, 400, 400, 400], says: [2, 2, 3, 3, 3, 4] },
    { when: "the rate policies delay it",           threshold: up3,   loads: [400, 400, 400, 400, 400, 400, 400, 400], says: [2, 2, 5, 3, 3, 6, 6, 4], spec: slow },
    { when: "its load ends before they allow it",   threshold: up3,   loads: [400, 400, 400, 400, 400, 400, 10, 10], says: [2, 2, 5, 3, 3, 6, _, _], spec: slow },
    { when: "the maximum is below what it asks for", threshold: up3,   loads: [400, 400, 400],             says: [2, 2, 4], spec: { maxReplicas: 4 } },
    { when: "the maximum is reached",               threshold: up3,   loads: [400, 400, 400, 400],        says: [2, 2, 2, 2], spec: { maxReplicas: 2 } },
    { when: "the minimum is above what it asks for", threshold: down3, loads: [10, 10, 10],                says: [_, _, 2], from: 3, spec: { minReplicas: 2 } },
    { when: "the minimum is reached",               threshold: down3, loads: [10, 10, 10, 10],            says: [_, _, _, _], spec: { minReplicas: 2 } },
  ])("votes as expected when $when", ({ threshold, loads, says, from, spec }) => {
    expect(votes(threshold, loads, from, spec)).toEqual(says);
  });

  it("asks only while its own samples agree, in either direction", () => {
    const behavior = { ...slow.behavior, scaleDown: { selectPolicy: "Disabled" } } as const;
    const scene = new ThresholdScene(2, { behavior, thresholds: [up3, down3] });
    const both3 = (load: number) => {
      const { votes: all } = scene.look(both(requests(load))).decision;
      return [said(all, 0), said(all, 1)];
    };
    expect([both3(400), both3(400), both3(400)]).toEqual([
      [2, _],
      [2, _],
      [5, _],
    ]);
    expect([both3(10), both3(10), both3(10)]).toEqual([
      [_, _],
      [_, _],
      [_, 1],
    ]);
    expect([both3(400), both3(400), both3(400)]).toEqual([
      [3, _],
      [3, _],
      [6, _],
    ]);
  });

  it("scales up if both directions fire at once, and restarts both waits", () => {
    const other = value("calm", "LessThan", "25", {
      metric: { type: "External", external: { metric: { name: "queue" } } },
    });
    const scene = new ThresholdScene(2, { thresholds: [busy, other] });
    const look = () => {
      const { decision } = scene.look([requests(400), requests(10)]);
      return [said(decision.votes, 0), said(decision.votes, 1)];
    };
    expect([look(), look(), look()]).toEqual([
      [2, _],
      [2, _],
      [3, 1],
    ]);
    expect([look(), look(), look()]).toEqual([
      [3, _],
      [3, _],
      [4, 2],
    ]);
  });

  it.each([
    {
      shows: "restarts its wait when a person adds replicas",
      looks: 2,
      to: 7,
      says: [7, 7, 7, 10],
    },
    { shows: "goes on when a person removes replicas", looks: 2, to: 1, says: [4, 4, 4, 7] },
    {
      shows: "restarts its wait with its own step, which a person takes back",
      looks: 3,
      to: 2,
      says: [2, 2, 5, 5],
    },
  ])("$shows", ({ looks, to, says }) => {
    const scene = new ThresholdScene(2, { thresholds: [up3] });
    const look = () => said(scene.look([requests(400)]).decision.votes);
    for (let count = 0; count < looks; count++) look();
    scene.current = to;
    // The sample of the sync that finds the new size may be older than it.
    expect([look(), look(), look(), look()]).toEqual(says);
  });

  it("restarts its wait when a monitored workload changes its size", () => {
    const scene = new ThresholdScene(2, { thresholds: [busy] });
    const beside = (specReplicas: number) => {
      const others = { specReplicas, statusReplicas: specReplicas };
      return said(scene.look([requests(400)], {}, { others }).decision.votes);
    };
    expect([beside(1), beside(1), beside(2), beside(2), beside(2), beside(2)]).toEqual([
      ...[3, 3, 4, 4, 4, 5],
    ]);
  });

  it("never asks for fewer than a rollout holds above the maximum", () => {
    const rollout = { scaleDown: "Hold" } as const;
    const scene = new ThresholdScene(8, { maxReplicas: 10, rollout, thresholds: [busy] });
    const others = { specReplicas: 8, statusReplicas: 8 };
    const seen = { others, rollout: "Rolling" } as const;
    const look = () => said(scene.look([requests(1600)], {}, seen).decision.votes);
    expect([look(), look(), look()]).toEqual([16, 16, 16]);
  });

  it("restarts its wait if its definition changes", () => {
    const scene = new ThresholdScene(2, { thresholds: [busy] });
    for (let looks = 0; looks < 2; looks++) scene.look([requests(400)]);
    const other = { thresholds: [value("busy", "GreaterThan", "60")] };
    expect(said(scene.look([requests(400)], other).decision.votes)).toBe(2);
    expect(scene.history.thresholds).toMatchObject([{ since: START + 2 * PERIOD_MS }]);
  });

  it("ignores samples that are older than its last step", () => {
    const scene = new ThresholdScene(2, { thresholds: [busy] });
    const look = (seconds: number) =>
      said(scene.look([requests(400, START + seconds * 1000)]).decision.votes);
    expect([look(0), look(15), look(30)]).toEqual([2, 2, 3]);
    // The same sample is repeated, as by an adapter that is slower than the sync period.
    expect([look(30), look(30), look(75)]).toEqual([3, 3, 3]);
  });

  const newPod = (spec: NonNullable<RawPod["spec"]>, creationTimestamp = "") =>
    trimPod({ metadata: { name: "new", creationTimestamp }, spec, status: { phase: "Pending" } });
  const waiting = { scale: { specReplicas: 3, statusReplicas: 3 } };
  const node = { nodeName: "n" };
  const before = "2026-01-01T12:00:00Z";
  const three = ["a", "b", "c"].map(name =>
    trimPod({ metadata: { name }, spec: node, status: { phase: "Running" } }),
  );

  // Three looks for the first step, and then one every 15 s; the initialization period is 90 s.
  it.each([
    {
      shows: "a pod with a node is not ready, for at most the period",
      seen: { pods: [newPod(node)] },
      at: 6,
    },
    { shows: "a pod has no node", seen: { pods: [newPod({})] }, at: null },
    {
      shows: "a replica has no pod",
      seen: { pods: [], scale: { specReplicas: 3, statusReplicas: 2 } },
      at: null,
    },
    { shows: "not even a pod from before the step", seen: { pods: [newPod({}, before)] }, at: 3 },
    {
      shows: "not even a pod beyond the count, of a rollout",
      seen: { pods: [newPod({})], scale: { specReplicas: 3, statusReplicas: 4 } },
      at: 3,
    },
    {
      shows: "not even pods that a custom resource does not report",
      seen: {
        pods: three.map(pod => ({ ...pod, ready: { status: "True", since: 0 } })),
        scale: { specReplicas: 3, statusReplicas: 0 },
      },
      at: 3,
    },
  ])("does not fire again while $shows", ({ seen, at }) => {
    const scene = new ThresholdScene(2, { thresholds: [busy], cpuInitializationPeriodSeconds: 90 });
    const look = (more = {}) => said(scene.look([requests(400)], {}, more).decision.votes);
    expect([look(), look(), look()]).toEqual([2, 2, 3]);
    const observed = { ...waiting, ...seen, pods: ok(seen.pods) };
    const fires = Array.from({ length: at ?? 30 }, () => look(observed));
    expect(fires).toEqual([...Array<number>((at ?? 31) - 1).fill(3), 4].slice(0, at ?? 30));
    if (at === null) expect(look()).toBe(4);
  });

  it("is a floor while it waits", () => {
    const scene = new ThresholdScene(5, {
      ...{
        metrics: [queue],
        thresholds: [value("busy", "GreaterThan", "50", { durationSeconds: 60 })],
      },
      behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
    });
    const look = (load: number) => scene.look([requests(10), requests(load)]).decision.to;
    expect([look(400), look(400), look(400), look(400), look(400)]).toEqual([5, 5, 5, 5, 6]);
  });

  it.each([
    { shows: "abstains", fallback: null, says: "Abstain", to: 1 },
    { shows: "asks for its fallback", fallback: { replicas: 4 }, says: 4, to: 4 },
    {
      shows: "keeps to a later one",
      fallback: { replicas: 4, failureDurationSeconds: 600 },
      says: "Failed",
      to: 5,
    },
  ])("after 180 s without a sample, $shows", ({ fallback, says, to }) => {
    const behavior = { scaleDown: { stabilizationWindowSeconds: 0 } };
    const thresholds = [{ ...busy, fallback }];
    const scene = new ThresholdScene(5, { metrics: [queue], thresholds, behavior });
    const look = () => scene.look([requests(10), away]).decision;
    expect(Array.from({ length: 12 }, () => look().to)).toEqual(Array(12).fill(5));
    const { votes: all, to: count, fallbacks = [] } = look();
    expect([said(all, 1), count, fallbacks.length]).toEqual([says, to, says === "Failed" ? 0 : 1]);
  });

  it("ends its wait while the pods are unknown", () => {
    const scene = new ThresholdScene(2, { thresholds: [busy] });
    scene.look([requests(400)]);
    const error = { reason: "InvalidSelector", message: "no selector" } as const;
    const { decision } = scene.look([requests(400)], {}, { pods: err(error) });
    expect(decision.votes).toMatchObject([{ source: "selector", type: "Failed" }]);
    expect(scene.history.thresholds).toMatchObject([{ since: null }]);
  });

  it("starts an idle target without pods", () => {
    const idle = { minReplicas: 0, thresholds: [busy] };
    const scene = new ThresholdScene(0, idle, { ...upstreamSettings, scaleToZero: true });
    scene.history = { ...scene.history, scaledToZero: true };
    const counts = [20, 400, 400, 400].map(
      load => scene.look([requests(load)], {}, { pods: ok([]) }).decision.to,
    );
    expect(counts).toEqual([0, 0, 0, 1]);
  });

  it("leaves an idle target disabled if it cannot start it", () => {
    const idle = { minReplicas: 0, thresholds: [calm] };
    const scene = new ThresholdScene(0, idle, { ...upstreamSettings, scaleToZero: true });
    scene.history = { ...scene.history, scaledToZero: true };
    const { decision } = scene.look([requests(400)]);
    expect(decision.steps[0]?.reason).toBe("ScalingDisabled");
  });
});

const loads = fc.array(fc.oneof(fc.constantFrom(10, 160, 400), fc.constant(null)), {
  ...{ minLength: 1, maxLength: 60 },
});

describe("a restart", () => {
  const reloaded = (history: History, now: number): History => {
    const parsed = parseHistory(serializeHistory(history), now);
    if (!parsed.ok) throw new Error(parsed.error);
    return { ...parsed.value, terms: history.terms };
  };
  const answerOf = (load: number | null) => both(load === null ? away : requests(load));

  it("changes nothing at any step", () => {
    const same = fc.property(loads, all => {
      const [steady, restarted] = [new ThresholdScene(3), new ThresholdScene(3)];
      for (const load of all) {
        const { decision } = steady.look(answerOf(load));
        restarted.history = reloaded(restarted.history, restarted.now);
        expect(restarted.look(answerOf(load)).decision).toEqual(decision);
      }
    });
    fc.assert(same);
  });

  /** Saved only if caution demands it or the count changes; at most the start of a wait is lost. */
  it("with only the required saves never removes replicas earlier", () => {
    const later = fc.property(loads, loads, (before, after) => {
      const scene = new ThresholdScene(6);
      let saved = scene.history;
      for (const load of before) {
        const { decision } = scene.look(answerOf(load));
        const isFact = decision.from !== decision.to;
        const isCautious = isAsSafe(serializeHistory(saved), serializeHistory(scene.history));
        if (isFact || !isCautious) saved = scene.history;
      }
      const restarted = new ThresholdScene(scene.current);
      Object.assign(restarted, { now: scene.now, history: reloaded(saved, scene.now) });
      for (const load of after) {
        const steady = scene.look(answerOf(load)).decision;
        const other = restarted.look(answerOf(load)).decision;
        if (other.to === steady.to) continue;
        // The first difference is that it holds longer, or waits.
        expect(other.to === other.from || other.to > steady.to).toBe(true);
        return;
      }
    });
    fc.assert(later);
  });
});
