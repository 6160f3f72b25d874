import { expect } from "vitest";

import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { mustRequest, type ApiObject } from "../../hack/cluster/api.ts";
import { operatorNamespace } from "../../hack/cluster/operator/chart.ts";
import {
  replicaSet,
  replicationController,
  scaleTarget,
  statefulSet,
} from "../integration/cluster/objects.ts";
import { deployments } from "../integration/cluster/sandbox.ts";
import {
  claimPath,
  crds,
  kedaCrd,
  leasePath,
  secretPath,
  untilReady,
  type Scene,
} from "./scene.ts";

type Check = (scene: Scene) => Promise<void>;

const webhookPath = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/trimtab";
const rbac = "apis/rbac.authorization.k8s.io/v1";
const linear = { nodesPerReplica: 1 };
const algorithm = "CPA-1.10";

const collections = {
  Deployment: deployments,
  StatefulSet: "apis/apps/v1/statefulsets",
  ReplicaSet: "apis/apps/v1/replicasets",
  ReplicationController: "api/v1/replicationcontrollers",
} as const;
type Kind = keyof typeof collections;

const makers = {
  StatefulSet: statefulSet,
  ReplicaSet: replicaSet,
  ReplicationController: replicationController,
};

const replicasAre = (scene: Scene, name: string, want: number, kind: Kind = "Deployment") =>
  scene.until(async () => {
    expect(await scene.free.replicas(name, collections[kind])).toBe(want);
  });

async function make({ free }: Scene, kind: Kind, name: string): Promise<void> {
  if (kind === "Deployment") await free.deployments({ [name]: 1 });
  else await free.create(collections[kind], makers[kind](name, 1));
}

/** The node on which pods run; it has 64 cores. */
const nodesOf = ({ free }: Scene) => ({
  matchLabels: { "trimtab.test/workloads": free.namespace },
});

async function follow(scene: Scene, kind: Kind, name: string): Promise<void> {
  await make(scene, kind, name);
  const scaleTargetRefs = [scaleTarget(kind, name)];
  await scene.free.autoscaler(name, {
    ...{
      linear: { coresPerReplica: 4 },
      scaleTargetRefs,
      algorithm,
    },
    nodes: { selector: nodesOf(scene), unschedulable: "Count" },
  });
  await replicasAre(scene, name, 16, kind);
}

const scales =
  (kind: Kind): Check =>
  async scene => {
    const name = `of-${kind.toLowerCase()}`;
    await follow(scene, kind, name);
    await scene.free.patch(collections[kind], name, { spec: { replicas: 3 } });
    await replicasAre(scene, name, 16, kind);
  };

/** From 1 to 5 replicas. */
async function scaler(scene: Scene, name: string, spec: Partial<AutoscalerSpec>): Promise<void> {
  await scene.free.scaler(name, { maxReplicas: 5, ...spec });
}

const ten = { type: "AverageValue" as const, averageValue: "10" };

async function isYielding(scene: Scene, name: string): Promise<void> {
  await scene.until(async () => {
    expect(await scene.free.verdicts(name)).toMatchObject({
      Stalled: "True/ConflictingAutoscaler",
    });
  });
}

async function isReadyObject(scene: Scene, name: string): Promise<void> {
  await scene.until(async () => {
    expect(await scene.free.verdicts(name)).toMatchObject({ Ready: "True/Ready" });
  });
}

/** Admission's message to a user; "": accepted without a warning. */
async function admission({ cluster }: Scene, object: ApiObject, user?: string): Promise<string> {
  const as = user === undefined ? [] : [`--as=${user}`];
  const args = ["create", "--dry-run=server", "--filename=-", ...as];
  return (await cluster.kubectl(args, JSON.stringify(object))).stderr;
}

const queue = (name: string) => ({
  ...{ apiVersion: "keda.sh/v1alpha1", kind: "ScaledObject", metadata: { name } },
  spec: { scaleTargetRef: { name } },
});

