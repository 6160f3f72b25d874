import type { Clock } from "../../kube/clock.ts";

/**
 * Whether this process may write for an object now, as `LeaderElection.mayWrite` answers. `Transport.#once`
 * (kube/transport/transport.ts) asks immediately before each attempt to send a write, so that a leader that
 * lost its Lease while it was suspended notices in time.
 */
export interface WriteFence {
  mayWrite(key: string): boolean;
  /** Whether another installation decides about this object. Absent: none does. */
  isLeft?(key: string): boolean;
}

/** Without leader election, this replica is the only one and may always write. */
export const openFence: WriteFence = { mayWrite: () => true };

/** Shares of the Lease duration: how long the holder writes, and how often it renews. */
const writesFor = 2 / 3;
export const renewsEvery = 1 / 4;

type Clocks = Pick<Clock, "monotonic" | "now">;

/** The present by both clocks, because either may stop while a machine sleeps. */
export const heldFrom = (clock: Clocks) => ({ monotonic: clock.monotonic(), wall: clock.now() });

/** Whether a Lease was renewed recently enough that its holder may write; null: this replica does not hold it. */
export function isHeld(
  since: ReturnType<typeof heldFrom> | null,
  clock: Clocks,
  durationMs: number,
): boolean {
  if (since === null) return false;
  const { monotonic, wall } = heldFrom(clock);
  const longest = durationMs * writesFor;
  return monotonic - since.monotonic < longest && wall - since.wall < longest;
}
