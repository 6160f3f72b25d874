import { expect, it } from "vitest";

import { end, type LoopPod, LoopWorkload } from "./pods.ts";

const start = Date.parse("2026-01-05T12:00:00Z");
const roomy = { room: Infinity, quota: Infinity, lostNode: null };

/** A workload of four pods that start in 30 s, after this many seconds. */
function workloadAfter(
  seconds: number,
  kind: "Deployment" | "StatefulSet",
  change: (workload: LoopWorkload, now: number) => Partial<typeof roomy>,
): LoopWorkload {
  const workload = new LoopWorkload({
    ...{ name: "web", replicas: 4, kind, now: start },
    startMs: () => 30_000,
  });
  const limits = { ...roomy, ...change(workload, start) };
  for (let passed = 5; passed <= seconds; passed += 5) {
    const placed = workload.pods.filter(({ startedAt }) => startedAt !== null).length;
    const now = start + passed * 1000;
    workload.advance({ ...limits, now, room: limits.room - placed });
  }
  return workload;
}

const grow = (workload: LoopWorkload) => {
  workload.replicas = 8;
  return {};
};
const count = (pods: readonly LoopPod[], is: (pod: LoopPod) => boolean) => pods.filter(is).length;
const stateOf = ({ pods }: LoopWorkload) => ({
  pods: pods.length,
  ready: count(pods, ({ isReady }) => isReady),
  waiting: count(pods, ({ startedAt }) => startedAt === null),
});

// prettier-ignore
it.each([
  { shows: "new pods start",             seconds: 20,  kind: "Deployment",  change: grow, is: { pods: 8, ready: 4, waiting: 0 } },
  { shows: "they become ready",          seconds: 60,  kind: "Deployment",  change: grow, is: { pods: 8, ready: 8, waiting: 0 } },
  { shows: "some have no node",          seconds: 60,  kind: "Deployment",  change: (w: LoopWorkload) => ({ ...grow(w), room: 6 }), is: { pods: 8, ready: 6, waiting: 2 } },
  { shows: "a quota keeps some away",    seconds: 60,  kind: "StatefulSet", change: (w: LoopWorkload) => ({ ...grow(w), quota: 5 }), is: { pods: 5, ready: 5, waiting: 0 } },
  { shows: "new pods crash",             seconds: 60,  kind: "Deployment",  change: (w: LoopWorkload, now: number) => { w.crashesFrom = now; return grow(w); }, is: { pods: 8, ready: 4, waiting: 0 } },
  { shows: "a container restarts",       seconds: 15,  kind: "Deployment",  change: (w: LoopWorkload, now: number) => { end(w.pods[0]!, now, { exitCode: 137, restartMs: 20_000 }); return {}; }, is: { pods: 4, ready: 3, waiting: 0 } },
  { shows: "a surge comes first",        seconds: 10,  kind: "Deployment",  change: (w: LoopWorkload) => { w.rollOut(); return {}; }, is: { pods: 5, ready: 4, waiting: 0 } },
  { shows: "a set replaces one by one",  seconds: 10,  kind: "StatefulSet", change: (w: LoopWorkload) => { w.rollOut(); return {}; }, is: { pods: 4, ready: 3, waiting: 0 } },
] as const)("$shows in a $kind after $seconds s", ({ seconds, kind, change, is }) => {
  expect(stateOf(workloadAfter(seconds, kind, change))).toEqual(is);
});

it("a partition keeps lower ordinals", () => {
  const workload = workloadAfter(300, "StatefulSet", one => {
    one.partition = 2;
    one.rollOut();
    return {};
  });
  const versions = [...workload.pods].sort((a, b) => a.number - b.number);
  expect(versions.map(({ version }) => version)).toEqual([1, 1, 2, 2]);
});

it("the youngest pods go first, after those without a node", () => {
  const workload = workloadAfter(60, "Deployment", one => ({ ...grow(one), room: 7 }));
  workload.replicas = 6;
  workload.advance({ ...roomy, room: 0, now: start + 65_000 });
  expect(stateOf(workload)).toEqual({ pods: 6, ready: 6, waiting: 0 });
  expect(workload.pods.map(({ name }) => name).slice(0, 4)).toEqual([
    ...["web-0", "web-1", "web-2", "web-3"],
  ]);
});
