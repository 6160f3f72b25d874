import { describe, expect, it } from "vitest";

import { type RawPod, trimPod } from "../model/observation/pod.ts";
import type { PodSample } from "../model/observation/pod-sample.ts";
import { contextOf, NOW } from "./testing/calculator.ts";
import { groupPods } from "./group-pods.ts";

const { settings } = contextOf([], { spec: 0 });
const ago = (seconds: number): string => new Date(NOW - seconds * 1000).toISOString();

/** Seconds ago; absent: not yet. */
interface Row {
  readonly shows: string;
  readonly phase?: string;
  readonly started?: number;
  readonly ready?: readonly [status: string, since: number];
  readonly sample?: { readonly ago: number; readonly window: number } | null;
  readonly isCpu?: boolean;
  readonly group: "ready" | "unready" | "missing" | "ignored";
  readonly isDeleting?: boolean;
}

function rawPod({ phase = "Running", started, ready, isDeleting }: Row): RawPod {
  const [status = "", since = 0] = ready ?? [];
  return {
    metadata: { name: "pod", deletionTimestamp: isDeleting ? ago(1) : null },
    status: {
      phase,
      startTime: started === undefined ? null : ago(started),
      conditions: ready ? [{ type: "Ready", status, lastTransitionTime: ago(since) }] : null,
    },
  };
}

describe("groupPods, as in upstream's table", () => {
  const now = { ago: 0, window: 30 };
  const old = { ago: 600, window: 0 };

  // prettier-ignore
  it.each<Row>([
    { shows: "memory needs no readiness",                    sample: now, isCpu: false, group: "ready" },
    { shows: "no Ready condition",                           started: 0, sample: old, group: "unready" },
    { shows: "no start time",                                ready: ["True", 600], sample: now, group: "unready" },
    { shows: "initializing, a full window since ready",      started: 60, ready: ["True", 30], sample: now, group: "ready" },
    { shows: "initializing, less than a window since ready", started: 60, ready: ["True", 30], sample: { ago: 0, window: 60 }, group: "unready" },
    { shows: "initializing, readiness unknown, a window since", started: 60, ready: ["Unknown", 30], sample: now, group: "ready" },
    { shows: "initializing and unready",                     started: 60, ready: ["False", 50], sample: now, group: "unready" },
    { shows: "the last moment of initialization",            started: 119.999, ready: ["False", 50], sample: now, group: "unready" },
    { shows: "the first moment after initialization",        started: 120, ready: ["False", 50], sample: now, group: "ready" },
    { shows: "never ready within the readiness delay",       started: 600, ready: ["False", 594], sample: old, group: "unready" },
    { shows: "an old sample after initialization",           started: 180, ready: ["True", 180], sample: { ago: 120, window: 60 }, group: "ready" },
    { shows: "unready after having been ready",              started: 600, ready: ["False", 540], sample: old, group: "ready" },
    { shows: "unready exactly after the readiness delay",    started: 600, ready: ["False", 590], sample: old, group: "ready" },
    { shows: "readiness unknown, never ready",               started: 600, ready: ["Unknown", 594], sample: old, group: "ready" },
    { shows: "no sample",                                    started: 180, sample: null, group: "missing" },
    { shows: "succeeded without a sample",                   phase: "Succeeded", started: 180, sample: null, group: "missing" },
    { shows: "succeeded with a sample",                      phase: "Succeeded", started: 180, ready: ["True", 180], sample: now, group: "ready" },
    { shows: "pending without a sample",                     phase: "Pending", sample: null, group: "unready" },
    { shows: "pending with a sample",                        phase: "Pending", sample: now, isCpu: false, group: "unready" },
    { shows: "deleting and pending",                         phase: "Pending", isDeleting: true, sample: now, group: "ignored" },
    { shows: "failed",                                       phase: "Failed", sample: now, group: "ignored" },
  ])("$shows: $group", row => {
    const { sample, isCpu = true, group } = row;
    const samples = new Map<string, PodSample>();
    if (sample) {
      const time = NOW - sample.ago * 1000;
      samples.set("pod", { value: 1n, time, windowMs: sample.window * 1000 });
    }
    const pod = trimPod(rawPod(row));
    const groups = groupPods([pod], samples, { isCpu, now: NOW, settings });
    const names = { ready: groups.ready, unready: 0, missing: 0, ignored: 0 };
    for (const key of ["unready", "missing", "ignored"] as const) names[key] = groups[key].length;
    expect(names).toEqual({ ready: 0, unready: 0, missing: 0, ignored: 0, [group]: 1 });
  });

  it("returns empty groups without pods", () => {
    const groups = groupPods([], new Map(), { isCpu: true, now: NOW, settings });
    expect(groups).toEqual({ ready: 0, unready: [], missing: [], ignored: [] });
  });
});
