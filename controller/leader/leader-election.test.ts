import { describe, expect, it } from "vitest";

import { err } from "../../engine/model/values/result.ts";
import type { Clock } from "../../kube/clock.ts";
import { kubeError } from "../../kube/transport/errors.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import { later as pass, stay, withFakeTimers } from "../testing/fake-timers.ts";
import { LeaderElection } from "./leader-election.ts";
import { LeaseServer } from "../testing/lease-server.ts";

/** Follows vitest's timers; each replica's clocks may have an offset. */
class ReplicaClock implements Clock {
  wallAhead = 0;
  monotonicAhead = 0;
  now = () => Date.now() + this.wallAhead;
  monotonic = () => performance.now() + this.monotonicAhead;
}

function replica(cluster: LeaseServer, identity: string) {
  const clock = new ReplicaClock();
  const told: string[] = [];
  const cut = { requests: false, watch: false, late: false };
  const transport = new ScriptedTransport(request => {
    if (cut.requests)
      return err(kubeError("Unreachable", { request: "", message: "no API server" }));
    const answer = cluster.answer(request);
    if (!cut.late) return answer;
    return err(kubeError("Timeout", { request: "", message: "late" }));
  });
  const election = new LeaderElection({
    ...{ transport, clock, random: () => 0.5, sleep: stay, identity, durationMs: 15_000 },
    reflectors: cluster.reflectors(() => cut.watch),
    lease: { namespace: "ns", name: "trimtab" },
    onStartedLeading: () => told.push("won"),
    onStoppedLeading: why => Promise.resolve(void told.push(`lost: ${why}`)),
    onTrouble: ({ code }) => told.push(code),
  });
  election.start();
  return { election, clock, told, cut, transport };
}

withFakeTimers();

