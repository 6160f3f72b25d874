import type { EpochMs } from "../../engine/result.ts";
import type { Clock } from "../../kube/clock.ts";

/**
 * Whether this process may write for an object now, as `LeaderElection.mayWrite` answers. `Transport.#once`
 * (kube/transport/transport.ts) asks immediately before each attempt to send a write, so that a leader that
 * lost its Lease while it was suspended notices in time.
 */
export interface WriteFence {
  mayWrite(key: string): boolean;
}

/** Without leader election, this replica is the only one and may always write. */
export const openFence: WriteFence = { mayWrite: () => true };

/** When the last successful write of a Lease was sent. */
export interface Sent {
  readonly monotonic: number;
  readonly wall: EpochMs;
}

export const sentNow = (clock: Clock): Sent => ({
  monotonic: clock.monotonic(),
  wall: clock.now(),
});

/** The share of a Lease's duration for which its holder writes. */
const writesFor = 2 / 3;

/** Whether that was recently enough by both clocks to write; null: this process does not hold the Lease. */
export function isRecent(
  sent: Sent | null,
  { clock, durationMs }: { readonly clock: Clock; readonly durationMs: number },
): boolean {
  const longest = durationMs * writesFor;
  return (
    sent !== null &&
    clock.monotonic() - sent.monotonic < longest &&
    clock.now() - sent.wall < longest
  );
}
