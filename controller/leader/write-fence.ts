/**
 * Whether this process may write for an object now. `Transport` checks it immediately before it sends a write
 * (`KubeRequest.mayWrite`), so that a leader that lost its Lease while it was suspended notices in time.
 */
export interface WriteFence {
  mayWrite(key: string): boolean;
}

/** Without leader election, this replica is the only one and may always write. */
export const openFence: WriteFence = { mayWrite: () => true };
