// cli/fleet/replay/: an autoscaler runs again under the load that it had, and is compared with what it did.

import { upstreamSettings } from "../../../engine/model/spec/settings.ts";
import type { EpochMs, Result } from "../../../engine/model/values/result.ts";
import { jobOf } from "../../simulate/prepare.ts";
import type { SimulatedObject } from "../../simulate/objects.ts";
import type { Kept, Simulated } from "../../simulate/result.ts";
import type { PodJob, World } from "../../simulate/world/pod-job.ts";
import type { Past } from "../past/past-of.ts";
import { cursorOf, type Series } from "../past/recorded.ts";

/** What a replay returns: the sizes, without reasons. */
export const sizesOnly: Kept = { sizes: true, decisions: 0 };

/** A status is a mean over a window already. */
const measuring = {
  ...{ metricIntervalMs: 15_000, metricDelayMs: 5000, metricWindowMs: 15_000 },
  // A window over two samples would lose noise, and with it replicas.
  metricPhaseMs: 0,
};

/** The object in the world of its past. Errors: a sentence about a metric that the load lacks. */
export function replayJob(object: SimulatedObject, past: Past): Result<PodJob, string> {
  const { load, podCapacity, podStart, factors, replicas } = past;
  const first = cursorOf(replicas)(load.times[0] ?? load.end);
  const world: World = {
    ...{ ...measuring, podCapacity, podStart, seed: 1, settings: upstreamSettings },
    ...(first > 0 ? { initialReplicas: first } : {}),
  };
  return jobOf(object, world, { columns: load.columns, factors });
}

/** The replicas of a replay. */
export const replayedSizes = (
  { initialReplicas, changes }: Pick<Simulated, "initialReplicas" | "changes">,
  from: EpochMs,
): Series => ({
  times: Float64Array.from([from, ...changes.map(({ time }) => time)]),
  values: Float64Array.from([initialReplicas, ...changes.map(({ to }) => to)]),
});
