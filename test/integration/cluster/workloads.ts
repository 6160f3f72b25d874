import { expect, test } from "vitest";

import type { AutoscalerSpec, AutoscalerStatus } from "../../../crds/generated/autoscaler.ts";
import { mustRequest, type ApiObject } from "../../../hack/cluster/api.ts";
import { createNodes, deleteNodes } from "../../../hack/cluster/nodes.ts";
import { Load } from "../../../hack/cluster/operator/load.ts";
import { eventually } from "../eventually.ts";
import { scaleTarget } from "./objects.ts";
import { deployments, Sandbox } from "./sandbox.ts";
import { sharedCluster } from "./shared-cluster.ts";

const scalers = "apis/autoscaling.trimtab.dev/v1alpha1/autoscalers";
const pods = "api/v1/pods";

/** Quantities for one pod. */
export interface Usage {
  readonly cpu?: string;
  readonly memory?: string;
}

export interface Workload {
  readonly replicas: number;
  readonly usage: Usage;
  /** Null: the container has no requests. */
  readonly requests?: Usage | null;
  /** Of its pods, in addition to `app`, which is the selector by default. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly selectedBy?: Readonly<Record<string, string>>;
  /** Its pods are spread evenly over this many zones, and wait until there are that many. */
  readonly zones?: number;
}

export const zoneLabel = "topology.kubernetes.io/zone";

type Spec = Partial<AutoscalerSpec>;

/** A metric of the pods' cpu or memory, in percent of their requests. */
export const utilization = (name: "cpu" | "memory", percent: number) => ({
  type: "Resource" as const,
  resource: { name, target: { type: "Utilization" as const, averageUtilization: percent } },
});

const spreadOver = (minDomains: number, matchLabels: object) => ({
  ...{ topologyKey: zoneLabel, minDomains, maxSkew: 1 },
  ...{ whenUnsatisfiable: "DoNotSchedule", labelSelector: { matchLabels } },
});

/** A sandbox whose Deployments have running pods, with a usage that the test defines. */
export class Workloads extends Sandbox {
  readonly #loads: { readonly load: Load; readonly ended: Promise<void> }[] = [];

  /** A Deployment with pods on this sandbox's own nodes. */
  async run(name: string, workload: Workload): Promise<void> {
    const { replicas, usage, requests, zones, selectedBy = { app: name } } = workload;
    const labels = { ...workload.labels, app: name };
    const wanted =
      requests === null ? {} : { requests: requests ?? { cpu: "100m", memory: "100Mi" } };
    await this.create(deployments, {
      metadata: { name, labels },
      spec: {
        replicas,
        selector: { matchLabels: selectedBy },
        template: {
          metadata: { labels, annotations: annotationsFor(usage) },
          spec: {
            containers: [{ name: "main", image: "example.invalid/main:1", resources: wanted }],
            nodeSelector: { "trimtab.test/workloads": this.namespace },
            ...(zones !== undefined && { topologySpreadConstraints: [spreadOver(zones, labels)] }),
          },
        },
      },
    });
  }

  /** Sets the usage of all current pods of Deployments, by the names of these. */
  async use(usages: ReadonlyMap<string, Usage>): Promise<void> {
    const { items = [] } = await mustRequest(this.cluster, "GET", this.path(pods));
    const edits = items.map(async ({ metadata: { name = "", labels = {} } = {} }) => {
      const usage = usages.get(labels["app"] ?? "");
      const annotations = usage && annotationsFor(usage);
      if (annotations) await this.patch(pods, name, { metadata: { annotations } });
    });
    await Promise.all(edits);
  }

