/** What starts when this replica becomes the leader, and stops when it no longer leads. */
export interface LeaderCallbacks {
  /** @param isFirst no other replica led before, so no write can be unknown here */
  readonly onStartedLeading: (isFirst: boolean) => void;
  readonly onStoppedLeading: () => Promise<void>;
  /** Another installation decides in these namespaces from now on, or no longer does. */
  readonly onNamespacesLeft: (namespaces: readonly string[]) => void;
}
