import { fnv1a } from "../../engine/model/values/short-text.ts";

/** A request that is sent slightly early or late still counts as one period after the previous one. */
export const slack = 0.1;
/** A round waits for new samples for at most this part of its period. */
export const longestWait = 0.25;

/**
 * Whether a period has passed since the last one began, so that the next one is due. The poller asks this for
 * a topic before it wakes the subscribers, and a pass for a target, because other events start passes, too.
 */
export const isPeriodDue = (since: number, at: number, periodMs: number): boolean =>
  at - since >= periodMs * (1 - slack);

/** Whether the next period is more than slightly late. */
export const isPeriodOverdue = (since: number, at: number, periodMs: number): boolean =>
  at - since > periodMs * (1 + slack);

/** Whether a time is past, or so near that it need not wait for the end of the period. */
export const isJustAfter = (from: number, to: number, periodMs: number): boolean =>
  to - from <= periodMs * slack;

/**
 * When MetricPoller asks next for what has this name: after `after`, and at least half a period after the last
 * time, `since`. Without a name: at a multiple of the period.
 */
export function nextDue(since: number, after: number, periodMs: number, name: string): number {
  const phase = name === "" ? 0 : shareOf(name) * periodMs;
  const at = (Math.floor((Math.max(since, after) - phase) / periodMs) + 1) * periodMs + phase;
  return at - since < periodMs / 2 ? at + periodMs : at;
}

/**
 * FNV-1a hash of a name as a fraction of 1, with MurmurHash3's final mixing. Without the mixing, names that
 * only differ in their last letter, such as team-1 and team-2, would be within a hundredth of each other.
 */
export function shareOf(name: string): number {
  let hash = fnv1a(name);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
