import type { ClusterProportionalAutoscalerSpec } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type { ClusterSize } from "../../engine/model/observation/node-tally.ts";
import {
  countedObjects,
  type CountedObjects,
  type OtherSources,
  otherSources,
} from "../../engine/proportional/other-dimensions.ts";
import type {
  ProportionalParameters,
  ProportionalProfile,
} from "../../engine/model/spec/proportional-parameters.ts";
import type { EpochMs } from "../../engine/model/values/result.ts";
import type { Tracker } from "../../controller/workqueue/subscriptions.ts";
import type { Clock } from "../../kube/clock.ts";
import type { ClusterSizes } from "./cluster-sizes.ts";
import type { ObjectCounts } from "./object-counts.ts";

export interface SizePorts {
  readonly sizes: ClusterSizes;
  /** Null: pods and namespaces may not be listed. */
  readonly counts: ObjectCounts | null;
  readonly clock: Clock;
}

/**
 * What the parameters need to know about the cluster, and when that changes by itself. Forbidden: they count
 * what may not be listed. Waiting: a first list is on its way.
 */
export type MeasuredCluster =
  | { readonly size: ClusterSize; readonly due: EpochMs | null }
  | "Forbidden"
  | "Waiting";

export function measureCluster(
  { sizes, counts, clock }: SizePorts,
  { nodes }: Pick<ClusterProportionalAutoscalerSpec, "nodes">,
  by: { readonly parameters: ProportionalParameters | null; readonly profile: ProportionalProfile },
  tracker: Tracker,
): MeasuredCluster {
  const others = otherSources(by.parameters);
  // Both of them, so that both begin to fill at once.
  const tally = sizes.tally(nodes ?? {}, others.resources, tracker);
  const objects = countObjects(counts, others, tracker);
  if (objects === "Forbidden") return objects;
  if (objects === "Waiting" || !tally?.ok) return "Waiting";
  const { size, due } = tally.value.size(clock.now(), by.profile);
  return { size: { ...size, ...objects }, due };
}

function countObjects(counts: ObjectCounts | null, wanted: OtherSources, tracker: Tracker) {
  const asked = countedObjects.filter(of => wanted[of]);
  if (asked.length === 0) return {};
  if (counts === null) return "Forbidden";
  const found = asked.map(of => [of, counts.count(of, tracker)] as const);
  if (found.some(([, count]) => count === null)) return "Waiting";
  return Object.fromEntries(found) as Pick<ClusterSize, CountedObjects>;
}
