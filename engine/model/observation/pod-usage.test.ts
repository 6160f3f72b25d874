import { describe, expect, it } from "vitest";

import { resourceSamples } from "./pod-sample.ts";
import { type RawPodMetrics, readPodUsage } from "./pod-usage.ts";

const item = (containers: RawPodMetrics["containers"]): RawPodMetrics => ({
  metadata: { name: "web" },
  timestamp: "2026-01-01T00:00:00Z",
  window: "1m0.5s",
  containers: containers ?? null,
});
const cpu = (name: string, quantity: string) => ({ name, usage: { cpu: quantity } });

describe("resourceSamples", () => {
  // prettier-ignore
  it.each<{ shows: string; containers: RawPodMetrics["containers"]; of?: string; value: bigint | null }>([
    { shows: "the sum of containers",        containers: [cpu("a", "100m"), cpu("b", "1")],            value: 1100n },
    { shows: "nanocores, each rounded up",   containers: [cpu("a", "1n"), cpu("b", "1n")],             value: 2n },
    { shows: "values beyond doubles",        containers: [cpu("a", "9007199254740991m"), cpu("b", "1m"), cpu("c", "1Ei")], value: 9_007_199_254_740_992n + 2n ** 60n * 1000n },
    { shows: "sums beyond doubles",          containers: Array.from({ length: 9007 }, (_, at) => cpu(`c${at}`, "999999999999")), value: 9007n * 999_999_999_999_000n },
    { shows: "unusual forms with common ones", containers: [cpu("a", "1.5"), cpu("b", "-250m"), cpu("c", "1")], value: 2250n },
    { shows: "no partial sum",               containers: [cpu("a", "1"), { name: "b", usage: {} }],    value: null },
    { shows: "no malformed quantity",        containers: [cpu("a", "much")],                           value: null },
    { shows: "nothing without usage",        containers: [{ name: "a" }],                              value: null },
    { shows: "nothing without containers",   containers: [],                                           value: null },
    { shows: "nothing for null",             containers: null,                                         value: null },
    { shows: "one container",                containers: [cpu("a", "1"), cpu("b", "2")], of: "b",      value: 2000n },
    { shows: "the first of two with the same name", containers: [cpu("b", "1"), cpu("b", "2")], of: "b",      value: 1000n },
    { shows: "no other container",           containers: [cpu("a", "1")], of: "b",                     value: null },
    { shows: "one container if others have no usage", containers: [{ name: "a" }, cpu("b", "2")], of: "b",      value: 2000n },
  ])("counts $shows", ({ containers, of: name = null, value }) => {
    const samples = resourceSamples(readPodUsage([item(containers)]), "cpu", name);
    const time = Date.parse("2026-01-01T00:00:00Z");
    const read = [...samples].map(([pod, sample]) => [pod, sample.value, sample.time, sample.windowMs]);
    expect(read).toEqual(value === null ? [] : [["web", value, time, 60_500]]);
  });
});

it("has no resource named like a member of Object.prototype", () => {
  expect(resourceSamples(readPodUsage([item([cpu("a", "1")])]), "constructor", null).size).toBe(0);
});

// prettier-ignore
it.each<{ shows: string; of: readonly RawPodMetrics["containers"][]; amounts: readonly (bigint | null)[] }>([
  { shows: "the same containers",     of: [[cpu("a", "1"), cpu("b", "2")], [cpu("a", "3"), cpu("b", "4")]], amounts: [2000n, 4000n] },
  { shows: "other containers, and the first ones again", of: [[cpu("a", "1"), cpu("b", "2")], [cpu("b", "3")], [cpu("a", "4"), cpu("b", "5")]], amounts: [2000n, 3000n, 5000n] },
  { shows: "more containers",         of: [[cpu("b", "1")], [cpu("b", "2"), cpu("a", "3")]],           amounts: [1000n, 2000n] },
  { shows: "the same, none of which is measured", of: [[{ name: "b" }], [cpu("b", "2")]],               amounts: [null, 2000n] },
  { shows: "another order of resources", of: [[{ name: "b", usage: { cpu: "1", memory: "7" } }], [{ name: "b", usage: { memory: "7", cpu: "2" } }]], amounts: [1000n, 2000n] },
  { shows: "values beyond doubles",   of: [[cpu("b", "1Ei")], [cpu("b", "1.5")], [cpu("b", "much")], [cpu("b", "1")]], amounts: [2n ** 60n * 1000n, 1500n, null, 1000n] },
])("reads the pods of a list with $shows", ({ of, amounts }) => {
  const read = readPodUsage(of.map(item));
  expect(read.map(usage => usage.amountOf("cpu", "b"))).toEqual(amounts);
});