/** The part of KEDA that the operator reads. */
const keda = {
  metadata: { name: kedaCrd },
  spec: {
    ...{ group: "keda.sh", scope: "Namespaced" },
    names: { kind: "ScaledObject", plural: "scaledobjects", singular: "scaledobject" },
    versions: [
      {
        ...{ name: "v1alpha1", served: true, storage: true },
        schema: {
          openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
        },
      },
    ],
  },
};

/** The operator's functions: each check tests the initial state, and then a change. */
export const checks: Readonly<Record<string, Check>> = {
  "is ready": scene => scene.until(() => untilReady(scene.operator)),

  "scales a Deployment": scales("Deployment"),
  "scales a StatefulSet": scales("StatefulSet"),
  "scales a ReplicaSet": scales("ReplicaSet"),
  "scales a ReplicationController": scales("ReplicationController"),

  "counts nodes": async scene => {
    const { free } = scene;
    await free.nodes.add(2);
    await free.deployments({ nodes: 1 });
    await free.autoscaler("nodes", { linear, algorithm });
    await replicasAre(scene, "nodes", 2);
    await free.nodes.add(1);
    await replicasAre(scene, "nodes", 3);
  },

  "counts namespaces": async scene => {
    const { free, cluster } = scene;
    const namespaces = async () => {
      const { items = [] } = await mustRequest(cluster, "GET", "/api/v1/namespaces");
      return items.length;
    };
    const follows = () =>
      scene.until(async () => {
        expect(await free.replicas("namespaces")).toBe(await namespaces());
      });
    await free.deployments({ namespaces: 1 });
    await free.autoscaler("namespaces", { linear: { namespacesPerReplica: 1 } });
    await follows();
    const metadata = { name: `${free.namespace}-more` };
    await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata });
    await follows();
  },

  "counts pods that run": async scene => {
    const { free, cluster } = scene;
    const running = "fieldSelector=status.phase!=Succeeded,status.phase!=Failed";
    const pods = async () => {
      const { items = [] } = await mustRequest(cluster, "GET", `/api/v1/pods?${running}`);
      return items.length;
    };
    await free.deployments({ pods: 0 });
    await free.autoscaler("pods", {
      linear: { podsPerReplica: 1 },
      behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
    });
    const follows = () =>
      scene.until(async () => {
        expect(await free.replicas("pods")).toBe(Math.max(1, await pods()));
      });
    await follows();
    const pod = (name: string) => ({
      metadata: { name },
      spec: { containers: [{ name: "main", image: "registry.example.com/main" }] },
    });
    for (const name of ["one", "two", "three"]) await free.create("api/v1/pods", pod(name));
    await follows();
    const path = `${free.path("api/v1/pods", "one")}/status`;
    await mustRequest(cluster, "PATCH", path, { status: { phase: "Succeeded" } });
    await follows();
  },

  "follows an edit of a ClusterProportionalAutoscaler": async scene => {
    await follow(scene, "Deployment", "edited");
    await scene.free.edit("edited", { linear: { coresPerReplica: 8 } });
    await replicasAre(scene, "edited", 8);
  },

  "follows an edit of an Autoscaler": async scene => {
    const { free, custom } = scene;
    await custom.setExternal({ namespace: free.namespace, metric: "queue", value: "30" });
    await free.deployments({ raised: 1 });
    const external = { metric: { name: "queue" }, target: ten };
    await scaler(scene, "raised", { metrics: [{ type: "External", external }] });
    await replicasAre(scene, "raised", 3);
    await free.editScaler("raised", { minReplicas: 4 });
    await replicasAre(scene, "raised", 4);
  },

  "reads a ConfigMap": async scene => {
    const { free } = scene;
    await free.configMap("sizes", { linear: '{"nodesPerReplica": 1, "min": 4}' });
    await free.deployments({ sized: 1 });
    await free.autoscaler("sized", { configMapRef: { name: "sizes" }, algorithm });
    await replicasAre(scene, "sized", 4);
    await free.rewrite("sizes", { linear: '{"nodesPerReplica": 1, "min": 6}' });
    await replicasAre(scene, "sized", 6);
  },

  "clears the mark of a pod": async scene => {
    const { free, cluster } = scene;
    await free.run("marked", { replicas: 1, usage: {} });
    const annotations = {
      ...{ "controller.kubernetes.io/pod-deletion-cost": "-1000" },
      "autoscaling.trimtab.dev/removed-first": "true",
    };
    const selected = `${free.path("api/v1/pods")}?labelSelector=app%3Dmarked`;
    const marked = async () => {
      const { items = [] } = await mustRequest(cluster, "GET", selected);
      return items.map(({ metadata }) => metadata as ApiObject["metadata"] & object);
    };
    await scene.until(async () => {
      const [pod] = await marked();
      await free.patch("api/v1/pods", pod?.name ?? "", { metadata: { annotations } });
    });
    await scaler(scene, "marked", { scaleDownOrder: "Newest" });
    await scene.until(async () => {
      expect(JSON.stringify(await marked())).not.toContain("removed-first");
    });
  },

  "follows cpu": async scene => {
    const { free, usage } = scene;
    let total = 100;
    usage.usageOf = ({ siblings }) => total / siblings;
    await free.run("cpu", { replicas: 1, usage: {} });
    await scaler(scene, "cpu", { behavior: { scaleDown: { stabilizationWindowSeconds: 0 } } });
    await replicasAre(scene, "cpu", 2);
    // Shared by two pods, one of which is new.
    total = 200;
    await replicasAre(scene, "cpu", 4);
  },

  "follows a custom metric": async scene => {
    const { free, custom } = scene;
    const about = { resource: "deployments.apps", namespace: free.namespace, name: "custom" };
    await custom.setCustom({ ...about, metric: "qps", value: "30" });
    await free.deployments({ custom: 1 });
    const describedObject = scaleTarget("Deployment", "custom");
    const object = { describedObject, metric: { name: "qps" }, target: ten };
    await scaler(scene, "custom", { metrics: [{ type: "Object", object }] });
    await replicasAre(scene, "custom", 3);
  },

  "follows an external metric": async scene => {
    const { free, custom } = scene;
    await custom.setExternal({ namespace: free.namespace, metric: "queue", value: "30" });
    await free.deployments({ external: 1 });
    const external = { metric: { name: "queue" }, target: ten };
    await scaler(scene, "external", { metrics: [{ type: "External", external }] });
    await replicasAre(scene, "external", 3);
  },

  "yields to an HPA": async scene => {
    const { free, custom } = scene;
    await custom.setExternal({ namespace: free.namespace, metric: "queue", value: "30" });
    await free.deployments({ rival: 1 });
    const external = { metric: { name: "queue" }, target: ten };
    await scaler(scene, "rival", { metrics: [{ type: "External", external }] });
    await isReadyObject(scene, "rival");
    await free.create("apis/autoscaling/v2/horizontalpodautoscalers", {
      metadata: { name: "rival" },
      spec: { scaleTargetRef: scaleTarget("Deployment", "rival"), minReplicas: 2, maxReplicas: 5 },
    });
    await isYielding(scene, "rival");
  },

  "yields to a ScaledObject once its CRD is there": async scene => {
    const { free, custom, cluster } = scene;
    await custom.setExternal({ namespace: free.namespace, metric: "queue", value: "30" });
    await free.deployments({ first: 1, second: 1 });
    const external = { metric: { name: "queue" }, target: ten };
    const metrics = [{ type: "External" as const, external }];
    await Promise.all(["first", "second"].map(name => scaler(scene, name, { metrics })));
    await isReadyObject(scene, "second");
    await mustRequest(cluster, "POST", crds, keda);
    const scaledObjects = "apis/keda.sh/v1alpha1/scaledobjects";
    await scene.until(async () => {
      await free.create(scaledObjects, queue("first"));
    });
    await isYielding(scene, "first");
    await free.create(scaledObjects, queue("second"));
    await isYielding(scene, "second");
  },

  "writes an Event, and counts it": async scene => {
    const { free } = scene;
    await follow(scene, "Deployment", "told");
    const counts = async () => (await free.events("told")).map(({ count }) => count);
    await scene.until(async () => {
      expect(await counts()).toEqual([1]);
    });
    await free.scaleByHand("told", 1);
    await scene.until(async () => {
      expect(await counts()).toEqual([2]);
    });
  },

  "looks for targets in admission": async scene => {
    const { guarded } = scene;
    const kinds = Object.keys(collections);
    // No watch has them, so admission reads each.
    const scaleTargetRefs = kinds.map(kind => scaleTarget(kind, "none"));
    const object = guarded.autoscalerObject("web", { linear, scaleTargetRefs });
    await scene.until(async () => {
      const answer = await admission(scene, object);
      for (const kind of kinds) {
        expect(answer).toContain(`there is no ${kind} ${guarded.namespace}/none`);
      }
    });
  },

  "refuses a person without the right": async scene => {
    const { guarded } = scene;
    const apiGroup = "rbac.authorization.k8s.io";
    const rule = { apiGroups: ["autoscaling.trimtab.dev"], resources: ["*"], verbs: ["*"] };
    await guarded.create(`${rbac}/roles`, { metadata: { name: "ann" }, rules: [rule] });
    await guarded.create(`${rbac}/rolebindings`, {
      metadata: { name: "ann" },
      roleRef: { apiGroup, kind: "Role", name: "ann" },
      subjects: [{ apiGroup, kind: "User", name: "ann" }],
    });
    const object = guarded.autoscalerObject("theirs", { linear });
    await scene.until(async () => {
      const answer = await admission(scene, object, "ann");
      expect(answer).toContain("ann may not update deployments.apps/scale");
    });
  },

  "keeps its certificate": async scene => {
    const isThere = () =>
      scene.until(async () => {
        const { data } = await mustRequest(scene.cluster, "GET", secretPath);
        expect(data).toMatchObject({ "tls.crt": expect.stringMatching(/./) as string });
      });
    await isThere();
    const data = { "tls.crt": "", "tls.key": "" };
    await mustRequest(scene.cluster, "PATCH", secretPath, { data });
    await isThere();
  },

  "has the webhook trust it": async scene => {
    interface Configuration extends ApiObject {
      readonly webhooks: readonly { readonly clientConfig: object }[];
    }
    const read = () => mustRequest(scene.cluster, "GET", webhookPath) as Promise<Configuration>;
    const isTrusted = () =>
      scene.until(async () => {
        for (const { clientConfig } of (await read()).webhooks) {
          expect(clientConfig).toMatchObject({ caBundle: expect.any(String) as string });
        }
      });
    await isTrusted();
    const webhooks = (await read()).webhooks.map(webhook => ({
      ...webhook,
      clientConfig: { ...webhook.clientConfig, caBundle: null },
    }));
    await mustRequest(scene.cluster, "PATCH", webhookPath, { webhooks });
    await isTrusted();
  },

  "takes the Lease, and takes it back": async scene => {
    const { cluster } = scene;
    const holder = async () => {
      const { spec } = await mustRequest(cluster, "GET", leasePath);
      return (spec as { holderIdentity?: string }).holderIdentity;
    };
    let own: string | undefined;
    await scene.until(async () => {
      own = await holder();
      expect(own).toMatch(/^rights-/);
    });
    const spec = { holderIdentity: "" };
    await mustRequest(cluster, "PATCH", leasePath, { spec });
    await scene.until(async () => {
      expect(await holder()).toBe(own);
    });
  },

  "renews the Lease of its namespaces, and names another installation in them": async scene => {
    const { cluster, operator, claimedAt } = scene;
    await scene.until(async () => {
      const { spec } = await mustRequest(cluster, "GET", claimPath(operatorNamespace));
      expect(spec).toMatchObject({ holderIdentity: "trimtab-system/trimtab" });
      expect((spec as { renewTime: string }).renewTime > claimedAt).toBe(true);
      const { text } = await operator.get("/metrics");
      expect(text).toContain('holder="elsewhere/trimtab"');
    });
  },
};
