import type { Cluster } from "../../../hack/cluster/cluster.ts";
import { createScaled, makePlace, setNodes, type Place } from "./fault-cluster.ts";

/** A place with nodes and the object `web`, whose target an operator scales to their number. */
export async function makeScaledPlace(cluster: Cluster, nodes: number): Promise<Place> {
  const place = await makePlace(cluster);
  await setNodes(place, nodes);
  await createScaled(place, "web");
  return place;
}
