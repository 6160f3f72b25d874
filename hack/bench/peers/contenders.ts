import { startKeda } from "../../keda/keda.ts";
import { bucketsOf } from "../../operator/histogram.ts";
import { installProduct, removeWebhook } from "../../operator/install.ts";
import { startOperator } from "../../operator/operator.ts";
import { metricsLists } from "../requests.ts";
import {
  allOf,
  createAll,
  deleteAll,
  hpaApi,
  scaledObjectApi,
  trimtabApi,
  type Contender,
} from "./contender.ts";
import { scaledObjectSpec, scalerSpec } from "./workloads.ts";

const hpaController = "horizontal-pod-autoscaler";
const readsScale = { kind: "get deployments/scale", of: "target" } as const;
const listsMetrics = { kind: metricsLists, of: "namespace" } as const;

/** The HPA controller of the kube-controller-manager, with its defaults. */
const hpa: Contender = {
  ...{ name: "HPA", processes: ["kube-controller-manager"], userAgents: [hpaController] },
  ...{ all: allOf(hpaApi), beginsSync: readsScale },
  begin: async (cluster, keys) => {
    await createAll(cluster, hpaApi, keys, scalerSpec);
    return { pids: {}, end: () => deleteAll(cluster, hpaApi, keys) };
  },
};

/** KEDA with the flags of its manifests, and the HPA controller, which scales for its cpu trigger. */
const keda: Contender = {
  name: "KEDA",
  processes: ["keda-operator", "keda-metrics-apiserver", "kube-controller-manager"],
  userAgents: ["keda/", "keda-adapter/", hpaController],
  ...{ all: allOf(hpaApi), beginsSync: readsScale },
  begin: async (cluster, keys) => {
    const { pids, stop } = await startKeda(cluster);
    await createAll(cluster, scaledObjectApi, keys, scaledObjectSpec);
    const end = async () => {
      await stop();
      // Their owners are gone. Trimtab leaves a Deployment to its HPA.
      await deleteAll(cluster, hpaApi, keys);
    };
    return { pids, end };
  },
};

/** A folder for CPU profiles of the operator, which make it slower. */
const profiles = process.env["BENCH_PROFILE"];

/** The operator with the chart's defaults, as one process outside of the cluster. */
const trimtab: Contender = {
  ...{ name: "Trimtab", processes: ["trimtab"], userAgents: ["trimtab/"] },
  ...{ all: allOf(trimtabApi), beginsSync: listsMetrics },
  begin: async (cluster, keys) => {
    await installProduct(cluster);
    const nodeArgs = profiles === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profiles}`];
    const operator = await startOperator(cluster, { replica: "bench", nodeArgs });
    await createAll(cluster, trimtabApi, keys, scalerSpec);
    const end = async () => {
      await removeWebhook(cluster);
      await deleteAll(cluster, trimtabApi, keys);
      await operator.stop();
    };
    const waits = async () =>
      bucketsOf((await operator.get("/metrics")).text, "trimtab_queue_wait_seconds");
    return { pids: { trimtab: operator.pid }, waits, end };
  },
};

export const contenders: readonly Contender[] = [hpa, keda, trimtab];
