import type { Casts } from "../../casts.ts";
import type { PodValues, Usage } from "./pod-average.ts";

/**
 * Compares the average of all values with a target, both in thousandths.
 *
 * Source  upstream metrics/utilization.go, GetMetricUsageRatio: samples of unknown pods count.
 */
export function plainAverageOf(values: PodValues, target: bigint, casts: Casts): Usage {
  let sum = 0n;
  for (const { value } of values.values()) sum += value;
  const averageValue = casts.milli(sum) / BigInt(values.size);
  const usageRatio = Number(averageValue) / Number(target);
  return { usageRatio, averageValue, averageUtilization: null };
}
