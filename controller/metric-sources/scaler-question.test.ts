import { describe, expect, it } from "vitest";

import { activityOf } from "./scaler-question.ts";

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
