import type { AutoscalerProfile } from "../../spec/profile.ts";
import type { PodValues, Usage } from "./pod-average.ts";
import { ratioOf } from "./usage-ratio.ts";

/**
 * Compares the average of all values with a target, both in thousandths.
 *
 * Source  upstream metrics/utilization.go, GetMetricUsageRatio: samples of unknown pods count.
 */
export function plainAverageOf(
  values: PodValues,
  target: bigint,
  profile: Pick<AutoscalerProfile, "arithmetic" | "casts">,
): Usage {
  let sum = 0n;
  for (const { value } of values.values()) sum += value;
  const averageValue = profile.casts.milli(sum) / BigInt(values.size);
  const ratio = ratioOf(averageValue, target, profile);
  return { ratio, averageValue, averageUtilization: null };
}
