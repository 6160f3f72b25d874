import { setTimeout as sleep } from "node:timers/promises";

import fc from "fast-check";

import type { Cluster } from "../../../hack/cluster/cluster.ts";
import type { Operator } from "../../../hack/operator/operator.ts";
import { frozen, killed, renewControllers } from "../api-server.ts";
import { draw } from "../load-script.ts";

/** Three replicas, and what is done to them. */
export interface Replicas {
  readonly cluster: Cluster;
  /** By their names. */
  readonly running: Map<string, Operator>;
  /** In the place of one that has ended, under another name, as a Deployment's next pod has. */
  readonly replace: (name: string) => Promise<void>;
  readonly leader: () => Promise<string>;
}

export const faults = [
  "kill the leader",
  "end the leader",
  "freeze the leader",
  "kill a follower",
  "kill the API server",
  "freeze the API server",
  "end a follower",
  "freeze a follower",
] as const;

export interface Trial {
  readonly fault: (typeof faults)[number];
  /** Milliseconds after the trial before. */
  readonly after: number;
  /** Milliseconds, where a fault has a length. */
  readonly lasts: number;
}

/** Longer than a Lease, and shorter. */
const trial = fc.record({
  fault: fc.constantFrom(...faults),
  after: fc.integer({ min: 0, max: 4_000 }),
  lasts: fc.oneof(fc.integer({ min: 500, max: 9_000 }), fc.integer({ min: 16_000, max: 24_000 })),
});

/** The first ones are one of each; what a trial is depends on the seed and its number only. */
export function drawTrials(seed: number, from: number, count: number): Trial[] {
  return Array.from({ length: count }, (_, index): Trial => {
    const number = from + index;
    const [drawn] = draw(trial, seed + number, 1);
    if (!drawn) throw new Error("nothing was drawn");
    const fault = faults[number];
    return fault ? { ...drawn, fault } : drawn;
  });
}

/** What became of a trial. */
export interface Outcome extends Trial {
  /** When the fault began, by this machine's clock, which is the API server's, too. */
  readonly began: number;
  /** Who led until then. */
  readonly leader: string;
  /** Whom it was done to, unless that is the API server. */
  readonly victim: string | null;
}

export async function carryOut(replicas: Replicas, trial: Trial): Promise<Outcome> {
  const { fault, after, lasts } = trial;
  await sleep(after);
  const leader = await replicas.leader();
  const began = Date.now();
  if (fault.endsWith("API server")) {
    await takeServerAway(replicas, fault.startsWith("kill") ? killed : frozen, lasts);
    return { ...trial, began, leader, victim: null };
  }
  const follower = [...replicas.running.keys()].find(name => name !== leader);
  const victim = fault.endsWith("follower") ? (follower ?? "") : leader;
  await strike(replicas, victim, trial);
  return { ...trial, began, leader, victim };
}

async function takeServerAway(
  { cluster }: Replicas,
  how: typeof killed,
  lasts: number,
): Promise<void> {
  const outage = how(cluster);
  outage.begin();
  await sleep(lasts);
  await outage.end();
  await renewControllers(cluster);
}

async function strike(
  { running, replace }: Replicas,
  victim: string,
  { fault, lasts }: Trial,
): Promise<void> {
  const operator = running.get(victim);
  if (fault.startsWith("freeze")) {
    operator?.signal("SIGSTOP");
    await sleep(lasts);
    operator?.signal("SIGCONT");
    return;
  }
  operator?.signal(fault.startsWith("end") ? "SIGTERM" : "SIGKILL");
  await operator?.exited;
  await replace(victim);
}
