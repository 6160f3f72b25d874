import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { type ApiObject, forEachConcurrently, mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { startOperator, type Operator } from "../../hack/cluster/operator/operator.ts";
import { createScaler } from "./cluster/busy-place.ts";
import {
  clearPlaces,
  createAutoscaler,
  createDeployment,
  deploymentPath,
  makePlace,
  type Place,
  setNodes,
  startFaultCluster,
} from "./cluster/fault-cluster.ts";
import { report } from "./figures.ts";
import { auditOf } from "./requests.ts";

const replica = "rival-races";

let cluster: Cluster;
let operator: Operator;
let place: Place;

beforeAll(async () => {
  cluster = await startFaultCluster();
  await clearPlaces(cluster);
  place = await makePlace(cluster);
  await setNodes(place, 1);
  // Without admission, which would reject the later one.
  operator = await startOperator(cluster, { replica, webhook: false });
});
afterAll(async () => {
  await operator.stop();
  await clearPlaces(cluster);
  await cluster.stop();
});

type Kind = "Autoscaler" | "ClusterProportionalAutoscaler";
const kinds: readonly (readonly [Kind, Kind])[] = [
  ["Autoscaler", "ClusterProportionalAutoscaler"],
  ["Autoscaler", "Autoscaler"],
  ["ClusterProportionalAutoscaler", "ClusterProportionalAutoscaler"],
];

interface Rival {
  readonly wants: number;
  readonly createdAt: string;
  readonly uid: string;
}

async function create(kind: Kind, target: string, wants: number): Promise<Rival> {
  const name = `${target}-${wants}`;
  const ref = { apiVersion: "apps/v1", kind: "Deployment", name: target };
  const made: ApiObject =
    kind === "Autoscaler"
      ? await createScaler(place, name, {
          ...{ scaleTargetRef: ref, minReplicas: wants, maxReplicas: wants },
        })
      : await createAutoscaler(place, name, {
          ...{ scaleTargetRefs: [ref], linear: { nodesPerReplica: 1 / wants } },
        });
  const { creationTimestamp = "", uid = "" } = made.metadata as Partial<Record<string, string>>;
  return { wants, createdAt: creationTimestamp, uid };
}

const firstOf = (rivals: readonly Rival[]): Rival =>
  rivals.reduce((first, rival) => {
    if (rival.createdAt !== first.createdAt)
      return rival.createdAt < first.createdAt ? rival : first;
    return rival.uid < first.uid ? rival : first;
  });

/** The requested counts of each target, whether or not the API server accepted them. */
async function countsAskedFor(): Promise<Map<string, Set<unknown>>> {
  const counts = new Map<string, Set<unknown>>();
  for (const { verb, objectRef, requestObject } of await auditOf(cluster, replica)) {
    const { namespace, subresource, name = "" } = objectRef ?? {};
    if (verb !== "patch" || subresource !== "scale" || namespace !== place.namespace) continue;
    const patch = requestObject as readonly { readonly value: unknown }[];
    counts.set(name, (counts.get(name) ?? new Set()).add(patch.at(-1)?.value));
  }
  return counts;
}

// prettier-ignore
it.each([
  { shows: "while the operator runs",          prefix: "web",   pairs: 120, restarts: false },
  // Some objects are in the lists with which the watches begin, and others are delivered after them.
  { shows: "while the operator starts again",  prefix: "again", pairs: 60,  restarts: true },
])("of two objects that are created for one target simultaneously $shows, only one writes", async ({ prefix, pairs, restarts }) => {
  const targets = Array.from({ length: pairs }, (_, index) => `${prefix}-${index}`);
  await forEachConcurrently(targets, name => createDeployment(place, name, 1));
  if (restarts) await operator.stop();
  const starting = restarts ? startOperator(cluster, { replica, webhook: false }) : operator;
  const winners = new Map<string, Rival>();
  await forEachConcurrently(targets, async target => {
    const [one, other] = kinds[Number(target.slice(prefix.length + 1)) % kinds.length]!;
    const rivals = await Promise.all([create(one, target, 3), create(other, target, 5)]);
    winners.set(target, firstOf(rivals));
  });
  operator = await starting;
  // Not more often: the list of all targets is long.
  await vi.waitFor(
    async () => {
      const { items = [] } = await mustRequest(cluster, "GET", deploymentPath(place));
      const left = items.filter(({ metadata, spec }) => {
        const { replicas } = spec as { readonly replicas: number };
        const winner = winners.get(metadata?.name ?? "");
        return winner !== undefined && replicas !== winner.wants;
      });
      expect(left.map(({ metadata }) => metadata?.name)).toEqual([]);
    },
    { timeout: 60_000, interval: 1_000 },
  );

  const counts = await countsAskedFor();
  const asked = new Map([...counts].filter(([target]) => winners.has(target)));
  const wrong = [...winners].filter(
    ([target, { wants }]) => [...(asked.get(target) ?? [])].join() !== String(wants),
  );
  const second = [...winners.values()].filter(({ wants }) => wants === 5).length;
  report("races", { pairs: asked.size, second, wrong: wrong.length });
  expect(wrong).toEqual([]);
  expect(asked.size).toBe(pairs);
  // Not always the first request, and not always the second.
  expect(second).toBeGreaterThan(pairs / 10);
  expect(second).toBeLessThan((9 * pairs) / 10);
});
