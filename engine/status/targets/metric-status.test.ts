import { describe, expect, it } from "vitest";

import type { MetricStatus } from "../../model/metric-vote.ts";
import { measuredValue, metricIdentity, toStoredMetric } from "./metric-status.ts";

const metric = { name: "rate", selector: { matchLabels: { verb: "GET" } } };
const describedObject = { apiVersion: "v1", kind: "Service", name: "web" };

// prettier-ignore
const rows: readonly { readonly metric: MetricStatus; readonly measured: number }[] = [
  { metric: { type: "" },                                                                                              measured: 0 },
  { metric: { type: "Resource", resource: { name: "cpu", current: { averageUtilization: 80, averageValue: "400m" } } }, measured: 80 },
  { metric: { type: "ContainerResource", containerResource: { name: "cpu", container: "a", current: { averageValue: "400m" } } }, measured: 400 },
  { metric: { type: "Pods", pods: { metric: { name: "rate" }, current: { averageValue: "1k" } } },                     measured: 1_000_000 },
  { metric: { type: "Object", object: { metric, describedObject, current: { value: "2" } } },                          measured: 2000 },
  { metric: { type: "Object", object: { metric, describedObject: { kind: "Service", name: "web" }, current: { value: "2" } } }, measured: 2000 },
  { metric: { type: "External", external: { metric, current: { averageValue: "-9223372036854775808m" } } },            measured: -(2 ** 63) },
];

describe("a measured metric in the status", () => {
  it.each(rows)("is stored unchanged: $metric", ({ metric, measured }) => {
    const stored = toStoredMetric(metric);
    expect(stored).toEqual(metric);
    expect(measuredValue(stored)).toBe(measured);
  });

  it("is stored without a selector longer than 1 KiB", () => {
    const selector = { matchLabels: { verb: "x".repeat(1024) } };
    const external = { metric: { name: "rate", selector }, current: { value: "2" } };
    const stored = toStoredMetric({ type: "External", external });
    expect(stored.external?.metric).toEqual({ name: "rate" });
  });

  it("has a key from everything but the measured value", () => {
    const identities = rows.map(row => JSON.stringify(metricIdentity(toStoredMetric(row.metric))));
    expect(new Set(identities).size).toBe(rows.length);
    const external = (value: string) =>
      metricIdentity({ type: "External", external: { metric, current: { value } } });
    expect(external("1")).toEqual(external("2"));
  });
});
