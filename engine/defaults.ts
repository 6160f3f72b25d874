import type { ProportionalProfile } from "./recommend/parameters.ts";

/** A node whose readiness is Unknown keeps counting for so long: a partition must not shrink DNS. */
export const UNKNOWN_NODE_GRACE_MS = 300_000;

/** Seconds that a smaller size must stand before it is written; upstream jumps at once. */
export const scaleDownStabilizationSeconds = (profile: ProportionalProfile): number =>
  profile === "CPA-1.10" ? 0 : 30;
