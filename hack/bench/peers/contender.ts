import { apiRequest, forEachConcurrently, mustRequest, type ApiTarget } from "../../cluster/api.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import type { Pids } from "../../host/busy.ts";
import type { Buckets } from "../../cluster/operator/histogram.ts";

/** An autoscaler that takes care of the workloads until `end`. */
export interface Running {
  /** Its processes besides the control plane. */
  readonly pids: Pids;
  /** How long its syncs have waited after the request that began them, by its own metrics; default: not at all. */
  readonly waits?: () => Promise<Buckets>;
  /** Ends its processes, and the controller that decides for it. */
  readonly halt: () => Promise<void>;
  /** Starts them again; resolves to the pid of the one that decides. */
  readonly resume: () => Promise<number>;
  readonly end: () => Promise<void>;
}

/** An autoscaler to compare. */
export interface Contender {
  readonly name: string;
  /** The processes that contain it, by their names in the measurement. */
  readonly processes: readonly string[];
  /** Texts in the User-Agents of its requests. */
  readonly userAgents: readonly string[];
  /** The first request of a sync: for its target, or once for the objects of a namespace. */
  readonly beginsSync: { readonly kind: string; readonly of: "target" | "namespace" };
  /** The objects that users create for it, one for each Deployment. */
  readonly api: Api;
  readonly spec: object;
  /** The path in all namespaces of the objects that have its condition ScalingActive. */
  readonly all: string;
  /** Installs and starts it, without objects. */
  readonly begin: (cluster: Cluster, keys: readonly string[]) => Promise<Running>;
}

export interface Api {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
}

export const hpaApi: Api = {
  ...{ apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler" },
  plural: "horizontalpodautoscalers",
};
export const scaledObjectApi: Api = {
  ...{ apiVersion: "keda.sh/v1alpha1", kind: "ScaledObject", plural: "scaledobjects" },
};
export const trimtabApi: Api = {
  ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler", plural: "autoscalers" },
};

export const allOf = ({ apiVersion, plural }: Api): string => `/apis/${apiVersion}/${plural}`;

const pathOf = ({ apiVersion, plural }: Api, namespace: string): string =>
  `/apis/${apiVersion}/namespaces/${namespace}/${plural}`;

/** Creates an object for each Deployment, with its name. */
export const createAll = (
  target: ApiTarget,
  api: Api,
  keys: readonly string[],
  spec: object,
): Promise<void> =>
  forEachConcurrently(keys, key => {
    const [namespace = "", name = ""] = key.split("/");
    const { apiVersion, kind } = api;
    const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name };
    const body = { apiVersion, kind, metadata: { name }, spec: { scaleTargetRef, ...spec } };
    return mustRequest(target, "POST", pathOf(api, namespace), body);
  });

export const namespacesOf = (keys: readonly string[]): string[] => [
  ...new Set(keys.map(key => key.split("/")[0] ?? "")),
];

export const deleteAll = (target: ApiTarget, api: Api, keys: readonly string[]): Promise<void> =>
  forEachConcurrently(namespacesOf(keys), namespace =>
    apiRequest(target, "DELETE", pathOf(api, namespace)),
  );
