import { availableParallelism } from "node:os";

/** A core has two hardware threads. All processes share the cores of this machine. */
const threadsPerCore = 2;
/**
 * The pauses of the parts suit a control plane with this number of cores. On fewer cores the attackers are
 * slower: at the same pace, the attack would measure the machine instead of the operator.
 */
const coresForPauses = 4;
/** Even on one core, each part of the tenant's attack acts about once per second. */
const longestPauseMs = 1_000;
/**
 * The tenant's requests in progress, for each core of the control plane: one computes while another one waits
 * for etcd or a webhook. More of them would only compete with the requests of other users.
 */
const tenantSeatsPerCore = 2;
/** A quarter of the default of the API server, which shares its cores here. */
const defaultSeats = 150;

/** How many requests the API server processes at the same time. */
export interface Seats {
  /** Of all users except administrators. */
  readonly all: number;
  /** Of the tenant; 0: the tenant shares the seats of all service accounts. */
  readonly tenant: number;
}

export interface Pace {
  /** 1: the pauses that the parts state; 0.5: twice as long. */
  readonly rate: number;
  readonly seats: Seats;
}

/** The pace for this machine, or that of the variables RATE, SEATS (of the tenant) and INFLIGHT (of all). */
export function paceFrom(
  env: Readonly<Record<string, string | undefined>>,
  threads = availableParallelism(),
): Pace {
  const cores = Math.max(1, Math.floor(threads / threadsPerCore));
  const rate = Number(env["RATE"] ?? cores / coresForPauses);
  const tenant = Number(env["SEATS"] ?? cores * tenantSeatsPerCore);
  const all = Number(env["INFLIGHT"] ?? defaultSeats);
  if (!(rate > 0)) throw new Error("RATE must be a number above 0, such as 0.5");
  if (!(tenant >= 0 && tenant < all)) throw new Error("SEATS must be from 0 to INFLIGHT - 1");
  return { rate, seats: { all, tenant } };
}

/** The pause between two turns of a part of the tenant's attack. */
export const pauseAt = (rate: number, pauseMs: number): number =>
  Math.min(pauseMs / rate, Math.max(pauseMs, longestPauseMs));
