import { describe, expect, it } from "vitest";

import { serializeHistory } from "../../engine/memory.ts";
import { emptyHistory, type History } from "../../engine/model/history.ts";
import { emptyMemory } from "../../engine/transition.ts";
import { stored, statesScene } from "../testing/states-scene.ts";
import { inherit, keepTargets, targetState } from "./object-state.ts";

const now = Date.parse("2026-01-01T00:00:00Z");
const web = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const dns = { ...web, name: "dns" };

const history: History = {
  ...emptyHistory("t-1"),
  recommendations: [{ value: 5, since: now - 10_000 }],
  scaleEvents: [{ time: now - 60_000, change: 2 }],
  pending: { from: 5, to: 7, time: now - 1_000, targetUID: "t-1" },
};

describe("ObjectStates", () => {
  it("restores the memory from the status", () => {
    const { states, complaints } = statesScene();
    const lastScaleTime = "2025-12-31T23:59:00Z";
    const object = stored({
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
    const state = statesScene().states.load("ns/a", stored(), now);
    expect([state.targets.size, state.status]).toEqual([0, undefined]);
    expect(now - state.budget.writtenAt).toBe(Infinity);
  });

  it("prefers its memory to the cache: an older status reverts nothing", () => {
    const { states } = statesScene();
    const state = states.load("ns/a", stored(), now);
    targetState(state, web).memory = { ...emptyMemory, history };
    state.status = { summary: "newer" };
    const again = states.load("ns/a", stored({ summary: "older" }), now + 1);
    expect(again).toBe(state);
    expect([again.status, targetState(again, web).memory.history]).toEqual([
      { summary: "newer" },
      history,
    ]);
  });

  it("starts with an empty memory for a re-created object with the same key", () => {
    const { states } = statesScene();
    targetState(states.load("ns/a", stored(), now), web).memory = { ...emptyMemory, history };
    const again = states.load("ns/a", stored(undefined, "o-2"), now);
    expect(targetState(again, web).memory.history).toBeNull();
    expect([...states.entries()]).toHaveLength(1);
  });

  it("forgets a deleted object", () => {
    const { states } = statesScene();
    const state = states.load("ns/a", stored(), now);
    states.delete("ns/a");
    expect([...states.entries()]).toHaveLength(0);
    expect(states.load("ns/a", stored(), now)).not.toBe(state);
  });

  const saved = serializeHistory(history);
  const unversioned = { ...saved, version: undefined };

  // prettier-ignore
  it.each<{ shows: string; raw: object; reset: string | null; says: string[] }>([
    { shows: "version 1",           raw: saved,                             reset: null,             says: [] },
    { shows: "no version",          raw: unversioned,                       reset: null,             says: [] },
    { shows: "a null version",      raw: { ...saved, version: null },       reset: null,             says: [] },
    { shows: "version 2",           raw: { ...saved, version: 2 },          reset: "UnknownVersion", says: ["ns/a: history.version: 2 is not supported"] },
    { shows: "a version in words",  raw: { ...saved, version: "garbage" },  reset: "UnknownVersion", says: ["ns/a: history.version: must be a whole number, but is \"garbage\""] },
    { shows: "another format",      raw: { version: 2, past: "AQID" },      reset: "UnknownVersion", says: ["ns/a: history.targetUID: is required"] },
    { shows: "an invalid field",    raw: { ...saved, targetUID: 1 },        reset: "InvalidHistory", says: ["ns/a: history.targetUID: must be text, but is 1"] },
  ])("with $shows, starts a new history: $reset", ({ raw, reset, says }) => {
    const { states, complaints } = statesScene();
    const lastScaleTime = "2025-12-31T23:59:00Z";
    const object = stored({
      targets: [
        { ref: web, history: raw, lastScaleTime },
        { ref: dns, history: saved },
      ],
    });
    const state = states.load("ns/a", object, now);
    const lost = { ...emptyHistory(""), reset: { since: now, reason: reset } };
    expect(targetState(state, web).memory).toEqual({
      ...{ ...emptyMemory, lastScaleTime: now - 60_000 },
      history: reset === null ? history : lost,
    });
    expect(targetState(state, dns).memory.history).toEqual(history);
    expect(complaints).toEqual(says);
  });

  // prettier-ignore
  it.each<{ shows: string; type: string; status: "True" | "False"; zero: true | null }>([
    { shows: "an HPA's 0",             type: "ScaledToZero",  status: "True",  zero: true },
    { shows: "an HPA's 0 that ended",  type: "ScaledToZero",  status: "False", zero: null },
    { shows: "another condition",      type: "ScalingActive", status: "True",  zero: null },
  ])("remembers of $shows, if the history is lost, who scaled to 0: $zero", ({ type, status, zero }) => {
    const { states } = statesScene([
      { type, status, reason: "Any", message: "", lastTransitionTime: "" },
    ]);
    const unreadable = { version: 2 } as never;
    const object = stored({ targets: [{ ref: web, history: unreadable }] });
    const { history: lost } = targetState(states.load("ns/a", object, now), web).memory;
    expect(lost?.scaledToZero).toBe(zero);
  });

  it("ignores an invalid time", () => {
    const object = stored({ targets: [{ ref: web, lastScaleTime: "yesterday" }] });
    const state = statesScene().states.load("ns/a", object, now);
    expect(targetState(state, web).memory.lastScaleTime).toBeNull();
  });
});

describe("keepTargets", () => {
  it("forgets targets that are no longer named, and keeps the others", () => {
    const state = statesScene().states.load("ns/a", stored(), now);
    targetState(state, web).memory = { ...emptyMemory, history };
    targetState(state, dns);
    keepTargets(state, [web]);
    expect([...state.targets.keys()]).toEqual(["apps/v1/Deployment/web"]);
    expect(targetState(state, web).memory.history).toEqual(history);
  });
});

describe("the remembered total", () => {
  it("is used for another target without a history", () => {
    const { states } = statesScene();
    const state = states.load("ns/a", stored(), now);
    const before = targetState(state, web);
    before.memory = { ...emptyMemory, history };
    before.written = { ref: web, resourceVersion: "7", at: 0 };
    inherit(state, [dns]);
    keepTargets(state, [dns]);
    expect([...state.targets.keys()]).toEqual(["apps/v1/Deployment/dns"]);
    expect(targetState(state, dns)).toMatchObject({ memory: { history }, written: null });
  });

  it("is kept while the target stays, or there is none", () => {
    const { states } = statesScene();
    const state = states.load("ns/a", stored(), now);
    const before = targetState(state, web);
    inherit(state, [web]);
    inherit(state, []);
    expect([...state.targets.values()]).toEqual([before]);
    expect(targetState(state, web)).toBe(before);
  });
});
