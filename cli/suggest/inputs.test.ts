import { describe, expect, it } from "vitest";

import type { AutoscalerSpec } from "../../engine/model/spec/autoscaler-spec.ts";
import type { Load } from "../simulate/load/load.ts";
import { operationsFor, withEdits } from "./edits.ts";
import { halvesOf } from "./halves.ts";
import { patchOf } from "./patch.ts";
import { safeShareOf } from "./safe-share.ts";

const hour = 3_600_000;

/** One value each hour, or several columns of them. */
function loadOf(hours: number, columns: Readonly<Record<string, (hour: number) => number>>): Load {
  const numbers = Array.from({ length: hours }, (_, at) => at);
  return {
    ...{ source: "past.csv", columns: Object.keys(columns), gaps: [], notes: [] },
    times: Float64Array.from(numbers, at => at * hour),
    values: Object.values(columns).map(value => Float64Array.from(numbers, at => value(at))),
    end: hours * hour,
  };
}

describe("the halves of a past", () => {
  // prettier-ignore
  it.each([
    { shows: "four days",                   hours: 96,  want: [48, 48] },
    { shows: "five days: the second is longer", hours: 120, want: [48, 72] },
    { shows: "two days and a part of one",  hours: 60,  want: [24, 36] },
  ])("are whole days of $shows", ({ hours, want }) => {
    const halves = halvesOf(loadOf(hours, { load: at => at }));
    const lengths = halves.ok && halves.value.map(({ times }) => times.length);
    expect(lengths).toEqual(want);
    expect(halves.ok && halves.value.map(({ values }) => values[0]?.[0])).toEqual([0, want[0]]);
    expect(halves.ok && halves.value.map(({ end }) => end / hour)).toEqual([want[0], hours]);
  });

  it("divide a gap that lies across the middle", () => {
    const load = { ...loadOf(96, { load: () => 1 }), gaps: [{ from: 40 * hour, to: 50 * hour }] };
    const halves = halvesOf(load);
    expect(halves.ok && halves.value.map(({ gaps }) => gaps)).toEqual([
      [{ from: 40 * hour, to: 48 * hour }],
      [{ from: 48 * hour, to: 50 * hour }],
    ]);
  });

  it("do not exist below two days", () => {
    const halves = halvesOf(loadOf(47, { load: () => 1 }));
    expect(!halves.ok && halves.error).toMatch(
      /^past\.csv: .* is too short; .* two days are needed/,
    );
  });
});

describe("the safe share of what a pod bears", () => {
  const columns = { load: () => 1, used: (at: number) => (at % 20) * 5 + 1, p99: () => 100 };
  /** 100 samples in each bin of 5%. */
  const measured = (p99: (used: number, at: number) => number): Load =>
    loadOf(2_000, { ...columns, p99: at => p99(columns.used(at), at) });
  const all = { latency: "p99", utilization: "used", objective: 200 };

  // prettier-ignore
  it.each([
    { shows: "is assumed without a latency",                  load: measured(() => 0), options: {}, want: { share: 0.85, reason: /assumed/ } },
    { shows: "stops at a small bin that is slow as a whole",  load: loadOf(900, { ...columns, used: at => (at < 400 ? 41 : at < 440 ? 72 : 88), p99: at => (at >= 400 && at < 440 ? 900 : 100) }), options: all, want: { share: 0.41, reason: /400 samples/ } },
    { shows: "is the highest bin that meets the objective",   load: measured(used => (used > 70 ? 300 : 100)), options: all, want: { share: 0.66, reason: /p99 was within 200 in 100\.0% of 100 samples/ } },
    { shows: "ends below the first bin that does not",        load: measured(used => (used > 50 && used < 55 ? 300 : 100)), options: all, want: { share: 0.46, reason: /100 samples/ } },
    { shows: "allows a sample of a hundred to be slow",       load: measured((used, at) => (used > 80 || at < 20 ? 300 : 100)), options: all, want: { share: 0.76, reason: /99\.0% of 100/ } },
    { shows: "needs 50 samples in a bin",                     load: loadOf(900, { ...columns, used: at => (at < 880 ? 41 : 96) }), options: all, want: { share: 0.41, reason: /880 samples/ } },
  ])("$shows", ({ load, options, want }) => {
    const safe = safeShareOf(load, options);
    expect(safe.ok && safe.value).toEqual({ share: want.share, reason: expect.stringMatching(want.reason) as string });
  });

  // prettier-ignore
  it.each([
    { shows: "an option that is missing",  options: { latency: "p99" },                want: "--latency, --utilization and --objective belong together: write all three or none" },
    { shows: "a column that is missing",   options: { ...all, utilization: "cpu" },    want: "--utilization cpu: the load has the columns load, used, p99" },
    { shows: "shares instead of percent",  options: { ...all, utilization: "load" },   want: "--utilization load: has no value above 1; it must be in percent" },
    { shows: "an objective never met",     options: { ...all, objective: 1 },          want: "--objective 1: at no utilization are 99% of at least 50 samples of p99 within it" },
  ])("reports $shows", ({ options, want }) => {
    const safe = safeShareOf(measured(() => 100), options);
    expect(!safe.ok && safe.error).toBe(want);
  });
});

