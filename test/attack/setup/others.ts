import { setTimeout as sleep } from "node:timers/promises";

import {
  apiRequest,
  forEachConcurrently,
  mustRequest,
  type ApiTarget,
} from "../../../hack/cluster/api.ts";
import { createNodes } from "../../../hack/cluster/nodes.ts";
import type { MetricsApi } from "../../../hack/cluster/operator/metrics-api.ts";
import type { Operator } from "../../../hack/cluster/operator/operator.ts";
import { createBusyDeployment, createScaler } from "../../../hack/cluster/operator/workloads.ts";
import { decisionsIn } from "../measures/decisions.ts";
import type { Random } from "../../../cli/simulate/random.ts";
import { below } from "../../random.ts";

/** The objects of all tenants except the attacker: ten in each namespace, each with a running pod. */
export interface Others {
  readonly namespaces: readonly string[];
  /** `namespace/name` of each object. */
  readonly keys: readonly string[];
}

const inNamespace = 10;
/** CPU request of each pod in millicores; the target is half of it. */
const requested = 100;

export function namesOfOthers(run: string, objects: number): Others {
  const count = Math.ceil(objects / inNamespace);
  const namespaces = Array.from({ length: count }, (_, index) => `others-${run}-${index}`);
  const keys = Array.from({ length: objects }, (_, index) => {
    return `${namespaces[index % count] ?? ""}/web-${Math.floor(index / count)}`;
  });
  return { namespaces, keys };
}

export async function createOthers(
  cluster: ApiTarget,
  { namespaces, keys }: Others,
  periodSeconds: number,
): Promise<void> {
  const [node = ""] = await createNodes(cluster, {
    ...{ names: [namespaces[0] ?? ""], cpu: "1000", pods: `${4 * keys.length}` },
  });
  await forEachConcurrently(namespaces, name =>
    mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name } }),
  );
  const create = async (key: string): Promise<void> => {
    const [namespace = "", name = ""] = key.split("/");
    const busy = { requests: { cpu: `${requested}m` }, usage: {}, node };
    await createBusyDeployment(cluster, namespace, name, 1, busy);
    await createScaler(cluster, namespace, name, scalerSpec(periodSeconds));
  };
  // A few at a time: on a busy machine, more concurrent reviews might exceed the webhook timeout.
  await forEachConcurrently(keys, create, 4);
}

export const scalerSpec = (periodSeconds: number) => ({
  ...{ minReplicas: 1, maxReplicas: 3, syncPeriodSeconds: periodSeconds },
  metrics: [
    {
      type: "Resource",
      resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
    },
  ],
  behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
});

/** Waits for three decisions on each object: the second one may be late, until all namespaces ask at their own times. */
export async function untilDecided(operator: Operator, others: Others, periodMs: number) {
  const giveUpAt = performance.now() + 60 * periodMs;
  for (;;) {
    const times = [...decisionsIn(operator.log(), others.keys).values()];
    if (times.every(({ length }) => length > 2)) return;
    if (performance.now() > giveUpAt) {
      throw new Error("not all objects of others have been decided on within sixty periods");
    }
    await sleep(1_000);
  }
}

/** Changes the load of one namespace at a time, so that the counts change. */
export function changeLoads(metrics: MetricsApi, others: Others, random: Random) {
  const wanted = new Map<string, number>();
  metrics.usageOf = ({ namespace, siblings }) =>
    ((requested / 2) * (wanted.get(namespace) ?? 1) - requested / 4) / siblings;
  const timer = setInterval(() => {
    const namespace = others.namespaces[below(random, others.namespaces.length)] ?? "";
    wanted.set(namespace, 1 + below(random, 3));
  }, 60_000 / others.namespaces.length);
  return () => {
    clearInterval(timer);
  };
}

/** Namespaces disappear later, once their pods are gone. */
export async function removeOthers(cluster: ApiTarget, { namespaces }: Others): Promise<void> {
  await forEachConcurrently(namespaces, name =>
    apiRequest(cluster, "DELETE", `/api/v1/namespaces/${name}`),
  );
  await apiRequest(cluster, "DELETE", `/api/v1/nodes/${namespaces[0] ?? ""}`);
}
