/** A request that is sent slightly early or late still counts as one period after the previous one. */
const slack = 0.1;

/** Whether a period has passed between two times in milliseconds. */
export const isPeriodOver = (from: number, to: number, periodMs: number): boolean =>
  to - from >= periodMs * (1 - slack);

/** Whether more than a period has passed between two times in milliseconds. */
export const isPeriodExceeded = (from: number, to: number, periodMs: number): boolean =>
  to - from > periodMs * (1 + slack);

/** Whether a time is past, or so near that it need not wait for the end of the period. */
export const isJustAfter = (from: number, to: number, periodMs: number): boolean =>
  to - from <= periodMs * slack;
