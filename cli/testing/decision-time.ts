import { syncProportionalTarget } from "../../engine/sync.ts";
import { noPauses } from "../../engine/model/pauses.ts";
import type { LinearParameters } from "../../engine/model/spec/proportional-parameters.ts";
import { proportionalBehavior } from "../../engine/spec/defaults.ts";
import { emptyMemory } from "../../engine/transition.ts";

const parameters: LinearParameters = {
  ...{ mode: "linear", nodesPerReplica: 2, coresPerReplica: 0, minReplicas: 1, maxReplicas: 0 },
  ...{ preventSinglePointFailure: false, includeUnschedulableNodes: false },
};
const [profile, uid, mode, pauses] = ["Trimtab-1", "", "Active", noPauses] as const;
const behavior = proportionalBehavior({}, profile);

/** Decides so many times, and nothing else: the count of a target for a size of the cluster that changes. */
function decide(times: number): void {
  let memory = emptyMemory;
  for (let index = 0; index < times; index++) {
    const nodes = 40 + (index % 7);
    const size = { nodes, schedulableNodes: nodes, cores: 0, schedulableCores: 0 };
    const target = { uid, mode, pauses, now: index * 15_000, currentReplicas: 20 };
    const sync = { ...target, parameters, profile, behavior, size };
    ({ memory } = syncProportionalTarget(memory, sync));
  }
}

async function cpuTimeOf(work: () => Promise<void> | void): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/**
 * The CPU time of work that decides so many times, in bare decisions for each of its own. What else runs on the cores
 * slows both down, so it measures half of the bare decisions before the work and half of them after it.
 */
export async function decisionTimes(times: number, work: () => Promise<void>): Promise<number> {
  const half = (): void => {
    decide(times / 2);
  };
  const before = await cpuTimeOf(half);
  const worked = await cpuTimeOf(work);
  return worked / (before + (await cpuTimeOf(half)));
}
