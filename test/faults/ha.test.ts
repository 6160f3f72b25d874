import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import type { AuditEvent } from "../../hack/cluster/audit.ts";
import { mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { startBalancer, type Balancer } from "../../hack/cluster/operator/balancer.ts";
import { installWebhook, removeWebhook } from "../../hack/cluster/operator/install.ts";
import { startMetricsApi, type MetricsApi } from "../../hack/cluster/operator/metrics-api.ts";
import { startOperator, type Operator } from "../../hack/cluster/operator/operator.ts";
import { makeBusyPlace, scalerPath } from "./cluster/busy-place.ts";
import { deploymentPath, startFaultCluster, type Place } from "./cluster/fault-cluster.ts";
import { report } from "./figures.ts";
import { createFleet, makeFleet, type Member, usageOf } from "./fleet.ts";
import {
  type Handover,
  handoverAfter,
  lateWritesIn,
  leaseWritesIn,
  type LeaseWrite,
  reignsIn,
  repeated,
  type Reign,
} from "./ha/leaders.ts";
import {
  countsOfStill,
  createRival,
  createStill,
  expectRivalAtRest,
  stillTargets,
  withStill,
} from "./ha/still.ts";
import { Reviews } from "./ha/reviews.ts";
import {
  carryOut,
  drawTrials,
  faults,
  leaderOnceSettled,
  type Outcome,
  Renewal,
  type Replicas,
} from "./ha/trials.ts";
import { roomsOf } from "./promises.ts";
import { auditOfAll, patchesIn } from "./requests.ts";
import { scaleLog, type ScaleLog } from "./scale-log.ts";

/** One trial of each fault; `make test-ha` runs 200. */
const trials = Number(process.env["TRIALS"] ?? faults.length);
/** Autoscalers for each behavior without pods; `makeFleet` adds one with pods. */
const copies = trials > faults.length ? 2 : 1;
/** The installed durations, or shorter ones. */
const leaseSeconds = trials > faults.length ? 15 : 6;
/** SEED repeats a run; FROM continues where a run ended. */
const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const from = Number(process.env["FROM"] ?? 0);

let cluster: Cluster;
let metrics: MetricsApi;
let place: Place;
let balancer: Balancer;
let fleet: readonly Member[];
let patches: readonly AuditEvent[];
let log: ScaleLog;
let events: readonly AuditEvent[];
let leaseWrites: readonly LeaseWrite[];
let reigns: readonly Reign[];
const outcomes: Outcome[] = [];
const running = new Map<string, Operator>();
let serial = 0;
/** How replicas ended during the trials. */
const ends: string[] = [];
let isOver = false;
let reviews: Reviews;
const controllers = new Renewal();

async function startReplica(): Promise<void> {
  serial += 1;
  const replica = `ha-${serial}`;
  const values = {
    webhook: { url: `https://localhost:${balancer.port}/validate` },
    leaderElection: { leaseDurationSeconds: leaseSeconds },
  };
  const own = { managesCertificate: true, elects: true, webhook: false };
  // One second for the balancer to notice that a replica is no longer ready.
  const operator = await startOperator(cluster, { replica, values, ...own, graceSeconds: 1 });
  void operator.exited.then(how => {
    if (!isOver) ends.push(`${replica}: ${how}`);
  });
  running.set(replica, operator);
  balancer.add(operator);
}

const leasePath = "/apis/coordination.k8s.io/v1/namespaces/trimtab-system/leases/trimtab";

/** The current leader: there is one shortly after the lease duration. */
function leader(): Promise<string> {
  return vi.waitFor(
    async () => {
      const { spec } = await mustRequest(cluster, "GET", leasePath);
      const holder = (spec as { readonly holderIdentity?: string }).holderIdentity ?? "";
      if (!running.has(holder)) throw new Error(`${holder || "no replica"} leads`);
      return holder;
    },
    { timeout: 60_000, interval: 250 },
  );
}

/** The replica's own count of accepted count and status writes. */
async function writesSoFar(name: string): Promise<number> {
  const { text } = await running.get(name)!.get("/metrics");
  const counts = text.matchAll(
    /^trimtab_kube_requests_total{verb="patch",resource="[^"]+\/(?:scale|status)",code="200"} (\d+)/gm,
  );
  return Array.from(counts, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0);
}

async function hasWritten(name: string): Promise<boolean> {
  const before = await writesSoFar(name);
  return await vi.waitFor(
    async () => {
      if ((await leader()) !== name) return false;
      // The first one may have completed before without being counted yet.
      expect(await writesSoFar(name)).toBeGreaterThan(before + 1);
      return true;
    },
    { timeout: 60_000, interval: 250 },
  );
}

const replicas = (): Replicas => ({
  cluster,
  controllers,
  running,
  leader,
  hasWritten,
  leaseMs: 1_000 * leaseSeconds,
  replace: async name => {
    running.delete(name);
    await startReplica();
  },
});

beforeAll(
  async () => {
    const began = Date.now();
    cluster = await startFaultCluster();
    metrics = await startMetricsApi(cluster);
    place = await makeBusyPlace(cluster);
    fleet = makeFleet(copies, { seed, start: began, seconds: 120 + 40 * trials });
    metrics.usageOf = withStill(usageOf(fleet));
    balancer = await startBalancer();
    const starting = Promise.all(Array.from({ length: 3 }, startReplica));
    await Promise.all([createFleet(place, fleet), createStill(place)]);
    // Before the webhook exists, which would reject it.
    await createRival(place, fleet[0]?.name ?? "");
    await starting;
    await installWebhook(cluster, `https://localhost:${balancer.port}/validate`, null);
    reviews = new Reviews(place);
    reviews.begin();
    for (const trial of drawTrials(seed, from, trials)) {
      outcomes.push(await carryOut(replicas(), trial));
      if (trials > 20) console.log(from + outcomes.length, JSON.stringify(outcomes.at(-1)));
    }
    // After the last fault, too, there is a leader that writes.
    await leaderOnceSettled(replicas(), true);
    await reviews.end();
    await controllers.end();
    isOver = true;
    await Promise.all([...running.values()].map(operator => operator.stop()));
    const { items = [] } = await mustRequest(cluster, "GET", deploymentPath(place));
    const counts = items.map(({ metadata, spec }): [string, number] => [
      metadata?.name ?? "",
      (spec as { readonly replicas: number }).replicas,
    ]);
    patches = await patchesIn(cluster, place.namespace);
    const ofFleet = counts.filter(([name]) => fleet.some(member => member.name === name));
    log = scaleLog(patches, new Map(ofFleet));
    events = await auditOfAll(cluster, new Date(began));
    leaseWrites = leaseWritesIn(events);
    reigns = reignsIn(events);
    reportFigures();
  },
  240_000 + 60_000 * trials,
);

afterAll(async () => {
  // A trial that failed leaves it running.
  await controllers.end().catch(() => undefined);
  await Promise.all([...running.values()].map(operator => operator.stop()));
  balancer.stop();
  await removeWebhook(cluster);
  await mustRequest(cluster, "DELETE", scalerPath(place));
  await mustRequest(cluster, "DELETE", `/api/v1/namespaces/${place.namespace}`);
  await metrics.stop();
  await cluster.stop();
});

const handoverOf = ({ began, leader: before }: Outcome): Handover | null =>
  handoverAfter(leaseWrites, before, began);

/** When a replica first wrote a status or a count after that; Infinity: never. */
const firstWrite = (replica: string, since: number): number => {
  const write = patches.find(event => {
    const isOwn = event.userAgent.endsWith(`(${replica})`) && event.code === 200;
    return isOwn && Date.parse(event.stageTimestamp) > since;
  });
  return write ? Date.parse(write.stageTimestamp) : Infinity;
};

const outcomesOf = (fault: Outcome["fault"]): Outcome[] =>
  outcomes.filter(outcome => outcome.fault === fault);

function reportFigures(): void {
  const quantiles = (figures: readonly number[]) => {
    const sorted = figures.toSorted((a, b) => a - b);
    const [p50, p99] = [0.5, 0.99].map(q => sorted[Math.floor(q * sorted.length)]);
    return { p50, p99, of: sorted.length };
  };
  for (const fault of ["kill the leader", "end the leader", "freeze the leader"] as const) {
    const taken = outcomesOf(fault).flatMap(outcome => {
      const handover = handoverOf(outcome);
      return handover ? [{ began: outcome.began, ...handover.taken }] : [];
    });
    report(`takeover: ${fault}`, quantiles(taken.map(({ began, answered }) => answered - began)));
    const works = taken.map(({ began, answered, writer }) => firstWrite(writer, answered) - began);
    report("  to its first write", quantiles(works));
  }
  const late = lateWritesIn(events, reigns).length;
  report("reviews", { sent: reviews.sent, refused: reviews.refused.length });
  report("replicas", { trials, seed, reigns: reigns.length, writes: log.writes.length, late });
}

/** The time between two writes, as a share of the Lease's duration. */
const leasesBetween = (first: LeaseWrite, second: LeaseWrite): number =>
  (second.received - first.received) / (1_000 * leaseSeconds);

const writesOf = ({ name }: Member) => log.writes.filter(each => each.name === name);

describe(`three replicas, ${trials} faults from ${from}, SEED=${seed}`, () => {
  it("get another leader after a kill when the Lease expires, and not before", () => {
    const kills = outcomesOf("kill the leader");
    expect(kills).not.toEqual([]);
    for (const handover of kills.map(handoverOf)) {
      expect(handover?.released).toBeNull();
      const leases = leasesBetween(handover!.held, handover!.taken);
      expect(leases).toBeGreaterThanOrEqual(1);
      expect(leases).toBeLessThan(2);
    }
  });

  it("get another leader after a SIGTERM without waiting for the Lease to expire", () => {
    const ends = outcomesOf("end the leader");
    expect(ends).not.toEqual([]);
    for (const handover of ends.map(handoverOf)) {
      expect(handover?.released).toBeTruthy();
      expect(leasesBetween(handover!.released!, handover!.taken)).toBeLessThan(1);
    }
  });

  it("have one leader at a time: a late one completes at most the write in flight (I4)", () => {
    const late = lateWritesIn(events, reigns);
    expect(repeated(late)).toEqual([]);
    // It arrived and was compared: swapped or rejected. If a frozen API server dropped it, the
    // counts show whether the change was made: `scaleLog` accepts none without an announcement.
    const known = [0, 200, 422, 504];
    expect(late.filter(({ code }) => !known.includes(code))).toEqual([]);
  });

  it("never exceed the bounds (I1)", () => {
    for (const member of fleet) {
      for (const { to } of writesOf(member)) {
        expect(to).toBeGreaterThanOrEqual(1);
        expect(to).toBeLessThanOrEqual(member.maxReplicas);
      }
    }
  });

  it("never exceed a policy in any window, even if the leader changes during it (I3)", () => {
    const rooms = fleet.flatMap(member =>
      roomsOf(member, writesOf(member), { at: ({ decided }) => decided, slack: 0 }),
    );
    expect(rooms.length).toBeGreaterThan(fleet.length);
    expect(Math.min(...rooms)).toBeGreaterThanOrEqual(0);
  });

  it("do not change targets that they must not change (I2, I7)", async () => {
    const names: ReadonlySet<string> = new Set(stillTargets.map(({ name }) => name));
    const writes = patches.filter(
      ({ objectRef }) => objectRef?.subresource === "scale" && names.has(objectRef.name ?? ""),
    );
    expect(writes).toEqual([]);
    const wanted = stillTargets.map(({ name, replicas }): [string, number] => [name, replicas]);
    expect(await countsOfStill(place)).toEqual(Object.fromEntries(wanted));
  });

  it("let only the older of two objects scale a target (I4)", () => expectRivalAtRest(place));

  it("all keep running except those that were killed or terminated (I8)", () => {
    const wanted = outcomes.flatMap(({ fault, victim }) => {
      if (fault.startsWith("freeze") || victim === null) return [];
      return [`${victim}: ${fault.startsWith("end") ? 0 : "SIGKILL"}`];
    });
    expect(ends.sort()).toEqual(wanted.sort());
  });

  it("write while they are the leader", () => {
    const settled = outcomes.filter(({ waits }) => waits);
    expect(settled.length).toBeGreaterThanOrEqual(from === 0 ? Math.min(trials, faults.length) : 1);
    for (const { asked, began, leader: name } of settled) {
      expect(firstWrite(name, asked), `${name} from ${asked}`).toBeLessThan(began);
    }
  });

  it("reject no review during a termination, or after a kill once another replica responds", () => {
    // Except while the API server is away.
    const refusedByUs = reviews.refused.filter(({ answer }) => answer.includes("webhook"));
    const watched = outcomes.flatMap((outcome, index) => {
      const dies = /^kill (the leader|a follower)/.test(outcome.fault);
      if (!dies && !outcome.fault.startsWith("end")) return [];
      const next = outcomes[index + 1]?.began ?? Infinity;
      const answered = reviews.passed.filter(at => at > outcome.began && at < next);
      // When one dies, a review may be in flight to it, and another on a connection about to close.
      const since = dies ? (answered[2] ?? Infinity) : outcome.began;
      // The last review before the next fault may be in flight to a replica that this fault freezes.
      const refused = refusedByUs.filter(({ at, answeredAt }) => at > since && answeredAt < next);
      return [{ fault: outcome.fault, answered: answered.length > 0, refused }];
    });
    expect(watched).not.toEqual([]);
    expect(watched.filter(({ answered, refused }) => !answered || refused.length > 0)).toEqual([]);
  });
});
