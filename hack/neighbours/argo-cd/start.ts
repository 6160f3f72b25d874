import { mkdtempSync, rmSync } from "node:fs";
import { chmod, copyFile, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

import { mustRequest, untilServed, type ApiObject } from "../../cluster/api.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { buildHelm } from "../../cluster/helm/helm.ts";
import { createAccount, userOf, type Account } from "../account.ts";
import { freePorts, startProgram, type Program } from "../program.ts";
import { argoCrds, argoScript, buildArgo } from "./build.ts";
import { startRedis } from "./redis.ts";

export const argoNamespace = "argocd";
const account: Account = { namespace: argoNamespace, name: "argocd-application-controller" };

export interface Argo {
  /** The user that applies, in the audit log. */
  readonly user: string;
  readonly controller: Program;
  readonly repoServer: Program;
  readonly stop: () => Promise<void>;
}

/** Installs the CRDs and the configuration, and starts Redis, the repo server and the application controller. */
export async function startArgo(
  cluster: Cluster,
  configuration: readonly ApiObject[],
): Promise<Argo> {
  const [programs, helm] = await Promise.all([buildArgo(), buildHelm()]);
  await configure(cluster, configuration);
  const folder = mkdtempSync(join(tmpdir(), "trimtab-argo-cd-"));
  const kubeconfig = join(folder, "kubeconfig");
  await createAccount(cluster, account, kubeconfig);
  const { ports, release } = await freePorts(4);
  const [redisPort = 0, repoPort = 0, repoMetrics = 0, metrics = 0] = ports;
  const temporary = join(folder, "tmp");
  await mkdir(temporary);
  const script = await argoScript();
  await copyFile(script, join(folder, basename(script)));
  await chmod(join(folder, basename(script)), 0o700);
  // The repo server runs the script, git, helm and kustomize.
  const path = [folder, dirname(programs.kustomize), dirname(helm)].join(":");
  const env = {
    ...{ HOME: folder, TMPDIR: temporary, PATH: `${path}:${process.env["PATH"] ?? ""}` },
    // The cluster of the kubeconfig is https://kubernetes.default.svc.
    ...{ KUBECONFIG: kubeconfig, ARGOCD_FAKE_IN_CLUSTER: "true" },
    ...{ ARGOCD_GPG_ENABLED: "false", ARGOCD_ASK_PASS_SOCK: join(folder, "ask-pass.sock") },
    // By default, a hostname that ends with a number names one of several shards.
    ARGOCD_CONTROLLER_SHARD: "0",
    // As timeout.reconciliation in argocd-cm; 120 s by default.
    ...{ ARGOCD_RECONCILIATION_TIMEOUT: "20s", ARGOCD_RECONCILIATION_JITTER: "0s" },
  };
  const as = (name: string) => ({ ...env, ARGOCD_BINARY_NAME: name });
  const log = ["--logformat=text", "--loglevel=info", `--redis=127.0.0.1:${redisPort}`];
  const redis = await startRedis(redisPort);
  const repoServer = await startProgram(programs.argocd, {
    args: [
      ...log,
      ...["--address=127.0.0.1", `--port=${repoPort}`],
      ...["--metrics-address=127.0.0.1", `--metrics-port=${repoMetrics}`],
    ],
    env: as("argocd-repo-server"),
    port: repoPort,
  });
  const controller = await startProgram(programs.argocd, {
    args: [
      ...log,
      ...[`--kubeconfig=${kubeconfig}`, `--namespace=${argoNamespace}`],
      ...[`--repo-server=127.0.0.1:${repoPort}`, `--metrics-port=${metrics}`],
    ],
    env: as("argocd-application-controller"),
    port: metrics,
  });
  const stop = async (): Promise<void> => {
    await Promise.all([controller.stop(), repoServer.stop(), redis.stop()]);
    release();
    rmSync(folder, { recursive: true, force: true });
  };
  return { user: userOf(account), controller, repoServer, stop };
}

const everything = {
  sourceRepos: ["*"],
  destinations: [{ server: "*", namespace: "*" }],
  clusterResourceWhitelist: [{ group: "*", kind: "*" }],
};

/** What its own manifests and its API server create otherwise. */
async function configure(cluster: Cluster, configuration: readonly ApiObject[]): Promise<void> {
  const files = (await argoCrds()).map(path => `--filename=${path}`);
  await applied(cluster, files);
  for (const plural of ["applications", "appprojects"]) {
    await untilServed(cluster, `/apis/argoproj.io/v1alpha1/${plural}`, 60);
  }
  await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name: argoNamespace } });
  const metadata = {
    namespace: argoNamespace,
    labels: { "app.kubernetes.io/part-of": "argocd" },
  };
  const objects = [
    { apiVersion: "v1", kind: "Secret", metadata: { ...metadata, name: "argocd-secret" } },
    {
      apiVersion: "argoproj.io/v1alpha1",
      kind: "AppProject",
      metadata: { ...metadata, name: "default" },
      spec: everything,
    },
    ...configuration,
  ];
  const list = { apiVersion: "v1", kind: "List", items: objects };
  await applied(cluster, ["--filename=-"], JSON.stringify(list));
}

async function applied(cluster: Cluster, args: readonly string[], stdin?: string): Promise<void> {
  const { code, stderr } = await cluster.kubectl(["apply", "--server-side", ...args], stdin);
  if (code !== 0) throw new Error(`Argo CD's configuration: ${stderr}`);
}
