import type { EpochMs } from "../values/result.ts";
import type { RawReported } from "./pod-requests.ts";
import { timeOrZero } from "../values/time.ts";

interface RawTermination {
  readonly exitCode?: number;
  readonly startedAt?: string | null;
  readonly finishedAt?: string | null;
}

interface RawContainerStatus extends RawReported {
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

/** The latest failure of a container. at: Infinity: it cannot run at the moment. ranMs: how long it ran before. */
export interface ContainerFailure {
  readonly at: EpochMs;
  readonly ranMs: number;
}

/** A container that waits for any other reason cannot run: CrashLoopBackOff, ImagePullBackOff and the like. */
const starting: ReadonlySet<string> = new Set(["", "ContainerCreating", "PodInitializing"]);

/** null: no container has failed, or it ended with the exit code 0, as one does after a job. */
export function latestFailure(status: RawContainerStatuses): ContainerFailure | null {
  let latest: ContainerFailure | null = null;
  for (const statuses of [status.containerStatuses, status.initContainerStatuses]) {
    for (const each of statuses ?? []) {
      const failure = failureOf(each);
      if (failure && (latest === null || failure.at > latest.at)) latest = failure;
    }
  }
  return latest;
}

function failureOf({ state, lastState }: RawContainerStatus): ContainerFailure | null {
  const ended = state?.terminated ?? lastState?.terminated;
  const cannotRun = !starting.has(state?.waiting?.reason ?? "");
  if (!ended) return cannotRun ? { at: Infinity, ranMs: 0 } : null;
  if (ended.exitCode === 0) return null;
  const at = timeOrZero(ended.finishedAt);
  const ranMs = ended.startedAt ? Math.max(0, at - timeOrZero(ended.startedAt)) : 0;
  return { at: cannotRun ? Infinity : at, ranMs };
}

/** The part of a pod that shows whether its start fails. */
interface Health {
  readonly failure: ContainerFailure | null;
  readonly startTime: EpochMs | null;
  readonly ready: { readonly status: string; readonly since: EpochMs } | null;
}

/** For how long a pod must have been ready to have started: one that crashes again and again is ready in between. */
const SETTLED_MS = 60_000;
/** How much later than its cause the kubelet may change the condition Ready. */
const LAG_MS = 10_000;

/**
 * BrokenStart  it has never been ready for a minute: its containers fail, or it takes too long
 * Serving      it is ready, and has been for a minute
 * Down         it has been ready before, and too much load can be why it is not
 * Other        it starts, or its start is too long ago to be judged
 */
export type PodHealth = "BrokenStart" | "Serving" | "Down" | "Other";

/**
 * The health of a pod that the kubelet has seen. A pod is no start any more once one that takes too long
 * would have held the size for the whole time of a hold.
 */
export function healthOf(
  { failure, startTime, ready }: Health,
  now: EpochMs,
  { startMs, holdMs }: { readonly startMs: number; readonly holdMs: number },
): PodHealth {
  const isReady = ready?.status === "True";
  const since = ready?.since ?? -Infinity;
  if (isReady && now - since >= SETTLED_MS) return "Serving";
  const age = now - (startTime ?? now);
  const isStart = age < startMs + holdMs;
  if (!isReady && since <= now - age + LAG_MS) {
    return isStart && (failure || age >= startMs) ? "BrokenStart" : "Other";
  }
  return afterReady({ failure, isReady, since, isStart });
}

interface Readiness {
  readonly failure: ContainerFailure | null;
  readonly isReady: boolean;
  readonly since: EpochMs;
  readonly isStart: boolean;
}

/** Of a pod that is or has been ready, but not for a minute. */
function afterReady({ failure, isReady, since, isStart }: Readiness): PodHealth {
  const hasFailedSince = failure !== null && (isReady || since <= failure.at + LAG_MS);
  if (isStart && hasFailedSince && failure.ranMs < SETTLED_MS) return "BrokenStart";
  return isReady && !hasFailedSince ? "Other" : "Down";
}
