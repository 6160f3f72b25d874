import type { Pod } from "../observation/pod.ts";
import type { PodSample, PodSamples } from "../observation/pod-sample.ts";
import { ZERO_TIME } from "../observation/time.ts";
import type { EpochMs } from "../result.ts";

/** A sample older than so many of its windows says nothing about now. */
const WINDOWS = 3;
/** But a kubelet that is read twice in a row makes a short window of a sample that waits for its scrape. */
const LEAST_MS = 45_000;

/** Pods that are neither gone nor on their way out. */
export const isStaying = ({ isDeleting, phase }: Pod): boolean =>
  !isDeleting && phase !== "Failed" && phase !== "Succeeded";

/** The samples of these pods that are recent enough; a pod whose sample is not here has none. */
export function trustedSamples(
  samples: PodSamples,
  pods: readonly Pod[],
  now: EpochMs,
): PodSamples {
  const trusted = new Map<string, PodSample>();
  for (const { name } of pods) {
    const sample = samples.get(name);
    if (sample && !isStale(sample, now)) trusted.set(name, sample);
  }
  return trusted;
}

/** What does not say when or over what time it was measured is taken as it is. */
const isStale = ({ time, windowMs }: PodSample, now: EpochMs): boolean =>
  time !== ZERO_TIME && windowMs > 0 && time + Math.max(WINDOWS * windowMs, LEAST_MS) < now;
