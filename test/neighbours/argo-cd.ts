import { cp, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { parse } from "yaml";

import { mustRequest, type ApiObject } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { chart, operatorNamespace, withRequired } from "../../hack/cluster/operator/chart.ts";
import { argoNamespace, startArgo } from "../../hack/neighbours/argo-cd/start.ts";
import type { Repository } from "../../hack/neighbours/repository.ts";
import type { Tool, Verdict } from "./tool.ts";

const examples = resolve(import.meta.dirname, "../../docs/gitops/argo-cd");
const applications = `/apis/argoproj.io/v1alpha1/namespaces/${argoNamespace}/applications`;
const nameOf = (folder: string): string => folder.replaceAll("/", "-");
/** By default, it tries a refused commit for almost three minutes, and no other commit in the meantime. */
const retry = { limit: 1, backoff: { duration: "5s" } };

/** What differs from our examples: the repository, and what it contains. */
interface ApplicationSpec {
  readonly ignoreDifferences?: readonly object[];
  readonly syncPolicy: object;
}

interface ApplicationStatus {
  readonly sync: { readonly status: string; readonly revision?: string };
  readonly health: { readonly status: string };
  readonly conditions: readonly { readonly type: string; readonly message: string }[];
  readonly operationState?: Partial<typeof notBegun>;
}

export async function startArgoTool(cluster: Cluster, repository: Repository): Promise<Tool> {
  const [configuration] = await example("argocd-cm.yaml");
  const [application] = await example("application.yaml");
  const installation = (await example("installation.yaml")).find(
    ({ kind }) => kind === "Application",
  );
  const argo = await startArgo(cluster, configuration ? [configuration] : []);
  const destination = { server: "https://kubernetes.default.svc" };
  const create = async (folder: string, of: ApiObject | undefined, changes: object) => {
    const { syncPolicy, ...rest } = of?.spec as ApplicationSpec;
    const own = { project: "default", destination, syncPolicy: { ...syncPolicy, retry } };
    const spec = { ...rest, ...own, ...changes };
    await mustRequest(cluster, "POST", applications, {
      ...{ apiVersion: "argoproj.io/v1alpha1", kind: "Application" },
      ...{ metadata: { name: nameOf(folder) }, spec },
    });
  };
  const sourceOf = (path: string) => ({ repoURL: repository.url, targetRevision: "main", path });
  return {
    name: "Argo CD",
    user: argo.user,
    manager: "argocd-controller",
    ...{ sendsAll: true, prunesFirst: true },
    words: { active: /^Synced; Healthy/, paused: /^Synced; Suspended/ },
    follow: folder =>
      create(folder, application, { source: sourceOf(folder), ignoreDifferences: [] }),
    installTrimtab: async url => {
      await cp(chart, join(repository.folder, "trimtab"), { recursive: true });
      const commit = await repository.commit("Trimtab", {});
      const helm = { valuesObject: withRequired({ webhook: { url } }) };
      const own = { ...destination, namespace: operatorNamespace };
      const from = { ...sourceOf("trimtab"), helm };
      await create("trimtab", installation, { source: from, destination: own });
      return commit;
    },
    ignoreReplicas: async folder => {
      const { ignoreDifferences = [] } = application?.spec as ApplicationSpec;
      const forAll = ignoreDifferences.map(each => ({ ...each, name: undefined }));
      const spec = { ignoreDifferences: forAll };
      await mustRequest(cluster, "PATCH", `${applications}/${nameOf(folder)}`, { spec });
    },
    refresh: async folder => {
      const annotations = { "argocd.argoproj.io/refresh": "normal" };
      const metadata = { annotations };
      await mustRequest(cluster, "PATCH", `${applications}/${nameOf(folder)}`, { metadata });
    },
    verdictOn: async folder =>
      verdictOf(await mustRequest(cluster, "GET", `${applications}/${nameOf(folder)}`)),
    log: () => argo.repoServer.log() + argo.controller.log(),
    stop: argo.stop,
  };
}

async function example(file: string): Promise<ApiObject[]> {
  const text = await readFile(join(examples, file), "utf8");
  return text.split(/^---$/m).map(part => parse(part) as ApiObject);
}

const healths: Readonly<Record<string, Verdict["health"]>> = {
  Healthy: "healthy",
  Suspended: "healthy",
  Degraded: "failed",
};

function verdictOf({ status }: ApiObject): Verdict {
  const { sync, health, operationState, conditions } = { ...unknown, ...(status as object) };
  const { phase, message, syncResult } = { ...notBegun, ...operationState };
  const problems = conditions.map(({ type, message: why }) => `${type}: ${why}`);
  return {
    // A commit that changes nothing in the folder is in sync without an operation.
    applied: sync.revision ?? "",
    tried: syncResult.revision,
    isInSync: sync.status === "Synced" && phase === "Succeeded",
    health: failed.has(phase) ? "failed" : (healths[health.status] ?? "progressing"),
    message: [sync.status, health.status, `${phase}: ${message}`, ...problems].join("; "),
  };
}

const failed = new Set(["Failed", "Error"]);
const notBegun = { phase: "", message: "", syncResult: { revision: "" } };
const unknown: ApplicationStatus = { sync: { status: "" }, health: { status: "" }, conditions: [] };
