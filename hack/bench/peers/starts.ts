import { setTimeout as sleep } from "node:timers/promises";

import type { Cluster } from "../../cluster/cluster.ts";
import { quantile } from "../quantiles.ts";
import type { Contender, Running } from "./contender.ts";
import type { Round } from "./report.ts";
import { reactionsTo, untilAnswered, type LoadChange, type Reactions } from "./sent.ts";
import { raiseLoad } from "./workloads.ts";

/** An autoscaler has had several periods by then, to learn when there are samples. */
const settledAfterMs = 150_000;
/** Two periods, in which changes and samples meet at all distances. */
const changesForMs = 30_000;
const reactsWithinMs = 45_000;

/** Starts the autoscaler again and raises the load of these Deployments one by one: the phases of a start are chance. */
export async function measureStart(
  cluster: Cluster,
  { userAgents }: Pick<Contender, "userAgents">,
  { halt, resume }: Pick<Running, "halt" | "resume">,
  keys: readonly string[],
): Promise<Reactions> {
  await halt();
  await resume();
  await sleep(settledAfterMs);
  const since = new Date();
  const changes: LoadChange[] = [];
  for (const key of keys) {
    changes.push({ key, at: Date.now() });
    await raiseLoad(cluster, key);
    await sleep(changesForMs / keys.length);
  }
  const sent = await untilAnswered(cluster, userAgents, changes, {
    ...{ since, withinMs: reactsWithinMs },
  });
  return reactionsTo(changes, sent);
}

/** A share of the reactions in milliseconds: the median of all starts, the first of which is that of the other figures. */
export function reactionOf({ changing, starts }: Round, share: number): number {
  const each = [changing, ...starts].map(({ reactions }) => quantile(reactions, share));
  return quantile(each, 0.5);
}
