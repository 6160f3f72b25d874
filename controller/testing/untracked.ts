import type { Tracker } from "../workqueue/subscriptions.ts";

/** For a test that does not look at subscriptions. */
export const untracked: Tracker = { add: () => undefined };
