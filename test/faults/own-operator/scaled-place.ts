import type { Cluster } from "../../../hack/cluster/cluster.ts";
import {
  createScaled,
  makePlace,
  setNodes,
  untilHistory,
  type Place,
} from "../cluster/fault-cluster.ts";
import { proxiedIn, type Test } from "../cluster/operator-in.ts";
import type { Scene } from "../cluster/scene.ts";

/** A place with two nodes and the object `web`, whose target an operator scales to two. */
export async function makeScaledPlace(cluster: Cluster): Promise<Place> {
  const place = await makePlace(cluster);
  await setNodes(place, 2);
  await createScaled(place, "web");
  return place;
}

/**
 * Starts an operator behind a fault proxy and waits until it has scaled `web`. Its requests time out after one minute.
 * `start` starts another operator.
 */
export async function openScaled({ cluster }: Scene, test: Test, replica: string) {
  const place = await makeScaledPlace(cluster);
  const { proxy, start } = await proxiedIn(place, test, replica, 60);
  const operator = await start();
  await untilHistory(place, "web", { up: 1, down: 0 });
  return { place, proxy, start, operator };
}
