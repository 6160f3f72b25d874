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
