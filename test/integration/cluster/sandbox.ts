import { randomUUID } from "node:crypto";

import { inject, test } from "vitest";

import type {
  ClusterProportionalAutoscalerSpec,
  ClusterProportionalAutoscalerStatus,
} from "../../../crds/generated/cluster-proportional-autoscaler.ts";
import type { Condition } from "../../../crds/generated/shared.ts";
import {
  apiRequest,
  mustRequest,
  type ApiObject,
  type ApiResponse,
} from "../../../hack/cluster/api.ts";
import type { Cluster } from "../../../hack/cluster/cluster.ts";
import { followNew } from "./followed-log.ts";
import { deployment, scaleTarget } from "./objects.ts";
import { sharedCluster } from "./shared-cluster.ts";
import { TestNodes } from "./test-nodes.ts";

const autoscalers = "apis/autoscaling.trimtab.dev/v1alpha1/clusterproportionalautoscalers";
export const deployments = "apis/apps/v1/deployments";
export const configMaps = "api/v1/configmaps";

/**
 * What costs something as long as it exists, in the order of its deletion: no autoscaler decides about a
 * deletion, and no controller replaces what is deleted.
 */
const costly = [
  [
    autoscalers,
    "apis/autoscaling.trimtab.dev/v1alpha1/autoscalers",
    "apis/autoscaling/v2/horizontalpodautoscalers",
  ],
  [deployments, "apis/apps/v1/statefulsets", "api/v1/replicationcontrollers"],
  ["apis/apps/v1/replicasets"],
  ["api/v1/pods"],
];

declare module "vitest" {
  interface ProvidedContext {
    /** Whether the cluster ends with the tests, so that namespaces can stay. */
    readonly clusterEnds?: boolean;
  }
}

type Spec = Partial<ClusterProportionalAutoscalerSpec>;

/**
 * A namespace and nodes of one test on the shared cluster, so that tests can run concurrently: its
 * autoscalers count only its nodes. Collections have names like `apis/apps/v1/deployments`.
 */
export class Sandbox {
  readonly cluster: Cluster;
  readonly namespace: string;
  readonly nodes: TestNodes;

  constructor(cluster: Cluster) {
    this.cluster = cluster;
    this.namespace = `test-${randomUUID().slice(0, 8)}`;
    this.nodes = new TestNodes(cluster, this.namespace);
    followNew(cluster.auditLogPath, this.namespace);
  }

  path(collection: string, name?: string): string {
    const cut = collection.lastIndexOf("/");
    const of = `/${collection.slice(0, cut)}/namespaces/${this.namespace}${collection.slice(cut)}`;
    return name === undefined ? of : `${of}/${name}`;
  }

  create(collection: string, object: object): Promise<ApiObject> {
    return mustRequest(this.cluster, "POST", this.path(collection), object);
  }

  get(collection: string, name: string): Promise<ApiObject> {
    return mustRequest(this.cluster, "GET", this.path(collection, name));
  }

  patch(collection: string, name: string, fields: object): Promise<ApiObject> {
    return mustRequest(this.cluster, "PATCH", this.path(collection, name), fields);
  }

  delete(collection: string, name: string): Promise<ApiObject> {
    return mustRequest(this.cluster, "DELETE", this.path(collection, name));
  }

  label(labels: Readonly<Record<string, string | null>>): Promise<ApiObject> {
    const path = `/api/v1/namespaces/${this.namespace}`;
    return mustRequest(this.cluster, "PATCH", path, { metadata: { labels } });
  }

  /** Deployments with these names and counts, without pods. */
  async deployments(counts: Readonly<Record<string, number>>): Promise<void> {
    const objects = Object.entries(counts).map(([name, replicas]) => deployment(name, replicas));
    await Promise.all(objects.map(object => this.create(deployments, object)));
  }

  /** `spec.replicas` of a Deployment, or of an object of another collection. */
  async replicas(name: string, collection = deployments): Promise<number> {
    const { spec } = await this.get(collection, name);
    return (spec as { replicas?: number }).replicas ?? 0;
  }

  /** Like a user's `kubectl scale`. */
  async scaleByHand(name: string, replicas: number): Promise<void> {
    await this.patch(deployments, name, { spec: { replicas } });
  }

