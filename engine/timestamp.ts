import type { EpochMs } from "./result.ts";

/** RFC 3339 in whole seconds, as Kubernetes writes times. */
export const timestamp = (time: EpochMs): string =>
  new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
