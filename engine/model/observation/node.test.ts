import { describe, expect, it } from "vitest";

import { isSameJson } from "../values/json-values.ts";
import { type RawNode, trimNode, type TrimmedNode } from "./node.ts";

const since = "2026-01-01T00:00:00Z";
const later = "2026-01-01T00:05:00Z";
const muchLater = "2026-01-01T00:07:00Z";

const node = (ready?: string, lastTransitionTime: string | null = since, reason = ""): RawNode => ({
  metadata: { name: "n1", labels: { zone: "a" } },
  status: {
    allocatable: { cpu: "1930m", memory: "7Gi" },
    conditions: [
      { type: "MemoryPressure", status: "False" },
      ...(ready === undefined
        ? []
        : [{ type: "Ready", status: ready, reason, lastTransitionTime }]),
    ],
  },
});

describe("trimNode", () => {
  it("keeps the fields that counting needs", () => {
    expect(trimNode(node("True"))).toEqual({
      name: "n1",
      labels: { zone: "a" },
      taints: [],
      unschedulable: false,
      ready: "True",
      readySince: Date.parse(since),
      lostReadyAt: null,
      milliCpu: 1930n,
    });
  });

  it("keeps taints, of which the value may be absent, without the time", () => {
    const timeAdded = since;
    const taints = [
      { key: "a", value: "b", effect: "NoSchedule" },
      { key: "c", effect: "NoExecute", timeAdded },
    ];
    expect(trimNode({ spec: { taints } }).taints).toEqual([
      { key: "a", value: "b", effect: "NoSchedule" },
      { key: "c", value: "", effect: "NoExecute" },
    ]);
  });

  it("accepts an empty node", () => {
    expect(trimNode({})).toEqual({
      name: "",
      labels: {},
      taints: [],
      unschedulable: false,
      ready: "Unknown",
      readySince: null,
      lostReadyAt: null,
      milliCpu: 0n,
    });
  });

  const ready = trimNode(node("True"));
  const registered = { ...trimNode(node("False")), lostReadyAt: null };
  const lost = trimNode(node("False", later), ready);
  const never = trimNode(node());
  const createdAt = (creationTimestamp: string, raw: RawNode): RawNode => ({
    ...raw,
    metadata: { ...raw.metadata, creationTimestamp },
  });
  const neverReported = "NodeStatusNeverUpdated";

  // prettier-ignore
  it.each<{ when: string; raw: RawNode; previous?: TrimmedNode; lostAt: string | null }>([
    { when: "is ready",                                    raw: node("True", later), previous: lost,           lostAt: null },
    { when: "was ready and is Unknown",                    raw: node("Unknown", later), previous: ready,       lostAt: later },
    { when: "was ready and is False",                      raw: node("False", later), previous: ready,         lostAt: later },
    { when: "was ready, was False and is Unknown",         raw: node("Unknown", muchLater), previous: lost,    lostAt: later },
    { when: "was ready, was False and still is",           raw: node("False", later), previous: lost,          lostAt: later },
    { when: "was False and is False again",                raw: node("False", muchLater), previous: lost,      lostAt: muchLater },
    { when: "registered as False and is Unknown",          raw: node("Unknown", later), previous: registered,  lostAt: null },
    { when: "registered as False and still is",            raw: node("False"), previous: registered,           lostAt: null },
    { when: "had no condition and is Unknown",             raw: node("Unknown"), previous: never,              lostAt: null },
    { when: "had no condition and is False",               raw: node("False"), previous: never,                lostAt: null },
    { when: "is observed for the first time, Unknown",     raw: node("Unknown"),                               lostAt: since },
    { when: "is observed for the first time, False",       raw: node("False"),                                 lostAt: since },
    { when: "was created long before it became False",     raw: createdAt("2025-12-31T23:59:29Z", node("False")), lostAt: since },
    { when: "was created half a minute before it became False", raw: createdAt("2025-12-31T23:59:30Z", node("False")), lostAt: null },
    { when: "was created after it became False",           raw: createdAt(later, node("False")),               lostAt: null },
    { when: "was just created, and was ready before",      raw: createdAt(since, node("False", since)), previous: ready, lostAt: since },
    { when: "has a kubelet that has never posted a status", raw: node("Unknown", since, neverReported),        lostAt: null },
    { when: "has no transition time",                      raw: node("Unknown", null), previous: ready,        lostAt: null },
    { when: "has a malformed transition time",             raw: node("Unknown", "soon"),                       lostAt: null },
  ])("a node that $when lost its readiness at $lostAt", ({ raw, previous, lostAt }) => {
    const expected = lostAt === null ? null : Date.parse(lostAt);
    expect(trimNode(raw, previous).lostReadyAt).toBe(expected);
  });

  it.each([
    {
      shows: "the previous CPU if it cannot be read",
      cpu: "lots",
      previous: ready,
      milli: 1930n,
    },
    {
      shows: "the previous CPU if there is none",
      cpu: undefined,
      previous: ready,
      milli: 1930n,
    },
    { shows: "no CPU if there never was any", cpu: undefined, previous: undefined, milli: 0n },
    { shows: "a CPU of zero", cpu: "0", previous: ready, milli: 0n },
    { shows: "no CPU where none was ever read", cpu: "lots", previous: undefined, milli: 0n },
  ])("keeps $shows", ({ cpu, previous, milli }) => {
    const allocatable = cpu === undefined ? {} : { cpu };
    expect(trimNode({ status: { allocatable } }, previous).milliCpu).toBe(milli);
  });
});

