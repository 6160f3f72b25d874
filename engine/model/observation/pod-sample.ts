import type { EpochMs } from "../values/result.ts";
import { durationMs, timeOrZero } from "../values/time.ts";
import { commonMilliUnits, milliUnits } from "../values/quantity.ts";

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

export interface RawPodMetrics {
  readonly metadata?: { readonly name?: string };
  readonly timestamp?: string | null;
  readonly window?: string | null;
  readonly containers?: readonly RawContainerMetrics[] | null;
}

export interface RawContainerMetrics {
  readonly name: string;
  readonly usage?: Readonly<Record<string, string>> | null;
}

/** A MetricValue of custom.metrics.k8s.io about a pod. */
export interface RawPodValue {
  readonly pod: string;
  readonly value: string;
  readonly timestamp?: string | null;
  readonly windowSeconds?: number | null;
}

/** The window of a custom metric that does not specify one. */
const DEFAULT_WINDOW_SECONDS = 60;

/**
 * The usage of a resource by each pod, or by one container of each. A pod is left out if the
 * container is missing, or if any counted container lacks the resource: a partial sum is no sample.
 *
 * Source  upstream metrics/client.go, getPodMetrics and getContainerMetrics.
 */
export function resourceSamples(
  items: readonly RawPodMetrics[],
  resource: string,
  container: string | null,
): PodSamples {
  const samples = new Map<string, PodSample>();
  for (const item of items) {
    const value = usageOf(item, resource, container);
    if (value !== null) samples.set(item.metadata?.name ?? "", new ResourceSample(value, item));
  }
  return samples;
}

/** Parses its time only when needed, which by upstream's rules is in a pod's first minutes. */
class ResourceSample implements PodSample {
  readonly value: bigint;
  readonly #item: RawPodMetrics;
  #time: EpochMs | null = null;
  #windowMs: number | null = null;

  constructor(value: bigint, item: RawPodMetrics) {
    this.value = value;
    this.#item = item;
  }

  get time(): EpochMs {
    return (this.#time ??= timeOrZero(this.#item.timestamp));
  }

  get windowMs(): number {
    return (this.#windowMs ??= durationMs(this.#item.window ?? "") ?? 0);
  }
}

function usageOf(item: RawPodMetrics, resource: string, container: string | null): bigint | null {
  const all = item.containers ?? [];
  const counted =
    container === null ? all : all.filter(({ name }) => name === container).slice(0, 1);
  if (counted.length === 0) return null;
  // Doubles add up nearly all values exactly, and much faster than bigints.
  let small = 0;
  let large = 0n;
  for (const { usage } of counted) {
    const quantity: unknown = usage?.[resource];
    // What any object inherits is no text.
    const text = typeof quantity === "string" ? quantity : "";
    const common = commonMilliUnits(text);
    if (common !== null && Number.isSafeInteger(small + common)) {
      small += common;
    } else {
      const amount = milliUnits(text);
      if (!amount.ok) return null;
      large += amount.value;
    }
  }
  return sumOf(BigInt(small), large);
}

/** Rarely is there anything to add, and the sum of two bigints is a new object. */
const sumOf = (small: bigint, large: bigint): bigint => (large === 0n ? small : small + large);

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
