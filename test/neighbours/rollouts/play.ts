import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "vitest";

import { mustRequest } from "../../../hack/cluster/api.ts";
import type { Cluster } from "../../../hack/cluster/cluster.ts";
import type { MetricsApi } from "../../../hack/cluster/operator/metrics-api.ts";
import { eventually } from "../../integration/eventually.ts";
import {
  changeVersion,
  createAutoscaler,
  createHpa,
  createRollout,
  type Strategy,
} from "./objects.ts";
import { podsFor, Traffic, type Sample } from "./scene.ts";

const startLoad = 240;
/** In the middle of the rollout, in millicores for all pods together. */
const loads = { up: 360, down: 120 };
export type Direction = keyof typeof loads;

/** An Autoscaler as it is, one that may remove replicas during a rollout, and an HPA. */
const scalers = ["default", "allow", "hpa"] as const;
export type Played = Readonly<Record<(typeof scalers)[number], readonly Sample[]>>;

/** Three Rollouts under the same load, each with a scaler of its own, from before a rollout to its end. */
export async function play(
  { cluster, metrics }: { readonly cluster: Cluster; readonly metrics: MetricsApi },
  strategy: Strategy,
  direction: Direction,
): Promise<Played> {
  const namespace = `${strategy.replaceAll(/\W/g, "-")}-${direction}`;
  await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  const pods = podsFor(startLoad);
  const traffics = scalers.map(
    name => new Traffic(cluster, metrics, { namespace, strategy, name }, startLoad),
  );
  for (const name of scalers) await createRollout(cluster, namespace, name, strategy, pods);
  let isOver = false;
  const running = traffics.map(traffic => traffic.run(() => isOver));
  const becomes = (state: Partial<Sample>) =>
    eventually(() => {
      for (const { latest } of traffics) expect(latest).toMatchObject(state);
    });
  await becomes({ phase: "Healthy", pods });
  await createHpa(cluster, namespace, "hpa");
  await createAutoscaler(cluster, namespace, "default", {});
  await createAutoscaler(cluster, namespace, "allow", { rollout: { scaleDown: "Allow" } });
  await sleep(15_000);
  for (const name of scalers) await changeVersion(cluster, namespace, name);
  await becomes({ isRolling: true });
  await sleep(15_000);
  for (const traffic of traffics) traffic.load = loads[direction];
  await becomes({ phase: "Healthy", isRolling: false });
  await sleep(45_000);
  isOver = true;
  await Promise.all(running);
  const [byDefault, allow, hpa] = traffics.map(({ samples }) => samples);
  return { default: byDefault ?? [], allow: allow ?? [], hpa: hpa ?? [] };
}
