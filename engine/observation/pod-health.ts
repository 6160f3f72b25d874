import type { EpochMs } from "../result.ts";
import { timeOrZero } from "./values/time.ts";

interface RawTermination {
  readonly exitCode?: number;
  readonly finishedAt?: string | null;
}

interface RawContainerStatus {
  readonly state?: RawContainerState | null;
  readonly lastState?: RawContainerState | null;
}

interface RawContainerState {
  readonly waiting?: { readonly reason?: string } | null;
  readonly terminated?: RawTermination | null;
}

export interface RawContainerStatuses {
  readonly containerStatuses?: readonly RawContainerStatus[] | null;
  readonly initContainerStatuses?: readonly RawContainerStatus[] | null;
}

/** A container that waits for any other reason cannot run: CrashLoopBackOff, ImagePullBackOff and the like. */
const starting: ReadonlySet<string> = new Set(["", "ContainerCreating", "PodInitializing"]);

/**
 * When a container of the pod last ended, or an init container last failed: pods of a workload run until they are
 * deleted. Infinity: a container cannot run at the moment. null: none of this has happened.
 */
export function failureTime(status: RawContainerStatuses): EpochMs | null {
  let latest = -Infinity;
  for (const each of status.containerStatuses ?? []) {
    latest = Math.max(
      latest,
      endOf(each, () => true),
    );
  }
  for (const each of status.initContainerStatuses ?? []) {
    latest = Math.max(
      latest,
      endOf(each, ({ exitCode = 0 }) => exitCode !== 0),
    );
  }
  return latest === -Infinity ? null : latest;
}

function endOf(
  { state, lastState }: RawContainerStatus,
  isFailure: (ended: RawTermination) => boolean,
): EpochMs {
  if (!starting.has(state?.waiting?.reason ?? "")) return Infinity;
  const ended = state?.terminated ?? lastState?.terminated;
  return ended && isFailure(ended) ? timeOrZero(ended.finishedAt) : -Infinity;
}

/** The part of a pod that shows whether it fails. */
interface Health {
  readonly failedAt: EpochMs | null;
  readonly startTime: EpochMs | null;
  readonly ready: { readonly status: string; readonly since: EpochMs } | null;
}

/** A container that restarts again and again is ready in between, for a moment. */
const SETTLED_MS = 60_000;
/** How much later than a container the kubelet may change the condition Ready. */
const LAG_MS = 10_000;

/**
 * Whether the pod fails to run. A container cannot run; or one has ended, and the pod has not been ready since, or
 * for less than a minute; or the pod has never been ready, and its start takes too long. A pod that was ready and
 * ceases to be without an end of a container may only have too much load.
 */
export function isFailing(
  { failedAt, startTime, ready }: Health,
  now: EpochMs,
  startMs: number,
): boolean {
  if (failedAt === Infinity) return true;
  const since = ready?.since ?? -Infinity;
  if (ready?.status === "True") {
    return failedAt !== null && now - Math.max(since, failedAt) < SETTLED_MS;
  }
  if (failedAt !== null && since <= failedAt + LAG_MS) return true;
  if (startTime === null) return false;
  return since <= startTime + LAG_MS && now - startTime >= startMs;
}