  configMap(name: string, data: Readonly<Record<string, string>>): Promise<ApiObject> {
    return this.create(configMaps, { metadata: { name }, data });
  }

  /** Replaces all keys of a ConfigMap. */
  rewrite(name: string, data: Readonly<Record<string, string>>): Promise<ApiObject> {
    const path = this.path(configMaps, name);
    return mustRequest(this.cluster, "PUT", path, { metadata: { name }, data });
  }

  /** An autoscaler of the Deployment of the same name, for the test's own nodes. */
  autoscalerObject(name: string, spec: Spec): ApiObject {
    return {
      apiVersion: "autoscaling.trimtab.dev/v1alpha1",
      kind: "ClusterProportionalAutoscaler",
      metadata: { name, namespace: this.namespace },
      spec: {
        scaleTargetRefs: [scaleTarget("Deployment", name)],
        ...spec,
        nodes: { selector: this.nodes.selector, ...spec.nodes },
      },
    };
  }

  autoscaler(name: string, spec: Spec): Promise<ApiObject> {
    return this.create(autoscalers, this.autoscalerObject(name, spec));
  }

  /** The same, for tests of the admission response. */
  tryAutoscaler(name: string, spec: Spec, query = ""): Promise<ApiResponse> {
    const path = this.path(autoscalers) + query;
    return apiRequest(this.cluster, "POST", path, this.autoscalerObject(name, spec));
  }

  edit(name: string, spec: Readonly<Record<string, unknown>>): Promise<ApiObject> {
    return this.patch(autoscalers, name, { spec });
  }

  tryEdit(name: string, fields: object): Promise<ApiResponse> {
    return apiRequest(this.cluster, "PATCH", this.path(autoscalers, name), fields);
  }

  getAutoscaler(name: string): Promise<ApiObject> {
    return this.get(autoscalers, name);
  }

  deleteAutoscaler(name: string): Promise<ApiObject> {
    return this.delete(autoscalers, name);
  }

  async status(name: string): Promise<ClusterProportionalAutoscalerStatus> {
    const { status } = await this.getAutoscaler(name);
    return status ?? {};
  }

  /** The object's conditions by type. */
  async conditions(name: string): Promise<Record<string, Condition>> {
    return byType((await this.status(name)).conditions);
  }

  /** The conditions of one of its targets; without a name, of the first. */
  async targetConditions(name: string, target?: string): Promise<Record<string, Condition>> {
    const { targets = [] } = await this.status(name);
    const found = targets.find(({ ref }) => target === undefined || ref.name === target);
    return byType(found?.conditions);
  }

  /** Events about the autoscaler of this name, of one reason or of all. */
  async events(name: string, reason?: string): Promise<EventObject[]> {
    const kind = "involvedObject.kind=ClusterProportionalAutoscaler";
    const query = `?fieldSelector=involvedObject.name=${name},${kind}`;
    const path = this.path("api/v1/events") + query;
    const { items = [] } = await mustRequest(this.cluster, "GET", path);
    const events = items as unknown as EventObject[];
    return events.filter(event => reason === undefined || event.reason === reason);
  }

  async remove(): Promise<void> {
    for (const collections of costly) {
      const paths = collections.map(each => `${this.path(each)}?gracePeriodSeconds=0`);
      await Promise.all(paths.map(path => apiRequest(this.cluster, "DELETE", path)));
    }
    // The namespace controller looks for objects of each kind that there is, with about 90 requests.
    if (inject("clusterEnds") !== true) {
      await apiRequest(this.cluster, "DELETE", `/api/v1/namespaces/${this.namespace}`);
    }
    await this.nodes.remove();
  }
}

export interface EventObject {
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly count: number;
  readonly reportingInstance: string;
}

const byType = (conditions: readonly Condition[] = []): Record<string, Condition> =>
  Object.fromEntries(conditions.map(condition => [condition.type, condition]));

/** A test with its own sandbox, which is removed afterwards. */
export const it = test.extend<{ sandbox: Sandbox }>({
  sandbox: async ({}, use) => {
    const sandbox = new Sandbox(await sharedCluster());
    const metadata = { name: sandbox.namespace };
    await mustRequest(sandbox.cluster, "POST", "/api/v1/namespaces", { metadata });
    await use(sandbox);
    await sandbox.remove();
  },
});
