import type { Pod } from "../observation/pod.ts";
import type { PodSample, PodSamples } from "../observation/pod-sample.ts";
import { ZERO_TIME } from "../observation/time.ts";
import { type EpochMs, err, ok, type Result } from "../result.ts";

/** A sample older than so many of its windows says nothing about now. */
const WINDOWS = 3;
/** But a kubelet that is read twice in a row makes a short window of a sample that waits for its scrape. */
const LEAST_MS = 45_000;

/** Pods that are neither gone nor on their way out. */
export const isStaying = ({ isDeleting, phase }: Pod): boolean =>
  !isDeleting && phase !== "Failed" && phase !== "Succeeded";

/**
 * The samples of these pods that were recent when they were told; a pod whose sample is not here has
 * none.
 *
 * Errors  a sentence: there are samples of these pods, and all are old.
 */
export function trustedSamples(
  samples: PodSamples,
  pods: readonly Pod[],
  toldAt: EpochMs,
): Result<PodSamples, string> {
  const trusted = new Map<string, PodSample>();
  let stale = 0;
  for (const { name } of pods) {
    const sample = samples.get(name);
    if (!sample) continue;
    if (isStale(sample, toldAt)) stale += 1;
    else trusted.set(name, sample);
  }
  return trusted.size === 0 && stale > 0 ? err(allStale) : ok(trusted);
}

// The same words for as long as it lasts: a status that counts up would be written all the time.
const allStale = `no samples but old ones, of more than ${WINDOWS} windows ago; look why nothing newer is measured, and at the clocks`;

/** What does not say when or over what time it was measured is taken as it is. */
const isStale = ({ time, windowMs }: PodSample, toldAt: EpochMs): boolean =>
  time !== ZERO_TIME && windowMs > 0 && time + Math.max(WINDOWS * windowMs, LEAST_MS) < toldAt;
