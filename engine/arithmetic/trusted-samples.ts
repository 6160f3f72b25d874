import type { Pod } from "../model/observation/pod.ts";
import type { PodSample, PodSamples } from "../model/observation/pod-sample.ts";
import type { Answer, Measured } from "../model/observation/observation.ts";
import { formatMilli } from "../model/values/quantity.ts";
import { ZERO_TIME } from "../model/values/time.ts";
import { ageLimitMs, type PointClock } from "../model/point-clock.ts";
import { type EpochMs, err, ok, type Result } from "../model/values/result.ts";

/** A sample older than this many of its windows does not show the current load. */
const WINDOWS = 3;
/**
 * The minimum, because a kubelet scraped twice in a row gives a short window to a sample that must
 * last until the next scrape.
 */
const LEAST_MS = 45_000;

export const isStaying = ({ isDeleting, phase }: Pod): boolean =>
  !isDeleting && phase !== "Failed" && phase !== "Succeeded";

/**
 * The samples of these pods that were recent when they were requested. A pod without one has no usable
 * sample, and a negative one is none.
 *
 * maxAgeSeconds  null: as old as three of its windows
 *
 * Errors  a sentence: there are samples of these pods, and all are old or negative.
 */
export function trustedSamples(
  samples: PodSamples,
  pods: readonly Pod[],
  askedAt: EpochMs,
  maxAgeSeconds: number | null = null,
): Result<PodSamples, string> {
  const trusted = new Map<string, PodSample>();
  let [stale, negative] = [0, 0];
  for (const { name } of pods) {
    const sample = samples.get(name);
    if (!sample) continue;
    if (sample.value < 0n) negative += 1;
    else if (isStale(sample, askedAt, maxAgeSeconds)) stale += 1;
    else trusted.set(name, sample);
  }
  if (trusted.size > 0 || stale + negative === 0) return ok(trusted);
  const limit = maxAgeSeconds === null ? `${WINDOWS} windows` : `${maxAgeSeconds} seconds`;
  return err(
    stale > 0 ? `no samples but old ones, of more than ${limit} ago; ${advice}` : allNegative,
  );
}

const allNegative =
  "all samples are negative, and a load is not; look at what the metric measures, and report nothing for what is not known";

// The texts are constant: a message that counts up would cause a status write every time.
const advice = "look why nothing newer is measured, and at the clocks";

/** A sample without a timestamp is always accepted, and one without a window unless the metric has a limit. */
function isStale({ time, windowMs }: PodSample, askedAt: EpochMs, maxAgeSeconds: number | null) {
  if (time === ZERO_TIME || (windowMs <= 0 && maxAgeSeconds === null)) return false;
  const keepMs =
    maxAgeSeconds === null ? Math.max(WINDOWS * windowMs, LEAST_MS) : maxAgeSeconds * 1000;
  return time + keepMs < askedAt;
}

interface AgeLimit {
  /** Null: three windows or three distances between points. */
  readonly maxAgeSeconds: number | null;
  /** Undefined: the points are close together. */
  readonly clock: PointClock | undefined;
}

/** Why a value that belongs to no pod is no load, as a sentence; null: it is one. Adapters report -1 for what they do not know. */
export function negativeTotalProblem(answer: Answer): string | null {
  const negative = totalsOf(answer).find(value => value < 0n);
  if (negative === undefined) return null;
  return `the value ${formatMilli(negative)} is negative, and a load is not; look at what the metric measures`;
}

/** The values that belong to no pod. */
export function totalsOf(answer: Answer): readonly bigint[] {
  if (answer.kind === "Value") return [answer.value];
  if (answer.kind === "Values") return answer.values;
  return answer.kind === "Scaler" ? answer.metrics.flatMap(({ values }) => values) : [];
}

/** Why a value that belongs to no pod is too old, as a sentence; null: it is not. */
export function oldTotalProblem(
  measured: Measured | undefined,
  askedAt: EpochMs,
  { maxAgeSeconds, clock }: AgeLimit,
): string | null {
  const { time = null, windowMs = 0 } = measured ?? {};
  const standardMs = Math.max(WINDOWS * windowMs, ageLimitMs(clock ?? { gapSeconds: [] }));
  const keepMs = maxAgeSeconds === null ? standardMs : maxAgeSeconds * 1000;
  if (time === null || time + keepMs > askedAt) return null;
  const late = maxAgeSeconds === null ? "; if every value is late, write maxAgeSeconds" : "";
  return `no value but an old one, of more than ${keepMs / 1000} seconds ago; ${advice}${late}`;
}
