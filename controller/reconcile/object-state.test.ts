import { describe, expect, it } from "vitest";

import type { ClusterProportionalAutoscalerStatus } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { serializeHistory } from "../../engine/history/history-codec.ts";
import { emptyHistory, type History } from "../../engine/history/history.ts";
import { viewClusterProportionalStatus } from "../../engine/status/cluster-proportional-status.ts";
import { emptyMemory } from "../../engine/transition.ts";
import { inherit, keepTargets, ObjectStates, targetState } from "./object-state.ts";
import type { ScalingObject } from "../resource-driver.ts";

type Saved = ScalingObject<ClusterProportionalAutoscalerStatus>;

const now = Date.parse("2026-01-01T00:00:00Z");
const web = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const dns = { ...web, name: "dns" };

const history: History = {
  ...emptyHistory("t-1"),
  recommendations: [{ value: 5, since: now - 10_000 }],
  scaleEvents: [{ time: now - 60_000, change: 2 }],
  pending: { from: 5, to: 7, time: now - 1_000, targetUID: "t-1" },
};

/** As read from the API server: plain JSON. */
const saved = (status?: ClusterProportionalAutoscalerStatus, uid = "o-1"): Saved => {
  const metadata = { name: "a", namespace: "ns", uid, resourceVersion: "1" };
  return JSON.parse(JSON.stringify({ metadata, status })) as Saved;
};

function scene() {
  const complaints: string[] = [];
  const states = new ObjectStates<Saved>({
    view: viewClusterProportionalStatus,
    onUnreadable: (key, reason) => complaints.push(`${key}: ${reason}`),
  });
  return { states, complaints };
}

describe("ObjectStates", () => {
  it("restores the memory from the status", () => {
    const { states, complaints } = scene();
    const lastScaleTime = "2025-12-31T23:59:00Z";
    const object = saved({
      targets: [{ ref: web, lastScaleTime, history: serializeHistory(history) }, { ref: dns }],
    });
    const state = states.load("ns/a", object, now);
    expect(targetState(state, web)).toEqual({
      memory: { ...emptyMemory, history, lastScaleTime: now - 60_000 },
      ...{ written: null, decided: null, bounds: null },
    });
    const fresh = { memory: emptyMemory, written: null, decided: null, bounds: null };
    expect(targetState(state, dns)).toEqual(fresh);
    expect(state.status).toEqual(object.status);
    expect(complaints).toEqual([]);
  });

  it("starts empty for an object without a status", () => {
    const state = scene().states.load("ns/a", saved(), now);
    expect([state.targets.size, state.status]).toEqual([0, undefined]);
    expect(now - state.budget.writtenAt).toBe(Infinity);
  });

  it("prefers its memory to the cache: an older status reverts nothing", () => {
    const { states } = scene();
    const state = states.load("ns/a", saved(), now);
    targetState(state, web).memory = { ...emptyMemory, history };
    state.status = { summary: "newer" };
    const again = states.load("ns/a", saved({ summary: "older" }), now + 1);
    expect(again).toBe(state);
    expect([again.status, targetState(again, web).memory.history]).toEqual([
      { summary: "newer" },
      history,
    ]);
  });

  it("starts with an empty memory for a re-created object with the same key", () => {
    const { states } = scene();
    targetState(states.load("ns/a", saved(), now), web).memory = { ...emptyMemory, history };
    const again = states.load("ns/a", saved(undefined, "o-2"), now);
    expect(targetState(again, web).memory.history).toBeNull();
    expect(states.size).toBe(1);
  });

  it("forgets a deleted object", () => {
    const { states } = scene();
    const state = states.load("ns/a", saved(), now);
    states.delete("ns/a");
    expect(states.size).toBe(0);
    expect(states.load("ns/a", saved(), now)).not.toBe(state);
  });

  it("reports an invalid history, and uses the rest", () => {
    const { states, complaints } = scene();
    const broken = { ...serializeHistory(history), version: 9 };
    const object = saved({
      targets: [
        { ref: web, history: broken, lastScaleTime: "2025-12-31T23:59:00Z" },
        { ref: dns, history: serializeHistory(history) },
      ],
    });
    const state = states.load("ns/a", object, now);
    expect(targetState(state, web)).toMatchObject({
      memory: { history: null, lastScaleTime: now - 60_000 },
    });
    expect(targetState(state, dns).memory.history).toEqual(history);
    expect(complaints).toEqual(["ns/a: history.version: 9 is not supported"]);
  });

  it("ignores an invalid time", () => {
    const object = saved({ targets: [{ ref: web, lastScaleTime: "yesterday" }] });
    expect(
      targetState(scene().states.load("ns/a", object, now), web).memory.lastScaleTime,
    ).toBeNull();
  });
});

describe("keepTargets", () => {
  it("forgets targets that are no longer named, and keeps the others", () => {
    const state = scene().states.load("ns/a", saved(), now);
    targetState(state, web).memory = { ...emptyMemory, history };
    targetState(state, dns);
    keepTargets(state, [web]);
    expect([...state.targets.keys()]).toEqual(["apps/v1/Deployment/web"]);
    expect(targetState(state, web).memory.history).toEqual(history);
  });
});

describe("the remembered total", () => {
  it("is used for another target without a history", () => {
    const { states } = scene();
    const state = states.load("ns/a", saved(), now);
    const before = targetState(state, web);
    before.memory = { ...emptyMemory, history };
    before.written = { ref: web, resourceVersion: "7", at: 0 };
    inherit(state, [dns]);
    keepTargets(state, [dns]);
    expect([...state.targets.keys()]).toEqual(["apps/v1/Deployment/dns"]);
    expect(targetState(state, dns)).toMatchObject({ memory: { history }, written: null });
  });

  it("is kept while the target stays, or there is none", () => {
    const { states } = scene();
    const state = states.load("ns/a", saved(), now);
    const before = targetState(state, web);
    inherit(state, [web]);
    inherit(state, []);
    expect([...state.targets.values()]).toEqual([before]);
    expect(targetState(state, web)).toBe(before);
  });
});
