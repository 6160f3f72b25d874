import type { Cluster } from "../../cluster/cluster.ts";
import { startKeda } from "../keda/keda.ts";
import { bucketsOf } from "../../cluster/operator/histogram.ts";
import { installProduct, removeWebhook } from "../../cluster/operator/install.ts";
import { startOperator } from "../../cluster/operator/operator.ts";
import { profileArgs } from "../profile.ts";
import { metricsLists } from "../requests.ts";
import {
  allOf,
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

const controller = "kube-controller-manager";

function endController(cluster: Cluster): void {
  process.kill(cluster.pid(controller), "SIGKILL");
}

async function startController(cluster: Cluster): Promise<number> {
  await cluster.startMissing();
  return cluster.pid(controller);
}

/** The HPA controller of the kube-controller-manager, with its defaults. */
const hpa: Contender = {
  ...{ name: "HPA", processes: [controller], userAgents: [hpaController] },
  ...{ api: hpaApi, spec: scalerSpec, all: allOf(hpaApi), beginsSync: readsScale },
  begin: (cluster, keys) =>
    Promise.resolve({
      pids: {},
      halt: () => {
        endController(cluster);
        return Promise.resolve();
      },
      resume: () => startController(cluster),
      end: () => deleteAll(cluster, hpaApi, keys),
    }),
};

/** KEDA with the flags of its manifests, and the HPA controller, which scales for its cpu trigger. */
const keda: Contender = {
  name: "KEDA",
  processes: ["keda-operator", "keda-metrics-apiserver", controller],
  userAgents: ["keda/", "keda-adapter/", hpaController],
  ...{ api: scaledObjectApi, spec: scaledObjectSpec, all: allOf(hpaApi), beginsSync: readsScale },
  begin: async (cluster, keys) => {
    const keda = await startKeda(cluster);
    const halt = async () => {
      endController(cluster);
      await keda.halt();
    };
    const resume = async () => {
      const [pid] = await Promise.all([startController(cluster), keda.resume()]);
      return pid;
    };
    const end = async () => {
      await keda.stop();
      // Their owners are gone. Trimtab leaves a Deployment to its HPA.
      await deleteAll(cluster, hpaApi, keys);
    };
    return { pids: keda.pids, halt, resume, end };
  },
};

/** The operator with the chart's defaults, as one process outside of the cluster. */
const trimtab: Contender = {
  ...{ name: "Trimtab", processes: ["trimtab"], userAgents: ["trimtab/"] },
  ...{ api: trimtabApi, spec: scalerSpec, all: allOf(trimtabApi), beginsSync: listsMetrics },
  begin: async (cluster, keys) => {
    await installProduct(cluster);
    const start = () => startOperator(cluster, { replica: "bench", nodeArgs: profileArgs });
    let operator = await start();
    const end = async () => {
      await removeWebhook(cluster);
      await deleteAll(cluster, trimtabApi, keys);
      await operator.stop();
    };
    const waits = async () =>
      bucketsOf((await operator.get("/metrics")).text, "trimtab_queue_wait_seconds");
    const resume = async () => {
      operator = await start();
      return operator.pid;
    };
    return { pids: { trimtab: operator.pid }, waits, halt: () => operator.stop(), resume, end };
  },
};

const named = { hpa, keda, trimtab };
const peers = (process.env["BENCH_PEERS"] ?? "hpa,keda").split(",");

/** Whether KEDA takes part, which has to be built. */
export const hasKeda = peers.includes("keda");

/** The peers of BENCH_PEERS, then Trimtab. */
export const contenders: readonly Contender[] = [...peers, "trimtab"].map(name => {
  const contender = (named as Readonly<Record<string, Contender>>)[name];
  if (!contender) throw new Error(`BENCH_PEERS: no peer "${name}": hpa, keda`);
  return contender;
});
