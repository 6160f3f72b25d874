import fc from "fast-check";

/** The number of runs for a property; `npm run test:changed` sets a smaller number for all. */
export const runs = (full: number): { numRuns: number } => ({
  numRuns: Math.min(full, fc.readConfigureGlobal().numRuns ?? full),
});
