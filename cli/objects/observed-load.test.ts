import { describe, expect, it } from "vitest";

import { metricLoad } from "./observed-load.ts";

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
