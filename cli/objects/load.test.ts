import { describe, expect, it } from "vitest";

import { objectOf, web } from "../testing/objects.ts";
import { describeLoad, type Load, loadCell, metricLoad, shortLoadCell } from "./load.ts";

const resource = (name: string, target: object) => ({
  type: "Resource",
  resource: { name, target },
});
const measured = (name: string, current: object) => ({
  type: "Resource",
  resource: { name, current },
});
const loadOf = (metrics: readonly object[], currentMetrics: readonly object[]): Load =>
  objectOf({ ...web, spec: { ...web.spec, metrics }, status: { currentMetrics } }).load;

describe("a load in words", () => {
  it.each([
    {
      when: "the spec has no metrics",
      spec: [],
      status: [measured("cpu", { averageUtilization: 40 })],
      want: "cpu 40%/80%",
    },
    {
      when: "memory is a number of bytes",
      spec: [resource("memory", { averageValue: 536_870_912 })],
      status: [measured("memory", { averageValue: "314572800" })],
      want: "memory 300Mi/512Mi",
    },
    {
      when: "a small amount of memory has a large unit",
      spec: [resource("memory", { averageValue: "2Gi" })],
      status: [measured("memory", { averageValue: "1610612736" })],
      want: "memory 1.5Gi/2Gi",
    },
    {
      when: "memory is a utilization",
      spec: [resource("memory", { averageUtilization: 70 })],
      status: [measured("memory", { averageUtilization: 9, averageValue: "314572800" })],
      want: "memory 9%/70%",
    },
    {
      when: "cpu is an amount",
      spec: [resource("cpu", { averageValue: "500m" })],
      status: [measured("cpu", { averageValue: "1250m" })],
      want: "cpu 1250m/500m",
    },
    {
      when: "one of two metrics does not answer",
      spec: [
        resource("cpu", { averageUtilization: 70 }),
        resource("memory", { averageValue: "1Gi" }),
      ],
      status: [{ type: "" }, measured("memory", { averageValue: "1073741824" })],
      want: "cpu ?/70% memory 1Gi/1Gi",
    },
    {
      when: "the metric has another type",
      spec: [
        {
          type: "Pods",
          pods: { metric: { name: "rps" }, target: { type: "AverageValue", averageValue: "100" } },
        },
      ],
      status: [
        { type: "Pods", pods: { metric: { name: "rps" }, current: { averageValue: "80" } } },
      ],
      want: "rps 80/100",
    },
    {
      when: "the metric is of a container",
      spec: [
        {
          type: "ContainerResource",
          containerResource: { name: "cpu", container: "app", target: { averageUtilization: 5 } },
        },
      ],
      status: [],
      want: "cpu(app) ?/5%",
    },
    {
      when: "the metric has a type that the CRD does not have",
      spec: [{ type: "Queue", queue: { metric: { name: 7 }, target: { averageUtilization: {} } } }],
      status: [{ type: "Queue", queue: 7 }],
      want: "Queue ?/",
    },
  ])("is $want when $when", ({ spec, status, want }) => {
    expect(loadCell(loadOf(spec, status))).toBe(want);
  });

  it("is the load of the winning metric if space is limited", () => {
    const spec = [
      resource("cpu", { averageUtilization: 70 }),
      resource("memory", { averageUtilization: 50 }),
    ];
    const load = loadOf(spec, [
      measured("cpu", { averageUtilization: 10 }),
      measured("memory", { averageUtilization: 60 }),
    ]);
    expect(shortLoadCell(load, "memory")).toBe("60%/50%");
    expect(shortLoadCell(load, null)).toBe("10%/70%");
    expect(describeLoad(load)).toBe("cpu 10% of 70%, memory 60% of 50%");
  });

  it.each([
    {
      nodes: 40,
      cores: 320,
      long: "40 nodes 320 cores",
      short: "40n 320c",
      told: "40 nodes, 320 cores",
    },
    { nodes: 1, cores: 1, long: "1 node 1 core", short: "1n 1c", told: "1 node, 1 core" },
    { nodes: null, cores: null, long: "-", short: "-", told: "nothing yet" },
  ])("is $long of a cluster", ({ nodes, cores, long, short, told }) => {
    const load = { kind: "Cluster", nodes, cores, others: [] } as const;
    expect([loadCell(load), shortLoadCell(load, null), describeLoad(load)]).toEqual([
      long,
      short,
      told,
    ]);
  });
});

const metric = { name: "queue" };
const target = { averageValue: "10" };

describe("the load of an Autoscaler", () => {
  // prettier-ignore
  it.each([
    { shows: "a resource",  type: "Resource",   source: { name: "cpu", target: { averageUtilization: 80 } }, want: { name: "cpu", target: "80%" } },
    { shows: "a container", type: "ContainerResource", source: { name: "cpu", container: "app", target }, want: { name: "cpu(app)", target: "10" } },
    { shows: "a metric",    type: "External",   source: { metric, target },                     want: { name: "queue", target: "10" } },
    { shows: "a query",     type: "Prometheus", source: { source: "platform", query: "up", target }, want: { name: "platform", target: "10" } },
    { shows: "another type", type: "Weather",   source: {},                                     want: { name: "Weather", target: "" } },
  ])("has the name and the target of $shows", ({ type, source, want }) => {
    const key = type.charAt(0).toLowerCase() + type.slice(1);
    const spec = { metrics: [{ type, [key]: source }] } as never;
    expect(metricLoad({ spec })).toEqual({ kind: "Metrics", metrics: [{ ...want, current: null }] });
  });
});
