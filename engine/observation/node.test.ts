import { describe, expect, it } from "vitest";

import { type RawNode, sameNode, trimNode, type TrimmedNode } from "./node.ts";

const since = "2026-01-01T00:00:00Z";
const later = "2026-01-01T00:05:00Z";

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
      unschedulable: false,
      ready: "True",
      readySince: Date.parse(since),
      countsWhileUnknown: true,
      milliCpu: 1930n,
    });
  });

  it("accepts an empty node", () => {
    expect(trimNode({})).toEqual({
      name: "",
      labels: {},
      unschedulable: false,
      ready: "Unknown",
      readySince: null,
      countsWhileUnknown: false,
      milliCpu: 0n,
    });
  });

  const ready = trimNode(node("True"));
  const notReady = trimNode(node("False"));
  const never = trimNode(node());

  it.each<{ when: string; raw: RawNode; previous?: TrimmedNode; counts: boolean }>([
    { when: "it was ready", raw: node("Unknown", later), previous: ready, counts: true },
    { when: "it was not ready", raw: node("Unknown", later), previous: notReady, counts: false },
    { when: "it was not observed before", raw: node("Unknown"), counts: true },
    { when: "it had no condition yet", raw: node("Unknown"), previous: never, counts: false },
    {
      when: "it was Unknown and had been ready",
      raw: node("Unknown", later),
      previous: trimNode(node("Unknown"), ready),
      counts: true,
    },
    {
      when: "it was Unknown and had not been ready",
      raw: node("Unknown", later),
      previous: trimNode(node("Unknown"), notReady),
      counts: false,
    },
    {
      when: "its kubelet has never posted a status",
      raw: node("Unknown", since, "NodeStatusNeverUpdated"),
      counts: false,
    },
    {
      when: "it has no transition time",
      raw: node("Unknown", null),
      previous: ready,
      counts: false,
    },
    { when: "its transition time is malformed", raw: node("Unknown", "soon"), counts: false },
  ])("of an Unknown node, counts while unknown is $counts when $when", row => {
    const trimmed = trimNode(row.raw, row.previous);
    expect(trimmed).toMatchObject({ ready: "Unknown", countsWhileUnknown: row.counts });
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

describe("sameNode", () => {
  const a = trimNode(node("True"));

  it("ignores a heartbeat", () => {
    expect(sameNode(a, trimNode(node("True"), a))).toBe(true);
  });

  it.each<{ field: string; b: TrimmedNode }>([
    { field: "name", b: { ...a, name: "n2" } },
    { field: "a label's value", b: { ...a, labels: { zone: "b" } } },
    { field: "a label more", b: { ...a, labels: { zone: "a", rack: "1" } } },
    { field: "a label fewer", b: { ...a, labels: {} } },
    { field: "unschedulable", b: { ...a, unschedulable: true } },
    { field: "ready", b: { ...a, ready: "False" } },
    { field: "readySince", b: { ...a, readySince: 1 } },
    { field: "countsWhileUnknown", b: { ...a, countsWhileUnknown: false } },
    { field: "milliCpu", b: { ...a, milliCpu: 1n } },
  ])("detects a difference in $field", ({ b }) => {
    expect(sameNode(a, b)).toBe(false);
  });
});
