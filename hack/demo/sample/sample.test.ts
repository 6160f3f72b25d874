import { describe, expect, it } from "vitest";

import type { MetricSpec, MetricTarget } from "../../../crds/generated/autoscaler.ts";
import { listSamples, readSample, sampleNames } from "./catalogue.ts";
import { missingFrom } from "./demo-sample.ts";
import { measuresOf } from "./measures.ts";
import type { SampleSpec } from "./sample-spec.ts";
import { extendedIn, scenesFor } from "./scenes.ts";
import { requestsOf, workloadsOf } from "./workloads.ts";

const requests = { cpu: 100, memory: 1000 };
const metric = { name: "rps", selector: { matchLabels: { verb: "GET" } } };
const source = { kind: "pods", metric: "rps", labels: { verb: "GET" } };

const rule = { metric: { type: "Pods", pods: { metric } }, durationSeconds: 30 } as const;
const above = { ...rule, comparison: "GreaterThan", value: "50", increment: 1 } as const;
const below = { ...rule, comparison: "LessThan", value: 5, increment: -1 } as const;
const describedObject = { apiVersion: "v1", kind: "Service", name: "front" };
const ofObject = (target: Pick<MetricTarget, "value" | "averageValue">): MetricSpec => ({
  type: "Object",
  object: { metric: { name: "rps" }, describedObject, target: { type: "Value", ...target } },
});

describe("the demonstration of a sample", () => {
  it.each(sampleNames())("has workloads, scenes and measures for %s", name => {
    const sample = readSample(name);
    const workloads = workloadsOf(sample, {});
    expect(sample.scalers).not.toEqual([]);
    expect(workloads).not.toEqual([]);
    expect(scenesFor(sample)).not.toEqual([]);
    for (const { kind, spec } of sample.scalers) {
      if (kind !== "Autoscaler") continue;
      const measures = measuresOf(spec, requestsOf(workloads));
      expect(measures).not.toEqual([]);
      for (const { podLoad, low } of measures) {
        expect(podLoad).toBeGreaterThan(0);
        expect(low).toBeGreaterThan(0);
      }
    }
  });

  it.each([
    { name: "cpa-dimensions", want: { "nvidia.com/gpu": "2" } },
    { name: "cpa-linear", want: {} },
  ])("gives the nodes that join the extended resources of $name", ({ name, want }) => {
    expect(extendedIn(readSample(name))).toEqual(want);
  });

  it("is listed in one line for each sample", () => {
    const lines = listSamples().split("\n");
    expect(lines).toHaveLength(sampleNames().length);
    for (const line of lines) expect(line).toMatch(/^ {2}(cpa|autoscaler)-\S+ +\S+ .*/);
  });

  it.each<{ shows: string; spec: SampleSpec; measures: object[] }>([
    {
      shows: "cpu at 80% without metrics",
      spec: {},
      measures: [
        { source: { kind: "used", resource: "cpu" }, podLoad: 80, low: 0.2, shared: "each" },
      ],
    },
    {
      shows: "one metric of two thresholds, once, with a low load below both",
      spec: {
        thresholds: [
          { name: "busy", type: "Value", value: above },
          { name: "idle", type: "Value", value: below },
        ],
      },
      measures: [{ source, podLoad: 50_000, low: 0.08, shared: "each" }],
    },
    {
      shows: "a lower threshold alone",
      spec: { thresholds: [{ name: "idle", type: "Value", value: below }] },
      measures: [{ source, podLoad: 10_000, low: 0.2, shared: "each" }],
    },
    {
      shows: "the metric of an intention",
      spec: {
        thresholds: [
          { name: "cpu", type: "Intention", intention: { intent: "CPUUtilization", value: "70" } },
        ],
      },
      measures: [
        { source: { kind: "used", resource: "cpu" }, podLoad: 70, low: 0.2, shared: "each" },
      ],
    },
    {
      shows: "an average of one value, and the whole value",
      spec: { metrics: [ofObject({ averageValue: 2 }), ofObject({ value: "3" })] },
      measures: [
        {
          source: { kind: "object", metric: "rps", labels: {}, object: describedObject },
          ...{ podLoad: 2000, low: 0.2, shared: "whole" },
        },
      ],
    },
  ])("measures $shows", ({ spec, measures }) => {
    expect(measuresOf(spec, requests)).toEqual(measures);
  });

  it.each([
    { shows: "a rise passes", changes: { rises: 1 }, active: true, missing: null },
    { shows: "no change fails", changes: {}, active: true, missing: "a change of size" },
    {
      shows: "DryRun: withheld size passes",
      changes: { withheld: 1 },
      active: false,
      missing: null,
    },
    {
      shows: "DryRun: no withheld size fails",
      changes: {},
      active: false,
      missing: "a size that it would write",
    },
    {
      shows: "DryRun: a change fails",
      ...{ changes: { withheld: 1, falls: 1 }, active: false },
      missing: "a size that no client changes",
    },
  ])("$shows", ({ changes, active, missing }) => {
    expect(missingFrom({ rises: 0, falls: 0, withheld: 0, ...changes }, active)).toBe(missing);
  });
});