describe("LeaderElection", () => {
  it("creates the Lease, and leads", async () => {
    const cluster = new LeaseServer();
    const a = replica(cluster, "a");
    expect(a.election.mayWrite()).toBe(false);
    await pass(0);
    expect([a.told, a.election.mayWrite()]).toEqual([["won"], true]);
    expect(cluster.lease?.spec).toEqual({
      holderIdentity: "a",
      leaseDurationSeconds: 15,
      acquireTime: expect.stringMatching(/^\d{4}-.*\.\d{6}Z$/) as string,
      renewTime: cluster.lease?.spec?.acquireTime,
      leaseTransitions: 0,
    });
  });

  it("costs a leader one write every few seconds, and the other replicas nothing", async () => {
    const cluster = new LeaseServer();
    const a = replica(cluster, "a");
    await pass(0);
    const b = replica(cluster, "b");
    await pass(600_000);
    expect(a.told).toEqual(["won"]);
    expect(a.transport.requests.length).toBeLessThan(170);
    expect([b.told, b.transport.requests.length, b.election.leader]).toEqual([[], 0, "a"]);
  });

  it("hands over to a waiting replica at once when it stops", async () => {
    const cluster = new LeaseServer();
    const a = replica(cluster, "a");
    await pass(0);
    const [b, c] = [replica(cluster, "b"), replica(cluster, "c")];
    await pass(10_000);
    await a.election.stop();
    expect(a.election.mayWrite()).toBe(false);
    await pass(100);
    expect([...b.told, ...c.told]).toEqual(["won"]);
    expect(cluster.lease?.spec?.leaseTransitions).toBe(1);
  });

  it("releases the Lease with no holder and the shortest duration, and keeps its other fields", async () => {
    const cluster = new LeaseServer();
    const a = replica(cluster, "a");
    await pass(5_000);
    const held = cluster.lease?.spec;
    await a.election.stop();
    expect(cluster.lease?.spec).toEqual({
      ...held,
      holderIdentity: "",
      leaseDurationSeconds: 1,
      renewTime: expect.stringMatching(/^\d{4}-.*\.\d{6}Z$/) as string,
    });
  });

  it("hands over after the Lease's duration, and not before, when it stops renewing", async () => {
    const cluster = new LeaseServer();
    const a = replica(cluster, "a");
    await pass(0);
    const b = replica(cluster, "b");
    await pass(3_800);
    a.cut.requests = true;
    await pass(14_900);
    expect(b.told).toEqual([]);
    expect(a.election.mayWrite()).toBe(false);
    await pass(200);
    expect(b.told).toEqual(["won"]);
  });

  // prettier-ignore
  it.each([
    { shows: "a suspend during which the monotonic clock stood still", wall: 10_001, monotonic: 0 },
    { shows: "a freeze of the process and a wall clock that is set back", wall: -60_000, monotonic: 10_001 },
    { shows: "both", wall: 60_000, monotonic: 60_000 },
  ])("may not write after $shows", async ({ wall, monotonic }) => {
    const a = replica(new LeaseServer(), "a");
    await pass(0);
    Object.assign(a.clock, { wallAhead: wall, monotonicAhead: monotonic });
    expect(a.election.mayWrite()).toBe(false);
    await pass(4_000);
    expect([a.election.mayWrite(), a.told]).toEqual([true, ["won"]]);
  });

  it("stops leading when another replica has taken the Lease, and takes it over in turn", async () => {
    const cluster = new LeaseServer();
    const a = replica(cluster, "a");
    await pass(0);
    cluster.put({ holderIdentity: "b", leaseDurationSeconds: 15 });
    await pass(0);
    expect([a.told, a.election.mayWrite()]).toEqual([["won", "lost: b holds the Lease"], false]);
    await pass(15_100);
    expect(a.told.at(-1)).toBe("won");
  });

  it("detects another leader without its watch", async () => {
    const cluster = new LeaseServer();
    const a = replica(cluster, "a");
    await pass(0);
    a.cut.watch = true;
    cluster.put({ holderIdentity: "b", leaseDurationSeconds: 15 });
    await pass(6_000);
    expect(a.told).toEqual(["won", "Conflict", "lost: b holds the Lease"]);
  });

  it("never takes a Lease that is renewed while its own watch is disconnected", async () => {
    const cluster = new LeaseServer();
    const a = replica(cluster, "a");
    await pass(0);
    const b = replica(cluster, "b");
    b.cut.watch = true;
    await pass(120_000);
    expect([a.told, b.told]).toEqual([["won"], []]);
    expect(b.transport.requests.length).toBeLessThan(12);
  });

  it("stops writing in time if no renewal gets through, and resumes when one does", async () => {
    const cluster = new LeaseServer();
    const a = replica(cluster, "a");
    await pass(0);
    a.cut.requests = true;
    await pass(9_999);
    expect(a.election.mayWrite()).toBe(true);
    await pass(1);
    expect(a.election.mayWrite()).toBe(false);
    await pass(2_000);
    expect(a.told).toContain("lost: the Lease could not be renewed: no API server");
    a.cut.requests = false;
    await pass(4_000);
    expect([a.told.at(-1), a.election.mayWrite()]).toEqual(["won", true]);
  });

  it("keeps a Lease whose renewal succeeds although the response arrives too late", async () => {
    const cluster = new LeaseServer();
    const a = replica(cluster, "a");
    await pass(0);
    a.cut.late = true;
    await pass(3_750);
    a.cut.late = false;
    await pass(10_000);
    expect(a.told.filter(word => word !== "Timeout" && word !== "Conflict")).toEqual(["won"]);
    expect(a.election.mayWrite()).toBe(true);
  });

  it("creates the Lease again after it is deleted", async () => {
    const cluster = new LeaseServer();
    const a = replica(cluster, "a");
    await pass(0);
    cluster.delete();
    await pass(100);
    expect(a.told).toEqual(["won", "lost: no replica holds the Lease", "won"]);
  });

  it("takes over at once from an earlier process with the same identity", async () => {
    const cluster = new LeaseServer();
    cluster.put({ holderIdentity: "a", leaseDurationSeconds: 15, leaseTransitions: 3 });
    const a = replica(cluster, "a");
    await pass(0);
    expect([a.told, cluster.lease?.spec?.leaseTransitions]).toEqual([["won"], 4]);
  });

  it("has one winner when many replicas start at the same time", async () => {
    const cluster = new LeaseServer();
    const replicas = ["a", "b", "c", "d", "e"].map(name => replica(cluster, name));
    await pass(10_000);
    expect(replicas.filter(({ election }) => election.mayWrite())).toHaveLength(1);
    expect(replicas.flatMap(({ told }) => told)).toEqual(["won"]);
  });

  it("has a leader again after a restore of the cluster resets the resource versions", async () => {
    const cluster = new LeaseServer();
    cluster.version = 1_000;
    const [a, b] = [replica(cluster, "a"), replica(cluster, "b")];
    await pass(60_000);
    cluster.version = 500;
    cluster.put({ holderIdentity: "old", leaseDurationSeconds: 15 });
    await pass(60_000);
    expect([a.election.mayWrite(), b.election.mayWrite()].filter(Boolean)).toHaveLength(1);
  });

  it("stops writing as soon as its watch reports another leader", async () => {
    const cluster = new LeaseServer();
    const a = replica(cluster, "a");
    await pass(0);
    cluster.lease = { ...cluster.lease!, spec: { holderIdentity: "b", leaseDurationSeconds: 15 } };
    cluster.put({ holderIdentity: "b", leaseDurationSeconds: 15 });
    expect(a.election.mayWrite()).toBe(false);
  });

  // prettier-ignore
  it.each([
    { shows: "a second",        leaseDurationSeconds: 1,             free: 15_100 },
    { shows: "nothing",         leaseDurationSeconds: 0,             free: 15_100 },
    { shows: "a negative time", leaseDurationSeconds: -5,            free: 15_100 },
    { shows: "68 years",        leaseDurationSeconds: 2_147_483_647, free: 3_600_100 },
  ])("waits $free ms for a silent leader whose Lease lasts $shows", async ({ leaseDurationSeconds, free }) => {
    const cluster = new LeaseServer();
    cluster.put({ holderIdentity: "b", leaseDurationSeconds });
    const a = replica(cluster, "a");
    await pass(free - 200);
    expect(a.told).toEqual([]);
    await pass(200);
    expect(a.told).toEqual(["won"]);
  });

  it("takes a Lease whose transition count is at its maximum, and keeps fields of other clients", async () => {
    const cluster = new LeaseServer();
    cluster.put({ leaseTransitions: 2_147_483_647 });
    const labels = { team: "platform" };
    cluster.lease = { ...cluster.lease!, metadata: { ...cluster.lease!.metadata, labels } };
    const a = replica(cluster, "a");
    await pass(0);
    expect(a.told).toEqual(["won"]);
    expect(cluster.lease.spec?.leaseTransitions).toBeLessThan(2_147_483_647);
    const write = a.transport.requests.find(({ method }) => method === "PUT");
    expect(write?.body).toMatchObject({ metadata: { labels } });
  });

  it("does not release a Lease that it does not hold", async () => {
    const cluster = new LeaseServer();
    const a = replica(cluster, "a");
    await pass(0);
    const b = replica(cluster, "b");
    await pass(1_000);
    await b.election.stop();
    expect(cluster.lease?.spec?.holderIdentity).toBe("a");
    expect(a.election.mayWrite()).toBe(true);
  });
});
