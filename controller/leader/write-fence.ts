/**
 * Whether this process may write for an object now. `Transport` checks it immediately before it sends a write
 * (`KubeRequest.mayWrite`), so that a leader that lost its Lease while it was suspended notices in time.
 */
export interface WriteFence {
  mayWrite(key: string): boolean;
}

/** A single replica, without competitors. */
export const soleOwner: WriteFence = { mayWrite: () => true };

/** What starts when this replica becomes the leader, and stops when it no longer leads. */
export interface Leadership {
  /** @param isFirst no other replica led before, so no write can be unknown here */
  readonly begin: (isFirst: boolean) => void;
  readonly end: () => Promise<void>;
}