describe("the resources of a node", () => {
  const before = trimNode(
    { status: { allocatable: { memory: "1Ki", "nvidia.com/gpu": "2" } } },
    undefined,
    true,
  );

  it.each<{ shows: string; allocatable: Record<string, string>; keeps: Record<string, bigint> }>([
    {
      shows: "all that it reports besides cpu",
      allocatable: { cpu: "4", memory: "2Ki", "nvidia.com/gpu": "1", pods: "110" },
      keeps: { memory: 2_048_000n, "nvidia.com/gpu": 1_000n, pods: 110_000n },
    },
    {
      shows: "the previous amount of one that it does not report, or that cannot be read",
      allocatable: { memory: "lots" },
      keeps: { memory: 1_024_000n, "nvidia.com/gpu": 2_000n },
    },
    {
      shows: "nothing of one that it reports as 0",
      allocatable: { memory: "0", "nvidia.com/gpu": "0", "hugepages-2Mi": "0" },
      keeps: {},
    },
  ])("are $shows", ({ allocatable, keeps }) => {
    expect(trimNode({ status: { allocatable } }, before, true).resources).toEqual(keeps);
  });

  it("are not kept before an object counts one", () => {
    expect(trimNode({ status: { allocatable: { memory: "1Ki" } } })).not.toHaveProperty(
      "resources",
    );
  });
});

describe("whether a node is the same", () => {
  const a = trimNode(node("True"));

  it("ignores a heartbeat", () => {
    expect(isSameJson(a, trimNode(node("True"), a))).toBe(true);
  });

  it.each<{ field: string; b: TrimmedNode }>([
    { field: "name", b: { ...a, name: "n2" } },
    { field: "a label's value", b: { ...a, labels: { zone: "b" } } },
    { field: "a label more", b: { ...a, labels: { zone: "a", rack: "1" } } },
    { field: "a label fewer", b: { ...a, labels: {} } },
    { field: "taints", b: { ...a, taints: [{ key: "a", value: "", effect: "NoSchedule" }] } },
    { field: "unschedulable", b: { ...a, unschedulable: true } },
    { field: "ready", b: { ...a, ready: "False" } },
    { field: "readySince", b: { ...a, readySince: 1 } },
    { field: "lostReadyAt", b: { ...a, lostReadyAt: 1 } },
    { field: "milliCpu", b: { ...a, milliCpu: 1n } },
  ])("detects a difference in $field", ({ b }) => {
    expect(isSameJson(a, b)).toBe(false);
  });
});
