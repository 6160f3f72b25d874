import { mustRequest, type ApiObject } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { operatorNamespace, renderChart } from "../../hack/cluster/operator/chart.ts";
import { fluxNamespace, startFlux } from "../../hack/neighbours/flux/start.ts";
import type { Repository } from "../../hack/neighbours/repository.ts";
import type { Tool, Verdict } from "./tool.ts";

const kustomizations = `/apis/kustomize.toolkit.fluxcd.io/v1/namespaces/${fluxNamespace}/kustomizations`;
const sources = `/apis/source.toolkit.fluxcd.io/v1/namespaces/${fluxNamespace}/gitrepositories`;
const source = "shop";

/** Flux corrects drift at this interval; ten minutes in our example. */
const interval = "10s";

interface KustomizationStatus {
  readonly lastAppliedRevision?: string;
  readonly lastAttemptedRevision?: string;
  readonly conditions?: readonly Condition[];
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly observedGeneration?: number;
}

export async function startFluxTool(cluster: Cluster, repository: Repository): Promise<Tool> {
  const flux = await startFlux(cluster);
  await mustRequest(cluster, "POST", sources, {
    ...{ apiVersion: "source.toolkit.fluxcd.io/v1", kind: "GitRepository" },
    metadata: { name: source },
    spec: { interval: "1h", url: repository.url, ref: { branch: "main" } },
  });
  const follow = async (folder: string): Promise<void> => {
    await mustRequest(cluster, "POST", kustomizations, {
      ...{ apiVersion: "kustomize.toolkit.fluxcd.io/v1", kind: "Kustomization" },
      metadata: { name: folder.replaceAll("/", "-") },
      spec: {
        ...{ interval, retryInterval: interval, timeout: "2m", prune: true, wait: true },
        ...{ sourceRef: { kind: "GitRepository", name: source }, path: `./${folder}` },
      },
    });
  };
  const pathOf = (folder: string): string => `${kustomizations}/${folder.replaceAll("/", "-")}`;
  return {
    name: "Flux",
    user: flux.user,
    manager: "kustomize-controller",
    ...{ sendsAll: false, prunesFirst: false },
    words: { active: /^ReconciliationSucceeded/, paused: /^ReconciliationSucceeded/ },
    follow,
    installTrimtab: async url => {
      const files = { "trimtab/trimtab.yaml": await chartWith(url) };
      const commit = await repository.commit("Trimtab", files);
      await follow("trimtab");
      return commit;
    },
    ignoreReplicas: async folder => {
      const ignore = [{ paths: ["/spec/replicas"], target: { kind: "Deployment" } }];
      await mustRequest(cluster, "PATCH", pathOf(folder), { spec: { ignore } });
    },
    refresh: async () => {
      const annotations = { "reconcile.fluxcd.io/requestedAt": new Date().toISOString() };
      await mustRequest(cluster, "PATCH", `${sources}/${source}`, { metadata: { annotations } });
    },
    verdictOn: async folder => verdictOf(await mustRequest(cluster, "GET", pathOf(folder))),
    log: () => flux.source.log() + flux.kustomize.log(),
    stop: flux.stop,
  };
}

/** Flux's helm-controller would render it in the cluster; a pipeline may as well. */
async function chartWith(url: string): Promise<string> {
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: operatorNamespace } };
  const objects = [namespace, ...(await renderChart({ webhook: { url } }))];
  return objects.map(object => JSON.stringify(object, undefined, 2)).join("\n---\n");
}

const unknown: Condition = { type: "Ready", status: "Unknown", reason: "", message: "" };
const healths: Readonly<Record<string, Verdict["health"]>> = { True: "healthy", False: "failed" };

function verdictOf({ metadata, status }: ApiObject): Verdict {
  const { lastAppliedRevision, lastAttemptedRevision, conditions } = (status ??
    {}) as KustomizationStatus;
  const { status: is, ...ready } = conditions?.find(({ type }) => type === "Ready") ?? unknown;
  const isCurrent = ready.observedGeneration === metadata?.generation;
  return {
    applied: hashOf(lastAppliedRevision),
    tried: hashOf(lastAttemptedRevision),
    isInSync: lastAppliedRevision === lastAttemptedRevision,
    health: isCurrent ? (healths[is] ?? "progressing") : "progressing",
    message: `${ready.reason}: ${ready.message}`,
  };
}

/** main@sha1:0123... */
const hashOf = (revision = ""): string => revision.split(":").at(-1) ?? "";
