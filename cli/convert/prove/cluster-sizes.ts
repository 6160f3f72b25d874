import { emptyHistory } from "../../../engine/history/history.ts";
import type { ClusterSize } from "../../../engine/observation/cluster-size.ts";
import { decideProportional } from "../../../engine/pipeline/decide.ts";
import type {
  ProportionalParameters,
  ProportionalProfile,
} from "../../../engine/recommend/proportional/parameters.ts";
import { type EpochMs, err, ok, type Result } from "../../../engine/result.ts";
import { proportionalBehavior } from "../../../engine/spec/defaults.ts";
import type { Load } from "../../simulate/load/load.ts";
import type { Change } from "../../simulate/result.ts";
import type { Sized } from "./differences.ts";

/** Who decides by the size of the cluster. */
export interface Proportional {
  readonly parameters: ProportionalParameters;
  readonly profile: ProportionalProfile;
}

/** As often as upstream's controller by default. */
const periodMs = 10_000;

/**
 * The sizes that follow from a load with the columns `nodes` and `cores`: the nodes of a cluster, all of them
 * schedulable, and their allocatable cores. Both sides are asked at the same moments, so that what differs is
 * what they decide, not when.
 *
 * Errors  a sentence about the load
 */
export function sizesOf({ parameters, profile }: Proportional, load: Load): Result<Sized, string> {
  const [nodes, cores] = ["nodes", "cores"].map(name => load.values[load.columns.indexOf(name)]);
  if (!nodes || !cores) {
    return err(
      `${load.source}: has no columns nodes and cores; write time,nodes,cores in its first line`,
    );
  }
  const behavior = proportionalBehavior({}, profile);
  const changes: Change[] = [];
  const initialReplicas = 1;
  let [currentReplicas, history] = [initialReplicas, emptyHistory("")];
  const windowMs = behavior.scaleDown.stabilizationWindowSeconds * 1000;
  for (const { now, index } of moments(load, windowMs + periodMs)) {
    const size = clusterOf(nodes[index] ?? 0, cores[index] ?? 0);
    const input = { now, size, parameters, profile, behavior, currentReplicas, history };
    const outcome = decideProportional(input);
    const { decision } = outcome;
    ({ history } = outcome);
    if (decision.to === currentReplicas) continue;
    changes.push({ time: now, from: currentReplicas, to: decision.to, decision });
    currentReplicas = decision.to;
  }
  return ok({ initialReplicas, changes });
}

/** A mean of several samples may be no whole number, but nodes and cores are. */
function clusterOf(nodes: number, cores: number): ClusterSize {
  const [wholeNodes, wholeCores] = [Math.round(nodes), Math.ceil(cores)];
  return {
    ...{ nodes: wholeNodes, schedulableNodes: wholeNodes },
    ...{ cores: wholeCores, schedulableCores: wholeCores },
  };
}

/** Each sample, and every ten seconds until the next one: of what does not change, only a window forgets. */
function* moments(
  { times, end }: Load,
  untilSettledMs: number,
): Generator<{ now: EpochMs; index: number }> {
  for (const [index, time] of times.entries()) {
    const last = Math.min(times[index + 1] ?? end, time + untilSettledMs);
    for (let now = time; now < last; now += periodMs) yield { now, index };
  }
}
