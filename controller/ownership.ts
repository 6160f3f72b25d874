/**
 * Whether this process may write for an object at this moment. Asked immediately before every
 * write, so that a leader that has lost its lease while it slept finds out in time.
 */
export interface Ownership {
  mayWrite(key: string): boolean;
}

/** One replica, nobody to contend with. */
export const soleOwner: Ownership = { mayWrite: () => true };

/** What begins when this replica leads, and ends when another one does. */
export interface Leadership {
  /** @param isFirst there was no other leader of whom anything could be unknown here */
  readonly begin: (isFirst: boolean) => void;
  readonly end: () => Promise<void>;
}
