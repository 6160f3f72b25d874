import { setTimeout as sleep } from "node:timers/promises";

import fc from "fast-check";

import type { Cluster } from "../../../hack/cluster/cluster.ts";
import type { Operator } from "../../../hack/cluster/operator/operator.ts";
import { frozen, killed, renewControllers } from "../cluster/api-server.ts";
import { draw } from "../load-script.ts";

/** Three replicas, and operations on them. */
export interface Replicas {
  readonly cluster: Cluster;
  readonly controllers: Renewal;
  /** By name. */
  readonly running: Map<string, Operator>;
  /** Replaces a terminated replica by one with another name, like the next pod of a Deployment. */
  readonly replace: (name: string) => Promise<void>;
  readonly leader: () => Promise<string>;
  /** Resolves when this leader has written a count or a status; false: another replica is the leader. */
  readonly hasWritten: (name: string) => Promise<boolean>;
  readonly leaseMs: number;
}

/** The restart of the cluster's controllers after an outage: only the next outage waits for it. */
export class Renewal {
  #ended: Promise<void> = Promise.resolve();

  begin(cluster: Cluster): void {
    this.#ended = renewControllers(cluster);
    // Reported by `end`.
    this.#ended.catch(() => undefined);
  }

  end(): Promise<void> {
    return this.#ended;
  }
}

/** Not one outage after the other: the second one would wait for the controllers. */
export const faults = [
  "kill the leader",
  "end the leader",
  "kill the API server",
  "freeze the leader",
  "kill a follower",
  "freeze the API server",
  "end a follower",
  "freeze a follower",
] as const;

export interface Trial {
  readonly fault: (typeof faults)[number];
  /** True if the leader must write first: otherwise the next fault may be too early for a write. */
  readonly waits: boolean;
  /** Time until the fault, and its duration if it has one: in thousandths of the lease duration. */
  readonly after: number;
  readonly lasts: number;
}

const trial = fc.record({
  fault: fc.constantFrom(...faults),
  waits: fc.boolean(),
  after: fc.integer({ min: 0, max: 266 }),
  isLong: fc.boolean(),
  short: fc.integer({ min: 33, max: 600 }),
  long: fc.integer({ min: 1_070, max: 1_600 }),
});

/**
 * A trial depends only on the seed and its number. The first ones are one of each fault, each with a leader
 * that has written; among these, only the leader is frozen for longer than the lease duration.
 */
export function drawTrials(seed: number, from: number, count: number): Trial[] {
  return Array.from({ length: count }, (_, index): Trial => {
    const number = from + index;
    const [drawn] = draw(trial, seed + number, 1);
    if (!drawn) throw new Error("nothing was drawn");
    const { isLong, short, long, ...each } = drawn;
    const fault = faults[number];
    if (!fault) return { ...each, lasts: isLong ? long : short };
    return { ...each, fault, waits: true, lasts: fault === "freeze the leader" ? long : short };
  });
}

/** The result of a trial. */
export interface Outcome extends Trial {
  /** When the leader was queried, by this machine's clock, which is also the API server's. */
  readonly asked: number;
  /** When the fault began. */
  readonly began: number;
  /** The leader until then. */
  readonly leader: string;
  /** The replica with the fault; null: the API server. */
  readonly victim: string | null;
}

export async function carryOut(replicas: Replicas, trial: Trial): Promise<Outcome> {
  const { fault, waits, after, lasts } = trial;
  const inMs = (share: number): number => (share / 1_000) * replicas.leaseMs;
  const isOutage = fault.endsWith("API server");
  if (isOutage) await replicas.controllers.end();
  const { asked, leader } = await leaderOnceSettled(replicas, waits);
  await sleep(inMs(after));
  const began = Date.now();
  if (isOutage) {
    const how = fault.startsWith("kill") ? killed : frozen;
    await takeServerAway(replicas, how, inMs(lasts));
    return { ...trial, asked, began, leader, victim: null };
  }
  const follower = [...replicas.running.keys()].find(name => name !== leader);
  const victim = fault.endsWith("follower") ? (follower ?? "") : leader;
  await strike(replicas, victim, { fault, lastsMs: inMs(lasts) });
  return { ...trial, asked, began, leader, victim };
}

/** The leader, after it has written something if `waits` is set. */
export async function leaderOnceSettled({ leader, hasWritten }: Replicas, waits: boolean) {
  for (;;) {
    const asked = Date.now();
    const name = await leader();
    if (!waits || (await hasWritten(name))) return { asked, leader: name };
  }
}

async function takeServerAway(
  { cluster, controllers }: Replicas,
  how: typeof killed,
  lastsMs: number,
): Promise<void> {
  const outage = how(cluster);
  outage.begin();
  await sleep(lastsMs);
  await outage.end();
  controllers.begin(cluster);
}

async function strike(
  { running, replace }: Replicas,
  victim: string,
  { fault, lastsMs }: { readonly fault: Trial["fault"]; readonly lastsMs: number },
): Promise<void> {
  const operator = running.get(victim);
  if (fault.startsWith("freeze")) {
    operator?.signal("SIGSTOP");
    await sleep(lastsMs);
    operator?.signal("SIGCONT");
    return;
  }
  operator?.signal(fault.startsWith("end") ? "SIGTERM" : "SIGKILL");
  await operator?.exited;
  await replace(victim);
}
