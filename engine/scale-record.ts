import { emptyHistory, type History, type PendingScale, type ScaleEvent } from "./history.ts";

/** The longest `periodSeconds` of a scaling policy in autoscaling/v2: nothing asks further back. */
export const SCALE_EVENT_KEEP_MS = 1_800_000;

/** A status must stay small: at most so many events. */
export const MAX_SCALE_EVENTS = 32;

/**
 * Writes a change ahead: the result goes into the status before the change goes to the target.
 * A pending change that nobody resolved counts as happened, the conservative reading.
 */
export function beginScale(history: History, change: Omit<PendingScale, "targetUID">): History {
  return { ...completeScale(history), pending: { ...change, targetUID: history.targetUID } };
}

/** The pending change is on the target: it becomes an event. */
export function completeScale(history: History): History {
  const { pending, scaleEvents } = history;
  if (pending === null) return history;
  const change = pending.to - pending.from;
  if (change === 0) return { ...history, pending: null };
  return {
    ...history,
    pending: null,
    scaleEvents: appendEvent(scaleEvents, { time: pending.time, change }),
  };
}

/** The pending change is known not to have reached the target. */
export const abandonScale = (history: History): History =>
  history.pending === null ? history : { ...history, pending: null };

/**
 * What a history found in the status means for the target found in the cluster.
 *
 * A target with another uid is another target: nothing carries over. A pending change happened
 * if its count is there, did not if the old count is there, and for any other count (a person came
 * between) is taken to have happened: a forgotten event would loosen a rate limit, one too many
 * only tightens it (I3).
 */
export function resolvePending(
  history: History,
  observedReplicas: number,
  targetUID: string,
): History {
  if (history.targetUID !== targetUID) return emptyHistory(targetUID);
  const { pending } = history;
  if (pending === null) return history;
  const didNotHappen = pending.targetUID !== targetUID || observedReplicas === pending.from;
  return didNotHappen ? abandonScale(history) : completeScale(history);
}

/**
 * Keeps events in order of time, none older than any policy asks for, none in excess of the cap.
 * Over the cap the oldest and the next of its direction become one at the later time: the change
 * is never lost to a window that still covers part of it, it only counts there for longer.
 */
function appendEvent(events: readonly ScaleEvent[], event: ScaleEvent): readonly ScaleEvent[] {
  const time = Math.max(event.time, events.at(-1)?.time ?? event.time);
  const kept = events.filter(({ time: at }) => at > time - SCALE_EVENT_KEEP_MS);
  kept.push({ time, change: event.change });
  return kept.length > MAX_SCALE_EVENTS ? mergeOldest(kept) : kept;
}

function mergeOldest(events: readonly ScaleEvent[]): readonly ScaleEvent[] {
  const [oldest, ...rest] = events;
  if (oldest === undefined) return events;
  const next = rest.findIndex(({ change }) => Math.sign(change) === Math.sign(oldest.change));
  return rest.map((event, index) =>
    index === next ? { time: event.time, change: event.change + oldest.change } : event,
  );
}