  /** Lets the containers of all current pods of a Deployment wait for a reason, as if they had never been ready; null: run. */
  async crash(name: string, reason: string | null): Promise<void> {
    await eventually(async () => {
      const { items = [] } = await mustRequest(this.cluster, "GET", this.path(pods));
      const own = items.filter(({ metadata }) => metadata?.labels?.["app"] === name);
      // A pod that is created later would not crash.
      expect(own).toHaveLength(await this.replicas(name));
      for (const { metadata, status } of own) {
        expect(status).toMatchObject({ phase: "Running" });
        const path = `${this.path(pods, metadata?.name)}/status`;
        const ready = { type: "Ready", status: reason === null ? "True" : "False" };
        const { startTime, conditions: known = [] } = (status ?? {}) as PodStatus;
        const since = { lastTransitionTime: startTime };
        const others = known.filter(({ type }) => type !== "Ready");
        const conditions = [...others, { ...ready, ...since }];
        const patch = { status: { conditions, containerStatuses: [containerStatus(reason)] } };
        await mustRequest(this.cluster, "PATCH", path, patch);
      }
    });
  }

  /** Distributes a load to the ready pods of a Deployment: the more pods, the less usage of each. */
  share(name: string, milli: number): Load {
    const load = new Load(
      this.cluster,
      { namespace: this.namespace, names: [name], resource: "cpu" },
      milli,
    );
    this.#loads.push({ load, ended: load.run() });
    return load;
  }

  /** The same for the pods of several Deployments together. */
  shareAmong(names: readonly string[], milli: number): Load {
    const loaded = { namespace: this.namespace, names, isOne: true, resource: "cpu" } as const;
    const load = new Load(this.cluster, loaded, milli);
    this.#loads.push({ load, ended: load.run() });
    return load;
  }

  scaler(name: string, spec: Spec): Promise<ApiObject> {
    return this.create(scalers, {
      apiVersion: "autoscaling.trimtab.dev/v1alpha1",
      kind: "Autoscaler",
      metadata: { name },
      spec: {
        ...(spec.targetSelector ? {} : { scaleTargetRef: scaleTarget("Deployment", name) }),
        maxReplicas: 10,
        syncPeriodSeconds: 3,
        metrics: [utilization("cpu", 50)],
        ...spec,
      },
    });
  }

  editScaler(name: string, spec: Spec): Promise<ApiObject> {
    return this.patch(scalers, name, { spec });
  }

  async scalerStatus(name: string): Promise<AutoscalerStatus> {
    const { status } = await this.get(scalers, name);
    return status ?? {};
  }

  /** "Status/Reason" by the condition's type. */
  async verdicts(name: string): Promise<Record<string, string>> {
    const { conditions = [] } = await this.scalerStatus(name);
    return Object.fromEntries(
      conditions.map(({ type, status, reason }) => [type, `${status}/${reason}`]),
    );
  }

  async open(): Promise<void> {
    await mustRequest(this.cluster, "POST", "/api/v1/namespaces", {
      metadata: { name: this.namespace },
    });
    const labels = { "trimtab.test/workloads": this.namespace };
    await createNodes(this.cluster, { names: [this.namespace], labels, cpu: "64", pods: "500" });
  }

  override async remove(): Promise<void> {
    for (const { load } of this.#loads) load.stop();
    await Promise.all(this.#loads.map(({ ended }) => ended));
    await mustRequest(this.cluster, "DELETE", this.path(scalers));
    await super.remove();
    await deleteNodes(this.cluster, [this.namespace]);
  }
}

interface PodStatus {
  readonly startTime?: string;
  readonly conditions?: readonly { readonly type: string }[];
}

const containerStatus = (reason: string | null) => ({
  ...{ name: "main", image: "example.invalid/main:1", imageID: "", restartCount: 3 },
  ready: reason === null,
  state: reason === null ? { running: { startedAt: null } } : { waiting: { reason } },
});

const annotationsFor = ({ cpu = "1m", memory = "1Mi" }: Usage) => ({
  "kwok.x-k8s.io/usage-cpu": cpu,
  "kwok.x-k8s.io/usage-memory": memory,
});

/** A test with its own workloads, which are removed afterwards. */
export const it = test.extend<{ workloads: Workloads }>({
  workloads: async ({}, use) => {
    const workloads = new Workloads(await sharedCluster());
    await workloads.open();
    await use(workloads);
    await workloads.remove();
  },
});
