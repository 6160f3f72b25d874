import { describe, expect, it } from "vitest";

import { Nodes, Pods } from "./pods.ts";
import { podStarts, podStartText } from "./pod-start.ts";

const requests = { podLevel: null, containers: [] };
const names = (pods: Pods): string[] => pods.list.map(({ name, phase }) => `${name} ${phase}`);

describe("the pods of a simulation", () => {
  const begun = (): Pods => {
    const pods = new Pods({ requests, readyAt: (now, count) => now + count * 10 });
    pods.begin(2, -1000);
    return pods;
  };

  it("are pending until they are ready", () => {
    const pods = begun();
    pods.scaleTo(4, 0);
    expect(names(pods)).toEqual([
      "pod-1 Running",
      "pod-2 Running",
      "pod-3 Pending",
      "pod-4 Pending",
    ]);
    expect(pods.nextReadyAt).toBe(30);
    pods.advance(29);
    expect(pods.ready).toBe(2);
    pods.advance(30);
    expect({ ready: pods.ready, next: pods.nextReadyAt }).toEqual({ ready: 3, next: 40 });
    pods.advance(40);
    expect({ ready: pods.ready, next: pods.nextReadyAt }).toEqual({ ready: 4, next: Infinity });
    expect(pods.list.at(-1)?.ready).toEqual({ status: "True", since: 40 });
  });

  // prettier-ignore
  it.each([
    { when: "a pod is starting",  at: 0,  want: ["pod-1 Running", "pod-2 Running"] },
    { when: "all are ready",      at: 50, want: ["pod-1 Running", "pod-2 Running"] },
    { when: "one has become ready", at: 30, want: ["pod-1 Running", "pod-2 Running"] },
  ])("leave from the youngest when $when", ({ at, want }) => {
    const pods = begun();
    pods.scaleTo(4, 0);
    pods.advance(at);
    pods.scaleTo(2, at);
    expect(names(pods)).toEqual(want);
  });

  it("leave before they are ready rather than after", () => {
    const pods = new Pods({ requests, readyAt: (now, count) => now + (count === 2 ? 100 : 10) });
    pods.begin(1, -1000);
    pods.scaleTo(3, 0);
    pods.advance(10);
    expect(names(pods)).toEqual(["pod-1 Running", "pod-3 Running", "pod-2 Pending"]);
    pods.scaleTo(2, 11);
    expect(names(pods)).toEqual(["pod-1 Running", "pod-3 Running"]);
  });
});

describe("the nodes of a simulation", () => {
  const settings = { count: 1, podsPerNode: 2, startMs: 90_000 };

  it("are ordered for the pods that do not fit", () => {
    const nodes = new Nodes(settings);
    expect([1, 2, 3, 4, 5].map(pods => nodes.roomFor(pods, 0))).toEqual([
      0, 0, 90_000, 90_000, 90_000,
    ]);
    expect(nodes.roomFor(3, 30_000)).toBe(90_000);
    expect(nodes.roomFor(6, 90_000)).toBe(90_000);
    expect(nodes.roomFor(7, 90_000)).toBe(180_000);
  });

  it("leave ten minutes after they are spare", () => {
    const nodes = new Nodes(settings);
    nodes.roomFor(4, 0);
    nodes.release(2, 100_000);
    nodes.release(2, 699_000);
    expect(nodes.roomFor(4, 699_000)).toBe(699_000);
    nodes.release(2, 700_000);
    expect(nodes.roomFor(4, 700_000)).toBe(790_000);
  });
});

describe("the start of a pod", () => {
  const many = (start: Parameters<typeof podStarts>[0]): number[] => {
    const next = podStarts(start, 7);
    return Array.from({ length: 4000 }, next).toSorted((a, b) => a - b);
  };

  // prettier-ignore
  it.each([
    { start: { type: "Constant", ms: 60_000 },                     median: 60_000, p90: 60_000, text: "60s" },
    { start: { type: "Uniform", from: 30_000, to: 90_000 },        median: 60_000, p90: 84_000, text: "30s..90s" },
    { start: { type: "LogNormal", median: 30_000, p90: 90_000 },   median: 30_000, p90: 90_000, text: "p50=30s,p90=90s" },
    { start: { type: "Recorded", ms: [1000, 2000, 3000], source: "pods.json" }, median: 2000, p90: 3000, text: "3 pods of pods.json: p50=2s,p90=3s" },
  ] as const)("follows its distribution: $text", ({ start, median, p90, text }) => {
    const drawn = many(start);
    expect((drawn[2000] ?? 0) / median).toBeCloseTo(1, 1);
    expect((drawn[3600] ?? 0) / p90).toBeCloseTo(1, 1);
    expect(podStartText(start)).toBe(text);
  });
});
