import type { EpochMs } from "../values/result.ts";
import { timeOrZero } from "../values/time.ts";
import { milliUnits } from "../values/quantity.ts";
import type { PodUsage } from "./pod-usage.ts";

/** The measured value of one pod in thousandths, over `windowMs` before `time`. */
export interface PodSample {
  readonly value: bigint;
  readonly time: EpochMs;
  readonly windowMs: number;
  /** The answer contains no window, so the default is used. */
  readonly isWindowAssumed?: boolean;
}

/** By pod name. There may be samples of pods that no longer exist. */
export type PodSamples = ReadonlyMap<string, PodSample>;

/** A MetricValue of custom.metrics.k8s.io about a pod. */
export interface RawPodValue {
  readonly pod: string;
  readonly value: string;
  readonly timestamp?: string | null;
  readonly windowSeconds?: number | null;
}

/** The window of a custom metric that does not specify one. */
const DEFAULT_WINDOW_SECONDS = 60;

/** The usage of a resource by each pod, or by one container of each. */
export function resourceSamples(
  items: readonly PodUsage[],
  resource: string,
  container: string | null,
): PodSamples {
  const samples = new Map<string, PodSample>();
  for (const item of items) {
    const value = item.amountOf(resource, container);
    const { name, time, windowMs } = item;
    if (value !== null) samples.set(name, { value, time, windowMs });
  }
  return samples;
}

/** Source  upstream metrics/client.go, GetRawMetric. Unreadable values are left out. */
export function customSamples(items: readonly RawPodValue[]): PodSamples {
  const samples = new Map<string, PodSample>();
  for (const item of items) {
    const value = milliUnits(item.value);
    if (!value.ok) continue;
    const isWindowAssumed = item.windowSeconds == null;
    const windowMs = (item.windowSeconds ?? DEFAULT_WINDOW_SECONDS) * 1000;
    const time = timeOrZero(item.timestamp);
    samples.set(item.pod, { value: value.value, time, windowMs, isWindowAssumed });
  }
  return samples;
}
