import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { upstreamSettings } from "../../../engine/model/spec/settings.ts";
import { runJob } from "../job.ts";
import { LoadBuilder, type Load } from "../load/load.ts";
import { simulatedObjectsIn } from "../objects.ts";
import { jobOf } from "../prepare.ts";
import { normal } from "./pod-start.ts";
import { seeded } from "../random.ts";

const dayMs = 86_400_000;
const start = Date.parse("2026-03-02T00:00:00Z");

/** A day and a night with noise, flat stretches and a gap. */
function noisyLoad(seed: number, noise: number): Load {
  const random = seeded(seed);
  const builder = new LoadBuilder("load", ["load"]);
  for (let time = 0; time < 1.5 * dayMs; time += 30_000) {
    if (time > 0.7 * dayMs && time < 0.72 * dayMs) continue;
    const base = 8 + 7 * Math.sin((2 * Math.PI * time) / dayMs) + (random() < 0.001 ? 10 : 0);
    const value = Math.max(0, base * (1 + noise * normal(random)));
    builder.add({ position: { line: 1 }, time: start + time, values: [value] });
  }
  const load = builder.finish();
  if (!load.ok) throw new Error(load.error);
  return load.value;
}

const metrics = {
  utilization:
    "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 60}}}",
  average:
    '{type: Pods, pods: {metric: {name: q}, target: {type: AverageValue, averageValue: "700m"}}}',
  external:
    '{type: External, external: {metric: {name: q}, target: {type: AverageValue, averageValue: "700m"}}}',
  value: '{type: External, external: {metric: {name: q}, target: {type: Value, value: "700m"}}}',
};

function jobFor(kind: keyof typeof metrics, behavior: string, bounds: string, startMs: number) {
  const spec = `{scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, ${bounds}, metrics: [${metrics[kind]}], behavior: ${behavior}}`;
  const found = simulatedObjectsIn(
    "hpa.yaml",
    `{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: web}, spec: ${spec}}`,
  );
  if (!found.ok) throw new Error(found.error);
  const job = jobOf(
    found.value.objects[0]!,
    {
      ...{ podCapacity: 1, podStart: { type: "Uniform", from: 10_000, to: startMs }, seed: 7 },
      ...{ metricIntervalMs: 15_000, metricDelayMs: 5_000, metricWindowMs: 15_000 },
      settings: upstreamSettings,
    },
    { columns: ["load"], factors: new Map() },
  );
  if (!job.ok) throw new Error(job.error);
  return job.value;
}

const behaviors = [
  "{}",
  "{scaleDown: {stabilizationWindowSeconds: 0}}",
  "{scaleUp: {stabilizationWindowSeconds: 120}, scaleDown: {stabilizationWindowSeconds: 60}}",
  "{scaleDown: {stabilizationWindowSeconds: 900, policies: [{type: Pods, value: 1, periodSeconds: 60}]}}",
  "{scaleUp: {policies: [{type: Pods, value: 1, periodSeconds: 90}]}}",
];

describe("syncs that are left out", () => {
  it("change neither a size nor a measure", () => {
    const arbitrary = fc.record({
      seed: fc.nat(1e6),
      noise: fc.constantFrom(0.02, 0.09, 0.3),
      kind: fc.constantFrom(...(Object.keys(metrics) as (keyof typeof metrics)[])),
      behavior: fc.constantFrom(...behaviors),
      bounds: fc.constantFrom("minReplicas: 1, maxReplicas: 50", "minReplicas: 6, maxReplicas: 15"),
      startMs: fc.constantFrom(20_000, 240_000),
    });
    fc.assert(
      fc.property(arbitrary, ({ seed, noise, kind, behavior, bounds, startMs }) => {
        const [job, load] = [jobFor(kind, behavior, bounds, startMs), noisyLoad(seed, noise)];
        const kept = { sizes: true, decisions: 0 };
        const whole = runJob(job, load, kept);
        const quick = runJob(job, load, { ...kept, skipsQuiet: true });
        const plain = ({ measures: { worst, ...rest }, ...all }: typeof whole) => ({
          ...{ ...all, ...rest, worst: worst && { ...worst, decision: null } },
        });
        expect(plain(quick)).toEqual(plain(whole));
      }),
    );
  });
});
