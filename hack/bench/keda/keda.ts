import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { apiRequest } from "../../cluster/api.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { writeKubeconfig } from "../../cluster/kubeconfig.ts";
import { tokenFor } from "../../cluster/token.ts";
import type { Pids } from "../../host/busy.ts";
import { atExit } from "../../host/at-exit.ts";
import { choosePorts, isFree } from "../../host/ports.ts";
import { makeCertificate } from "../../cluster/operator/certificate.ts";
import { register, type ForwardedApi } from "../../cluster/operator/metrics-registration.ts";
import { buildKeda, type KedaBuild } from "./build.ts";
import {
  containerOf,
  installKeda,
  kedaNamespace,
  kedaServiceAccount,
  removeKeda,
} from "./install.ts";
import { launch, untilOk, type Launched } from "./launch.ts";

/** KEDA's operator and metrics adapter, as two processes outside of the cluster. */
export interface Keda {
  readonly pids: Pids;
  /** Ends the processes only. */
  readonly halt: () => Promise<void>;
  /** Starts them again. */
  readonly resume: () => Promise<void>;
  /** Also removes its CRDs and their objects. */
  readonly stop: () => Promise<void>;
}

const api: ForwardedApi = {
  ...{ group: "external.metrics.k8s.io", version: "v1beta1", service: "keda-metrics-apiserver" },
  probe: "/apis/external.metrics.k8s.io/v1beta1",
};

const local = "127.0.0.1";

/** The limits of this cluster's kube-controller-manager. By default, KEDA creates three HPAs per second. */
const limits = ["--kube-api-qps=5000", "--kube-api-burst=10000"];

/** What both processes share: files and ports of this machine. */
interface Place {
  readonly folder: string;
  readonly file: (name: string) => string;
  /** Of the certificate that both processes have. */
  readonly ca: string;
  /** A file. */
  readonly clusterCa: string;
  readonly env: Readonly<Record<string, string>>;
  readonly ports: Readonly<Record<"metrics" | "probe" | "grpc" | "secure" | "adapter", number>>;
}

/** Builds KEDA if it is not in the cache, installs it and starts it, with the flags of its own manifests. */
export async function startKeda(cluster: Cluster): Promise<Keda> {
  const build = await buildKeda();
  await installKeda(cluster, build.manifests);
  const place = await prepare(cluster);
  const forget = atExit(() => {
    rmSync(place.folder, { recursive: true, force: true });
  });
  let operator = await startOperator(build, place);
  let adapter = await startAdapter(build, place);
  const halt = async () => {
    await adapter.stop();
    await operator.stop();
  };
  const resume = async () => {
    operator = await startOperator(build, place);
    adapter = await startAdapter(build, place);
  };
  const registered = await register(cluster, api, place.ports.secure);
  return {
    pids: { "keda-operator": operator.pid, "keda-metrics-apiserver": adapter.pid },
    ...{ halt, resume },
    stop: async () => {
      await registered.end();
      await halt();
      await removeKeda(cluster, build.manifests);
      rmSync(place.folder, { recursive: true, force: true });
      forget();
    },
  };
}

async function prepare(cluster: Cluster): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-keda-"));
  const file = (name: string): string => join(folder, name);
  // The operator requires the adapter's certificate, too.
  const { ca, cert, key } = await makeCertificate(["serverAuth", "clientAuth"]);
  const files = { "ca.crt": ca, "tls.crt": cert, "tls.key": key };
  for (const [name, text] of Object.entries(files))
    writeFileSync(file(name), text, { mode: 0o600 });
  const token = await tokenFor(cluster, kedaNamespace, kedaServiceAccount);
  await writeKubeconfig(cluster, { token }, file("kubeconfig"));
  const chosen = await choosePorts(5, { taken: new Set(), isFree, start: Math.random() });
  const [metrics = 0, probe = 0, grpc = 0, secure = 0, adapter = 0] = chosen;
  const env = {
    KUBECONFIG: file("kubeconfig"),
    // In a pod, both come from its namespace.
    ...{ POD_NAMESPACE: kedaNamespace, KEDA_CLUSTER_OBJECT_NAMESPACE: kedaNamespace },
  };
  return {
    folder,
    file,
    ca,
    clusterCa: cluster.caFile,
    env,
    ports: { metrics, probe, grpc, secure, adapter },
  };
}

async function startOperator(build: KedaBuild, { folder, file, env, ports }: Place) {
  const manifest = containerOf(join(build.manifests, "manager/manager.yaml"));
  const args = [
    ...[...manifest.args, ...limits],
    // It would change the certificate of a Service that does not exist.
    "--enable-cert-rotation=false",
    `--cert-dir=${folder}`,
    `--metrics-bind-address=${local}:${ports.metrics}`,
    `--health-probe-bind-address=${local}:${ports.probe}`,
    `--metrics-service-bind-address=${local}:${ports.grpc}`,
  ];
  const operator = launch(build.operator, args, { ...own(manifest), ...env }, file("operator.log"));
  const readyz = `http://${local}:${ports.probe}/readyz`;
  await untilOk(operator, async () => (await fetch(readyz)).status);
  return operator;
}

async function startAdapter(build: KedaBuild, place: Place): Promise<Launched> {
  const { folder, file, ca, clusterCa, env, ports } = place;
  const manifest = containerOf(join(build.manifests, "metrics-server/deployment.yaml"));
  const kubeconfig = file("kubeconfig");
  const args = [
    ...[...manifest.args, ...limits],
    `--bind-address=${local}`,
    `--secure-port=${ports.secure}`,
    // It has no flag for the address, which is any.
    `--port=${ports.adapter}`,
    `--cert-dir=${folder}`,
    // The API server proves who it is with a certificate of this authority.
    `--client-ca-file=${clusterCa}`,
    `--tls-cert-file=${file("tls.crt")}`,
    `--tls-private-key-file=${file("tls.key")}`,
    `--metrics-service-address=${local}:${ports.grpc}`,
    `--lister-kubeconfig=${kubeconfig}`,
    `--authentication-kubeconfig=${kubeconfig}`,
    `--authorization-kubeconfig=${kubeconfig}`,
  ];
  const adapter = launch(build.adapter, args, { ...own(manifest), ...env }, file("adapter.log"));
  const target = { server: `https://${local}:${ports.secure}`, ca };
  await untilOk(adapter, async () => (await apiRequest(target, "GET", "/readyz")).code);
  return adapter;
}

/** The variables of a container that have a value of their own. */
const own = ({ env }: ReturnType<typeof containerOf>): Record<string, string> =>
  Object.fromEntries(
    env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
  );
