import { apiRequest, forEachConcurrently, mustRequest, type ApiTarget } from "../../cluster/api.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import type { Pids } from "../../host/busy.ts";
import { installProduct, removeWebhook } from "../../operator/install.ts";
import { startOperator } from "../../operator/operator.ts";
import { scalerSpec } from "./workloads.ts";

/** An autoscaler that takes care of the workloads until `end`. */
export interface Running {
  /** Its processes besides the control plane. */
  readonly pids: Pids;
  readonly end: () => Promise<void>;
}

/** An autoscaler to compare. */
export interface Contender {
  readonly name: string;
  /** The process that contains it, by its name in the measurement. */
  readonly process: string;
  /** A text in the User-Agent of its requests. */
  readonly userAgent: string;
  readonly begin: (cluster: Cluster, keys: readonly string[]) => Promise<Running>;
  /** The path of its objects in all namespaces. */
  readonly all: string;
}

interface Api {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
}

const hpaApi = {
  ...{ apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler" },
  plural: "horizontalpodautoscalers",
};
const trimtabApi = {
  ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler", plural: "autoscalers" },
};

const pathOf = ({ apiVersion, plural }: Api, namespace: string): string =>
  `/apis/${apiVersion}/namespaces/${namespace}/${plural}`;

const createAll = (target: ApiTarget, api: Api, keys: readonly string[]): Promise<void> =>
  forEachConcurrently(keys, key => {
    const [namespace = "", name = ""] = key.split("/");
    const { apiVersion, kind } = api;
    const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name };
    const spec = { scaleTargetRef, ...scalerSpec };
    const body = { apiVersion, kind, metadata: { name }, spec };
    return mustRequest(target, "POST", pathOf(api, namespace), body);
  });

const deleteAll = (target: ApiTarget, api: Api, keys: readonly string[]): Promise<void> =>
  forEachConcurrently([...new Set(keys.map(key => key.split("/")[0] ?? ""))], namespace =>
    apiRequest(target, "DELETE", pathOf(api, namespace)),
  );

/** The HPA controller of the kube-controller-manager, with its defaults. */
const hpa: Contender = {
  ...{ name: "HPA", process: "kube-controller-manager", userAgent: "horizontal-pod-autoscaler" },
  all: `/apis/${hpaApi.apiVersion}/${hpaApi.plural}`,
  begin: async (cluster, keys) => {
    await createAll(cluster, hpaApi, keys);
    return { pids: {}, end: () => deleteAll(cluster, hpaApi, keys) };
  },
};

/** A folder for CPU profiles of the operator, which make it slower. */
const profiles = process.env["BENCH_PROFILE"];

/** The operator with the chart's defaults, as one process outside of the cluster. */
const trimtab: Contender = {
  ...{ name: "Trimtab", process: "trimtab", userAgent: "trimtab/" },
  all: `/apis/${trimtabApi.apiVersion}/${trimtabApi.plural}`,
  begin: async (cluster, keys) => {
    await installProduct(cluster);
    const nodeArgs = profiles === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profiles}`];
    const operator = await startOperator(cluster, { replica: "bench", nodeArgs });
    await createAll(cluster, trimtabApi, keys);
    const end = async () => {
      await removeWebhook(cluster);
      await deleteAll(cluster, trimtabApi, keys);
      await operator.stop();
    };
    return { pids: { trimtab: operator.pid }, end };
  },
};

export const contenders: readonly Contender[] = [hpa, trimtab];
