import fc from "fast-check";

/** As many runs as a property deserves; `npm run test:changed` sets a smaller number for all of them. */
export const runs = (full: number): { numRuns: number } => ({
  numRuns: Math.min(full, fc.readConfigureGlobal().numRuns ?? full),
});
