import { describe, expect, it, vi } from "vitest";

import { ok } from "../../engine/model/values/result.ts";
import { systemClock } from "../../kube/clock.ts";
import type { ScalerClient } from "../../kube/external-scaler/scaler-client.ts";
import { MetricCache } from "../metrics/metric-cache.ts";
import { later, withFakeTimers } from "../testing/fake-timers.ts";
import { untracked } from "../testing/untracked.ts";
import { PacedStarts } from "../workqueue/event-loop-turn.ts";
import { activityOf, scalerQuestion } from "./scaler-question.ts";

const schedule = (minReplicas: number) => ({
  ...{ name: "night", timeZone: "Etc/UTC", start: "0 20 * * *", end: "0 6 * * *", minReplicas },
});
const noon = Date.UTC(2026, 10, 26, 12);
const midnight = Date.UTC(2026, 10, 26, 0);

describe("why a scaler is asked whether it is active", () => {
  // prettier-ignore
  it.each([
    { when: "the workload never goes to 0",       minReplicas: 1, schedules: undefined,     now: noon,     counts: [1],    want: "Ignored" },
    { when: "it may go to 0",                     minReplicas: 0, schedules: undefined,     now: noon,     counts: [1],    want: "Keeps" },
    { when: "it is at 0",                         minReplicas: 0, schedules: undefined,     now: noon,     counts: [0],    want: "Wakes" },
    { when: "another workload of its total runs", minReplicas: 0, schedules: undefined,     now: noon,     counts: [0, 2], want: "Keeps" },
    { when: "a window lets it go to 0",           minReplicas: 1, schedules: [schedule(0)], now: midnight, counts: [1],    want: "Keeps" },
    { when: "it is at 0 in that window",          minReplicas: 1, schedules: [schedule(0)], now: midnight, counts: [0],    want: "Wakes" },
    { when: "that window has ended",              minReplicas: 1, schedules: [schedule(0)], now: noon,     counts: [1],    want: "Ignored" },
    { when: "a window keeps it above 0",          minReplicas: 0, schedules: [schedule(2)], now: midnight, counts: [2],    want: "Ignored" },
  ])("is $want when $when", ({ minReplicas, schedules, now, counts, want }) => {
    const spec = { minReplicas, maxReplicas: 10, replicaMultiple: 1, ...(schedules && { schedules }) };
    expect(activityOf(spec, counts.map(replicas => ({ replicas })), now)).toBe(want);
  });
});

/** A scaler that takes this time for each call, and counts those that run at the same time. */
function countingScaler(tookMs: number) {
  const calls = { running: 0, most: 0, all: 0 };
  const answers = {
    metricSpecs: [{ metricName: "queue", targetSize: "5", targetSizeFloat: 0 }],
    metricValues: [{ metricValue: "7", metricValueFloat: 0 }],
  };
  const call = async () => {
    calls.running += 1;
    calls.all += 1;
    calls.most = Math.max(calls.most, calls.running);
    await new Promise(resolve => setTimeout(resolve, tookMs));
    calls.running -= 1;
    return ok(answers);
  };
  return { calls, client: { call, connections: 1 } as unknown as ScalerClient };
}

/** A scaler whose stream is open; `announce` sends a message on it. */
function announcingScaler() {
  const opened: ((message: { result: boolean }) => void)[] = [];
  const channel = {
    open: (_: unknown, __: unknown, { message }: { message: (typeof opened)[number] }) => {
      opened.push(message);
      return () => undefined;
    },
  };
  const client = {
    connected: () => Promise.resolve(ok({ channel, methods: {} })),
    streams: {
      take: ({ begin }: { begin: () => void }) => {
        begin();
        return () => undefined;
      },
    },
  };
  const announce = () => opened.forEach(message => message({ result: true }));
  return { client: client as unknown as ScalerClient, opened, announce };
}

it("passes on that a scaler announces work", async () => {
  const { client, opened, announce } = announcingScaler();
  const clients = { of: () => ok(client), clock: systemClock };
  const query = { source: "queues", metadata: {}, metricName: null, push: true };
  const user = { namespace: "shop", owner: "web", isScaled: true, activity: "Wakes" } as const;
  const asked = scalerQuestion({ clients, random: () => 0 }, query, user);
  if (!asked.ok) throw new Error(asked.error);
  const heard = vi.fn();
  asked.value.listen?.(heard);
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  announce();
  expect(heard).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ isActive: true }));
});

describe("a hundred objects of one namespace with a scaler that needs a second for each", () => {
  withFakeTimers();

  it("ask it one after the other, and not all at the same moment", async () => {
    const { calls, client } = countingScaler(1_000);
    const answers = new MetricCache({
      podMoments: () => null,
      ...{ clock: systemClock, deadlineMs: 10_000, starts: new PacedStarts(systemClock) },
      onAnswer: () => undefined,
    });
    const query = { source: "queues", metadata: {}, metricName: null, push: false };
    const clients = { of: () => ok(client), clock: systemClock };
    for (let index = 0; index < 100; index += 1) {
      const user = { namespace: "shop", owner: `web-${index}`, isScaled: true };
      const asked = scalerQuestion({ clients, random: () => 0 }, query, {
        ...{ ...user, activity: "Ignored" },
      });
      if (!asked.ok) throw new Error(asked.error);
      answers.read(asked.value, 15, untracked);
    }
    // The first question of an object does not wait.
    await later(30_000);
    Object.assign(calls, { most: 0, all: 0 });
    await later(15_000);
    expect(calls.all).toBe(100);
    // 7 on average. By default, a namespace gets 16 places.
    expect(calls.most).toBeLessThanOrEqual(16);
  });
});
