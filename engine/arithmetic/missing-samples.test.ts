import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { PodSample } from "../model/observation/pod-sample.ts";
import { runs } from "../testing/runs.ts";
import { contextOf, podsOf } from "./testing/calculator.ts";
import { countFromPods } from "../sources/custom.ts";
import { countFromResource } from "./resource-metric.ts";

/** Per pod, its usage in thousandths of its request, and whether its sample is missing. */
const pods = fc.array(fc.record({ used: fc.nat(3000), isMissing: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
});
const target = fc.integer({ min: 10, max: 150 });
type Pods = typeof pods extends fc.Arbitrary<infer T> ? T : never;

/** The samples, with the missing ones left out or as idle. */
function samplesOf(all: Pods, missing: "left out" | "idle"): ReadonlyMap<string, PodSample> {
  const samples = new Map<string, PodSample>();
  for (const [index, { used, isMissing }] of all.entries()) {
    if (isMissing && missing === "left out") continue;
    const value = isMissing ? 0n : BigInt(used);
    samples.set(`p${index}`, { value, time: 0, windowMs: 0 });
  }
  return samples;
}

const sources = {
  "a utilization": (all: Pods, percent: number, missing: "left out" | "idle") =>
    countFromResource(
      { name: "memory", target: { averageUtilization: percent } },
      "c1",
      { kind: "Samples", samples: samplesOf(all, missing) },
      contextOf(memoryPods(all.length), { spec: all.length }),
    ),
  "a metric of pods": (all: Pods, percent: number, missing: "left out" | "idle") =>
    countFromPods(
      { metric: { name: "qps" }, target: { averageValue: `${percent * 10}m` } },
      { kind: "Samples", samples: samplesOf(all, missing) },
      contextOf(podsOf("r".repeat(all.length)), { spec: all.length }),
    ),
};

const memoryPods = (count: number) =>
  podsOf("r".repeat(count)).map(pod => ({
    ...pod,
    requests: {
      podLevel: null,
      containers: [{ name: "c1", requests: new Map([["memory", 1000n]]) }],
    },
  }));

describe.each(Object.entries(sources))("I2: %s without some samples", (_, propose) => {
  it("never recommends less than with idle samples, unless that exceeds the current count", () => {
    const property = fc.property(pods, target, (all, percent) => {
      const missing = propose(all, percent, "left out");
      const idle = propose(all, percent, "idle");
      // Without any sample the metric fails, which changes nothing.
      if (!missing.ok || !idle.ok) return;
      const floor = Math.min(all.length, idle.value.replicas);
      expect(missing.value.replicas).toBeGreaterThanOrEqual(floor);
    });
    fc.assert(property, runs(1000));
  });

  it("recommends scaling up only if it does so with idle samples", () => {
    const property = fc.property(pods, target, (all, percent) => {
      const missing = propose(all, percent, "left out");
      const idle = propose(all, percent, "idle");
      if (!missing.ok || !idle.ok || missing.value.replicas <= all.length) return;
      expect(idle.value.replicas).toBeGreaterThan(all.length);
    });
    fc.assert(property, runs(1000));
  });
});
