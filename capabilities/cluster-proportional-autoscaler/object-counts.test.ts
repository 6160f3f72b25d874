import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { err, ok } from "../../engine/model/values/result.ts";
import { failure } from "../../kube/testing/failure.ts";
import { untracked } from "../../controller/testing/untracked.ts";
import { watchedLists, type Listed } from "../../controller/testing/watched-server.ts";
import { ObjectCounts } from "./object-counts.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const object = (name: string, namespace = "a") => ({
  metadata: { name, namespace, uid: name, resourceVersion: "2" },
});

function scene(lists: Record<string, Listed>, dependents = 1) {
  const server = watchedLists(lists);
  const woken: string[] = [];
  const counts = new ObjectCounts(server.reflectors, topic => {
    woken.push(topic);
    return dependents;
  });
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return { ...server, counts, woken, settle };
}

it("asks for nothing before an object does, and closes the watch with the last one", async () => {
  const { counts, transport, reflectors, settle } = scene({ pods: [object("a")] });
  await settle();
  expect(transport.requests).toEqual([]);
  counts.count("pods", untracked);
  await settle();
  expect(reflectors.counts().get("pods")).toBe(1);
  counts.release(counts.topic("pods"));
  expect(reflectors.counts().size).toBe(0);
});

it("lists the metadata of pods that have not ended, once for all objects", async () => {
  const { counts, transport, settle } = scene({ pods: [object("a"), object("b")] });
  expect(counts.count("pods", untracked)).toBeNull();
  expect(counts.count("pods", untracked)).toBeNull();
  await settle();
  expect(counts.count("pods", untracked)).toEqual(ok(2));
  const [request, ...more] = transport.requests;
  expect(more).toEqual([]);
  expect(request).toMatchObject({
    path: "/api/v1/pods",
    query: { fieldSelector: "status.phase!=Succeeded,status.phase!=Failed" },
    accept: expect.stringContaining("PartialObjectMetadataList") as string,
  });
});

it("announces a burst of changes once in five seconds, and no change without another count", async () => {
  const { counts, woken, send, settle } = scene({ namespaces: [object("a", "")] });
  counts.count("namespaces", untracked);
  await settle();
  expect(woken).toEqual([counts.topic("namespaces")]);
  for (const name of ["b", "c", "d"]) await send("namespaces", "ADDED", object(name, ""));
  await settle();
  expect(counts.count("namespaces", untracked)).toEqual(ok(4));
  expect(woken).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(woken).toHaveLength(2);
  await send("namespaces", "DELETED", object("b", ""));
  await send("namespaces", "ADDED", object("e", ""));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(counts.count("namespaces", untracked)).toEqual(ok(4));
  expect(woken).toHaveLength(2);
});

it("leaves more time between two announcements if more objects depend on them", async () => {
  const { counts, woken, send, settle } = scene({ pods: [object("a")] }, 10_000);
  counts.count("pods", untracked);
  await settle();
  await send("pods", "ADDED", object("b"));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(woken).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(woken).toHaveLength(2);
});

it("waits while the API server is away, and says so if it refuses", async () => {
  const lists: Record<string, Listed> = { pods: failure("Timeout") };
  const { counts, woken, pauses, settle } = scene(lists);
  counts.count("pods", untracked);
  await settle();
  expect(counts.count("pods", untracked)).toBeNull();
  lists["pods"] = failure("Forbidden", "no");
  pauses.pop()?.();
  await settle();
  expect(counts.count("pods", untracked)).toEqual(
    err(expect.stringContaining("the pods cannot be counted: ")),
  );
  expect(woken.length).toBeGreaterThan(0);
  lists["pods"] = [object("a")];
  pauses.pop()?.();
  await settle();
  expect(counts.count("pods", untracked)).toEqual(ok(1));
});
