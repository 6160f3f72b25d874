import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { apiRequest, mustRequest, type ApiObject, type ApiTarget } from "../../cluster/api.ts";
import { useOrStartCluster, type Cluster } from "../../cluster/cluster.ts";
import { createDeployment } from "../../cluster/operator/workloads.ts";
import { startReplay, type Replay } from "./replay.ts";

const namespace = `replay-${randomUUID().slice(0, 8)}`;
const cost = "controller.kubernetes.io/pod-deletion-cost";
const path = `/metadata/annotations/${cost.replace("/", "~1")}`;

let cluster: Cluster;
let replay: Replay;

beforeAll(async () => {
  cluster = await useOrStartCluster({ name: "replay" });
  await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  await createDeployment(cluster, namespace, "web-0", 1);
  replay = await startReplay({ namespaces: 1, objects: 1, pods: 1, nodes: 1, bystanders: 0 });
});

afterAll(async () => {
  await replay.stop();
  const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
  await mustRequest(cluster, "DELETE", `${deployments}?propagationPolicy=Background`);
  await cluster.stop();
});

interface Metadata {
  readonly name: string;
  readonly uid: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly { readonly uid: string; readonly controller: boolean }[];
}

const metadataOf = ({ metadata }: ApiObject): Metadata => metadata as unknown as Metadata;

describe.each(["the real API server", "the replay API server"])("a pod of %s", name => {
  const isReal = name.includes("real");
  const target = (): ApiTarget => (isReal ? cluster : replay.target);
  const within = `namespaces/${isReal ? namespace : "scale-0"}`;

  /** The first object of a resource, as soon as a controller has created it. */
  const first = (resource: string): Promise<Metadata> =>
    expect
      .poll(async () => (await mustRequest(target(), "GET", resource)).items ?? [])
      .not.toHaveLength(0)
      .then(async () => {
        const { items = [] } = await mustRequest(target(), "GET", resource);
        return metadataOf(items[0] ?? {});
      });

  it("belongs to a ReplicaSet, which belongs to the Deployment", async () => {
    const pod = await first(`/api/v1/${within}/pods`);
    const replicaSet = await first(`/apis/apps/v1/${within}/replicasets`);
    const deployment = await first(`/apis/apps/v1/${within}/deployments`);
    expect(pod.ownerReferences).toMatchObject([{ uid: replicaSet.uid, controller: true }]);
    expect(replicaSet.ownerReferences).toMatchObject([{ uid: deployment.uid, controller: true }]);
  });

  it("gets a deletion cost, and loses it only if it is the expected one", async () => {
    const pods = `/api/v1/${within}/pods`;
    const pod = `${pods}/${(await first(pods)).name}`;
    const change = (body: unknown, type: string) =>
      apiRequest(target(), "PATCH", `${pod}?fieldManager=trimtab`, body, `application/${type}`);
    const clear = (value: string) =>
      change(
        [
          { op: "test", path, value },
          { op: "remove", path },
        ],
        "json-patch+json",
      );
    const costNow = async (): Promise<string | undefined> =>
      metadataOf(await mustRequest(target(), "GET", pod)).annotations?.[cost];
    const marked = {
      ...{ apiVersion: "v1", kind: "Pod" },
      metadata: { annotations: { [cost]: "-100" } },
    };
    expect(await change(marked, "apply-patch+yaml")).toMatchObject({ code: 200 });
    expect(await costNow()).toBe("-100");
    expect(await clear("5")).toMatchObject({ code: 422 });
    expect(await clear("-100")).toMatchObject({ code: 200 });
    expect(await costNow()).toBeUndefined();
    expect(await clear("-100")).toMatchObject({ code: 422 });
  });
});
