import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import type { AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import { replay } from "../../engine/replay.ts";
import { PUNCTUAL_MS } from "../../engine/history/scale-record.ts";
import { timestamp } from "../../engine/model/values/time.ts";
import { mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { tokenFor } from "../../hack/cluster/token.ts";
import { operatorNamespace, operatorServiceAccount } from "../../hack/cluster/operator/chart.ts";
import { startOperator, type Operator } from "../../hack/cluster/operator/operator.ts";
import { makeBusyPlace, scalerPath } from "./cluster/busy-place.ts";
import {
  changesIn,
  deploymentPath,
  startFaultCluster,
  type Place,
} from "./cluster/fault-cluster.ts";
import { startFaultProxy, type FaultProxy } from "./cluster/fault-proxy.ts";
import { report } from "./figures.ts";
import { createFleet, makeFleet, type Member, usageOf } from "./fleet.ts";
import { delayWrites, killAtRandom, longestLifeSeconds } from "./kill-run.ts";
import { startMetricsApi, type MetricsApi } from "../../hack/cluster/operator/metrics-api.ts";
import { forgetful, roomsOf } from "./promises.ts";
import { patchesIn } from "./requests.ts";
import { decisionsIn, scaleLog, statusesIn, type ScaleLog, type ScaleWrite } from "./scale-log.ts";

/** `make kills` uses 100. */
const kills = Number(process.env["KILLS"] ?? 8);
/** With so few workers, many objects wait, and with them the results of changes. */
const args = ["--workers=4"];
/** Determines the moments, the loads and the delays; SEED repeats them. */
const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);

/** Autoscalers for each behavior without pods; `makeFleet` adds one with pods. */
const copies = 4;
/**
 * An operator that lives for a period decides once for each of the 55 objects, and some die earlier: less
 * than half of the objects for each kill. After the last kill, the test waits until there are as many.
 */
const decisionsPerKill = 25;
/** The number of decisions that I6 is checked for; more kills do not need more. */
const mostDecisions = 500;
const enough = Math.min(mostDecisions, decisionsPerKill * kills);
/**
 * The share of the changes that use up a policy. 18 of the 22 rules in the fleet's behaviors allow less than
 * a swing of its load, and a swing takes several changes, of which only the last may leave room. A quarter
 * shows that the policies, and not only the loads, determine the changes.
 */
const leastUsedUp = 1 / 4;
/** Waits end with the state that they wait for: this is for a busy machine. */
const patienceSeconds = 60;
/** The load still changes while the test waits for the decisions after the last kill. */
const loadSeconds = patienceSeconds + longestLifeSeconds * kills;

let cluster: Cluster;
let proxy: FaultProxy;
let metrics: MetricsApi;
let place: Place;
let operator: Operator | undefined;
let fleet: readonly Member[];
let log: ScaleLog;
/** At the end, by name. */
let statuses: ReadonlyMap<string, AutoscalerStatus>;

beforeAll(
  async () => {
    const began = performance.now();
    cluster = await startFaultCluster();
    proxy = await startFaultProxy(cluster);
    delayWrites(proxy, seed);
    metrics = await startMetricsApi(cluster);
    place = await makeBusyPlace(cluster);
    fleet = makeFleet(copies, { seed, start: Date.now(), seconds: loadSeconds });
    metrics.usageOf = usageOf(fleet);
    await createFleet(place, fleet);
    const token = await tokenFor(cluster, operatorNamespace, operatorServiceAccount);
    const run = await killAtRandom({ kills, seed }, metrics, async () => {
      const { server, ca } = proxy;
      const through = { server, ca, token, webhook: false, readyWithinMs: 0 };
      const options = { replica: "random-kills", ...through, args };
      return (operator = await startOperator(cluster, options));
    });
    await vi.waitFor(
      async () => {
        const found = decisionsIn(statusesIn(await readPatches()));
        expect(found.length).toBeGreaterThanOrEqual(enough);
        // An operator that is killed before its decisions may have held nothing yet.
        for (const reason of stabilized) expect(heldFor(reason, found), reason).not.toEqual([]);
      },
      { timeout: 1_000 * patienceSeconds, interval: 1_000 },
    );
    await vi.waitFor(
      async () => {
        expect(await announcedBefore(run.killedAt.at(-1) ?? 0)).toEqual([]);
      },
      { timeout: 1_000 * patienceSeconds, interval: 250 },
    );
    await run.operator.stop();
    log = await readLog();
    statuses = await statusesNow();
    const seconds = Math.round((performance.now() - began) / 1000);
    report("random kills", { kills, seed, seconds, ...figuresOf(run.killedAt) });
  },
  // The fleet's creation, both waits, and each life with as much time again for the start.
  1_000 * (3 * patienceSeconds + 2 * longestLifeSeconds * kills),
);

afterAll(async () => {
  await operator?.stop();
  await mustRequest(cluster, "DELETE", scalerPath(place));
  await mustRequest(cluster, "DELETE", `/api/v1/namespaces/${place.namespace}`);
  proxy.stop();
  await metrics.stop();
  await cluster.stop();
});

const readPatches = () => patchesIn(cluster, place.namespace);

async function readLog(): Promise<ScaleLog> {
  const { items = [] } = await mustRequest(cluster, "GET", deploymentPath(place));
  const counts = items.map(({ metadata, spec }): [string, number] => [
    metadata?.name ?? "",
    (spec as { readonly replicas: number }).replicas,
  ]);
  return scaleLog(await readPatches(), new Map(counts));
}

async function statusesNow(): Promise<Map<string, AutoscalerStatus>> {
  const { items = [] } = await mustRequest(cluster, "GET", scalerPath(place));
  return new Map(
    items.map(({ metadata, status }) => [metadata?.name ?? "", (status ?? {}) as AutoscalerStatus]),
  );
}

/** Objects with a change that a killed operator announced and that is not resolved yet. */
const announcedBefore = async (moment: number): Promise<string[]> =>
  [...(await statusesNow())]
    .filter(([, { history }]) => Date.parse(history?.pending?.time ?? "") < moment)
    .map(([name]) => name);

function figuresOf(killedAt: readonly number[]): object {
  const pendingAt = (at: number): number =>
    fleet.filter(({ name }) => {
      const last = log.statuses.findLast(stored => stored.name === name && stored.at < at);
      return last?.status.history?.pending !== undefined;
    }).length;
  return {
    writes: log.writes.length,
    unanswered: log.unanswered,
    pendingWhenKilled: killedAt.reduce((sum, at) => sum + pendingAt(at), 0),
    decisions: decisionsIn(log.statuses).length,
    longestLag: longestLag(),
  };
}

/** Milliseconds. */
const longestLag = (): number =>
  Math.max(...log.writes.map(({ decided, written }) => written - decided));

const stabilized = ["ScaleDownStabilized", "ScaleUpStabilized"];
const heldFor = (reason: string, decisions: ReturnType<typeof decisionsIn>) =>
  decisions.filter(({ decision: { steps } }) => steps.some(step => step.reason === reason));

const writesOf = ({ name }: Member): ScaleWrite[] => log.writes.filter(each => each.name === name);

describe(`an operator killed at ${kills} random moments, SEED=${seed}`, () => {
  it("exceeds no policy in any window, by its own clock", () => {
    const rooms = fleet.flatMap(member =>
      roomsOf(member, writesOf(member), { at: ({ decided }) => decided, slack: 0 }),
    );
    expect(Math.min(...rooms)).toBeGreaterThanOrEqual(0);
    const usedUp = rooms.filter(room => room === 0).length;
    report("policies", { usedUp, of: rooms.length });
    expect(usedUp).toBeGreaterThan(leastUsedUp * rooms.length);
  });

  // A change with a longer delay after its decision counts from its arrival.
  it("exceeds no policy in any window by the API server's clock, however late writes are", () => {
    // One write in five is delayed by more than this.
    expect(longestLag()).toBeGreaterThan(PUNCTUAL_MS);
    const rooms = fleet.flatMap(member =>
      roomsOf(member, writesOf(member), {
        at: ({ written }) => written,
        earliest: ({ received }) => received,
        begun: ({ decided }) => decided,
        slack: PUNCTUAL_MS,
      }),
    );
    expect(rooms.length).toBeGreaterThan(0);
    expect(Math.min(...rooms), JSON.stringify(log.writes)).toBeGreaterThanOrEqual(0);
  });

  it("never exceeds the bounds", () => {
    for (const member of fleet) {
      for (const { to } of writesOf(member)) {
        expect(to).toBeGreaterThanOrEqual(1);
        expect(to).toBeLessThanOrEqual(member.maxReplicas);
      }
    }
  });

  it("records every change exactly once", () => {
    for (const member of fleet) {
      const changes = writesOf(member).map(({ from, to }) => to - from);
      const sum = (sign: 1 | -1) => changes.reduce((all, by) => all + Math.max(0, sign * by), 0);
      const { up, down, pending } = changesIn(statuses.get(member.name)?.history);
      // The result of the latest change may still wait. The next process would find its count on the target.
      const isMade = pending != null && writesOf(member).at(-1)?.to === pending.to;
      const waiting = isMade ? pending.to - pending.from : 0;
      const recorded = { up: up + Math.max(0, waiting), down: down + Math.max(0, -waiting) };
      expect(recorded, member.name).toEqual({ up: sum(1), down: sum(-1) });
    }
  });

  it("never shortens a stabilization window", () => {
    const numbers = fleet.filter(({ hasPods }) => !hasPods);
    for (const member of numbers) {
      expect(forgetful(member, writesOf(member), log.statuses), member.name).toEqual([]);
    }
    for (const reason of stabilized) {
      expect(heldFor(reason, decisionsIn(log.statuses)), reason).not.toEqual([]);
    }
  });

  it(`leaves ${enough} decisions that replay to the written counts (I6)`, () => {
    const found = decisionsIn(log.statuses);
    expect(found.length).toBeGreaterThanOrEqual(enough);
    for (const { name, decision } of found) {
      expect(replay(decision), `${name} ${decision.time}`).toEqual({
        ok: true,
        value: decision.to,
      });
    }
    const key = (name: string, time: string, change: { from: number; to: number }): string =>
      [name, time, change.from, change.to].join(" ");
    const told = new Set(found.map(({ name, decision }) => key(name, decision.time, decision)));
    for (const write of log.writes) {
      expect(told).toContain(key(write.name, timestamp(write.decided), write));
    }
  });
});
