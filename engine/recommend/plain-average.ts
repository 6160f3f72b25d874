import { wrapInt64 } from "../casts.ts";
import type { PodValues, Usage } from "./pod-average.ts";

/**
 * The average of all values, compared with a target; both in thousandths.
 *
 * Source  upstream metrics/utilization.go, GetMetricUsageRatio: samples of unknown pods count.
 */
export function plainAverageOf(values: PodValues, target: bigint): Usage {
  let sum = 0n;
  for (const value of values.values()) sum += value;
  const averageValue = wrapInt64(sum) / BigInt(values.size);
  return {
    usageRatio: Number(averageValue) / Number(target),
    averageValue,
    averageUtilization: null,
  };
}