const target = { type: "Utilization", averageUtilization: 70 };
const metric = { type: "Resource", resource: { name: "cpu", target } };
const path = ["metrics", "0", "resource", "target", "averageUtilization"];
const windowPath = ["behavior", "scaleDown", "stabilizationWindowSeconds"];
const both = [
  { path, value: 85 },
  { path: windowPath, value: 900 },
];

describe("edits", () => {
  it("change a copy", () => {
    const spec = { maxReplicas: 9, metrics: [metric] } as unknown as AutoscalerSpec;
    expect(withEdits(spec, both)).toEqual({
      maxReplicas: 9,
      metrics: [
        { ...metric, resource: { name: "cpu", target: { ...target, averageUtilization: 85 } } },
      ],
      behavior: { scaleDown: { stabilizationWindowSeconds: 900 } },
    });
    expect(spec.behavior).toBeUndefined();
  });

  // prettier-ignore
  it.each([
    { shows: "replaces a field",               object: { a: { b: 1 } },  edits: [{ path: ["a", "b"], value: 2 }], want: [{ op: "replace", path: "/a/b", value: 2 }] },
    { shows: "adds a field",                   object: { a: {} },        edits: [{ path: ["a", "b"], value: 2 }], want: [{ op: "add", path: "/a/b", value: 2 }] },
    { shows: "adds the objects on the way",    object: {},               edits: [{ path: ["a", "b"], value: 2 }], want: [{ op: "add", path: "/a", value: { b: 2 } }] },
    { shows: "adds them once",                 object: {},               edits: [{ path: ["a", "b"], value: 2 }, { path: ["a", "c"], value: 3 }], want: [{ op: "add", path: "/a", value: { b: 2 } }, { op: "add", path: "/a/c", value: 3 }] },
    { shows: "escapes what a pointer escapes", object: { "a/b": { "c~": 1 } }, edits: [{ path: ["a/b", "c~"], value: 2 }], want: [{ op: "replace", path: "/a~1b/c~0", value: 2 }] },
    { shows: "replaces in a list",             object: { a: [{ b: 1 }] }, edits: [{ path: ["a", "0", "b"], value: 2 }], want: [{ op: "test", path: "/a/0/b", value: 1 }, { op: "replace", path: "/a/0/b", value: 2 }] },
    { shows: "adds what is null",              object: { a: { b: null } }, edits: [{ path: ["a", "b", "c"], value: 2 }], want: [{ op: "add", path: "/a/b", value: { c: 2 } }] },
  ])("are a JSON Patch that $shows", ({ object, edits, want }) => {
    expect(operationsFor(object, edits)).toEqual(want);
  });
});

describe("a patch", () => {
  const named = { metadata: { name: "web", namespace: "shop" } };
  // prettier-ignore
  it.each([
    { shows: "a HorizontalPodAutoscaler", manifest: { kind: "HorizontalPodAutoscaler", ...named, spec: { maxReplicas: 9, metrics: [metric] } }, edits: both, want: [
      { op: "test", path: "/spec/metrics/0/resource/target/averageUtilization", value: 70 },
      { op: "replace", path: "/spec/metrics/0/resource/target/averageUtilization", value: 85 },
      { op: "add", path: "/spec/behavior", value: { scaleDown: { stabilizationWindowSeconds: 900 } } }] },
    { shows: "a ScaledObject", manifest: { kind: "ScaledObject", ...named, spec: { maxReplicaCount: 9, triggers: [{ type: "cpu", metadata: { value: "70" } }] } }, edits: [...both, { path: ["minReplicas"], value: 2 }, { path: ["maxReplicas"], value: 20 }], want: [
      { op: "test", path: "/spec/triggers/0/metadata/value", value: "70" },
      { op: "replace", path: "/spec/triggers/0/metadata/value", value: "85" },
      { op: "add", path: "/spec/advanced", value: { horizontalPodAutoscalerConfig: { behavior: { scaleDown: { stabilizationWindowSeconds: 900 } } } } },
      { op: "add", path: "/spec/minReplicaCount", value: 2 },
      { op: "replace", path: "/spec/maxReplicaCount", value: 20 }] },
  ])("has the paths of $shows", ({ manifest, edits, want }) => {
    const { operations, command } = patchOf(manifest, edits);
    expect(operations).toEqual(want);
    const resource = manifest.kind === "ScaledObject" ? "scaledobject" : "hpa.v2.autoscaling";
    expect(command).toBe(`kubectl patch ${resource} web --namespace shop --type json --patch-file patch.yaml`);
  });

  // prettier-ignore
  it.each([
    { shows: "a hostile name",  metadata: { name: "web; echo $(id)" }, want: null },
    { shows: "no name",         metadata: {},                          want: null },
    { shows: "no namespace",    metadata: { name: "web" },             want: "kubectl patch autoscaler web --type json --patch-file patch.yaml" },
  ])("has no command that a shell would misread with $shows", ({ metadata, want }) => {
    expect(patchOf({ kind: "Autoscaler", metadata, spec: {} }, [{ path: ["minReplicas"], value: 3 }]).command).toBe(want);
  });
});
