import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "vitest";

import {
  apiRequest,
  mustRequest,
  type ApiObject,
  type ApiResponse,
} from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { helm } from "../../hack/cluster/helm/helm.ts";
import { chart, operatorNamespace as namespace } from "../../hack/cluster/operator/chart.ts";
import { processesWith } from "../../hack/host/processes.ts";
import { registry } from "../../hack/node/images.ts";
import { thisWorld } from "../../hack/node/world.ts";
import { eventually } from "../integration/eventually.ts";

const waits = ["--wait", "--timeout=180s"];

/** Helm's commands for the release with the operator's own image. */
export function releaseOf(cluster: Cluster) {
  const folder = mkdtempSync(join(thisWorld().folder, "release-"));
  const run = (verb: string, ...args: readonly string[]): Promise<string> =>
    helm([verb, "trimtab", ...args, `--namespace=${namespace}`], cluster.kubeconfig);
  const apply = (verb: "install" | "upgrade", values: object): Promise<string> => {
    const file = join(folder, "values.json");
    writeFileSync(
      file,
      JSON.stringify({ image: { repository: `${registry}/trimtab` }, ...values }),
    );
    return run(verb, chart, `--values=${file}`, ...waits);
  };
  return {
    install: () => apply("install", {}),
    upgrade: (values: object) => apply("upgrade", values),
    /** As docs/upgrading.md says. */
    uninstall: async () => {
      await run("uninstall");
      const which = ["--selector=app.kubernetes.io/name=trimtab", `--namespace=${namespace}`];
      const wait = ["wait", "pod", ...which, "--for=delete", "--timeout=120s"];
      const { code, stderr } = await cluster.kubectl(wait);
      expect(code, stderr).toBe(0);
    },
    test: () => run("test", "--logs"),
  };
}

/** A dry run, which the operator reviews. */
export const reviewIn = (cluster: Cluster, place: string) => (): Promise<ApiResponse> =>
  apiRequest(
    cluster,
    "POST",
    `/apis/autoscaling.trimtab.dev/v1alpha1/namespaces/${place}/autoscalers?dryRun=All`,
    {
      ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler" },
      metadata: { generateName: "review-" },
      spec: {
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "none" },
        maxReplicas: 3,
      },
    },
  );

export interface Pod extends ApiObject {
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly containerStatuses?: readonly {
      readonly restartCount: number;
      readonly imageID: string;
      readonly lastState: { readonly terminated?: { readonly reason: string } };
    }[];
  };
}

/** Those of an app that are not ending. */
export async function podsOf(cluster: Cluster, place: string, selector: string): Promise<Pod[]> {
  const path = `/api/v1/namespaces/${place}/pods?labelSelector=${encodeURIComponent(selector)}`;
  const { items = [] } = await mustRequest(cluster, "GET", path);
  return (items as Pod[]).filter(({ metadata }) => metadata?.deletionTimestamp === undefined);
}

export const restartsOf = ({ status }: Pod): number =>
  (status?.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0);

export const isReady = ({ status }: Pod): boolean =>
  (status?.conditions ?? []).some(({ type, status: is }) => type === "Ready" && is === "True");

export const operatorPods = (cluster: Cluster): Promise<Pod[]> =>
  podsOf(cluster, namespace, "app.kubernetes.io/name=trimtab");

export const untilOperatorReady = (cluster: Cluster): Promise<void> =>
  eventually(async () => {
    expect((await operatorPods(cluster)).map(isReady)).toEqual([true, true]);
  }, 120_000);

/** The pod that leads. */
export async function leader(cluster: Cluster): Promise<string> {
  const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/trimtab`;
  const { spec } = await mustRequest(cluster, "GET", path);
  const { holderIdentity = "" } = spec as { holderIdentity?: string };
  const names = (await operatorPods(cluster)).map(({ metadata }) => metadata?.name ?? "");
  const name = names.find(each => holderIdentity.startsWith(each));
  if (name === undefined) throw new Error(`${holderIdentity} is none of ${names.join(", ")}`);
  return name;
}

/** The process of a pod's container, in this world. */
export function processOf(pod: string): number {
  const pid = processesWith("HOSTNAME", pod).find(each => commandOf(each).includes("trimtab"));
  if (pid === undefined) throw new Error(`no process of ${pod} runs`);
  return pid;
}

const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, "utf8");
