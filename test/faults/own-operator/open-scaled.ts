import { untilHistory } from "../cluster/fault-cluster.ts";
import { proxiedIn, type Test } from "../cluster/operator-in.ts";
import { makeScaledPlace } from "../cluster/scaled-place.ts";
import type { Scene } from "../cluster/scene.ts";

/**
 * Starts an operator behind a fault proxy and waits until it has scaled `web`. Its requests time out after one minute.
 * `start` starts another operator.
 */
export async function openScaled({ cluster }: Scene, test: Test, replica: string) {
  const place = await makeScaledPlace(cluster, 2);
  const { proxy, start } = await proxiedIn(place, test, replica, 60);
  const operator = await start();
  await untilHistory(place, "web", { up: 1, down: 0 });
  return { place, proxy, start, operator };
}
