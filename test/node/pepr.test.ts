import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { apiRequest, mustRequest } from "../../hack/cluster/api.ts";
import { useOrStartCluster, type Cluster } from "../../hack/cluster/cluster.ts";
import { helm } from "../../hack/cluster/helm/helm.ts";
import { chart, operatorNamespace } from "../../hack/cluster/operator/chart.ts";
import { burnerNamed } from "../../hack/node/burner.ts";
import { imagesFolder, registry } from "../../hack/node/images.ts";
import { peprManifest } from "../../hack/node/pepr.ts";
import { thisWorld } from "../../hack/node/world.ts";
import { eventually } from "../integration/eventually.ts";
import { Load } from "../../hack/node/load.ts";
import { isReady, podsOf, restartsOf, type Pod } from "./release.ts";
import { createShop, desiredReplicas, type Shop } from "./shop.ts";

const namespace = "pepr-system";
const group = "/apis/autoscaling.trimtab.dev/v1alpha1/namespaces";

let cluster: Cluster;
let shop: Shop;
let load: Load | undefined;

const applied: string[] = [];

async function applyFile(file: string): Promise<void> {
  applied.push(file);
  const apply = ["apply", "--server-side", "--force-conflicts", `--filename=${file}`];
  const { code, stderr } = await cluster.kubectl(apply);
  expect(code, stderr).toBe(0);
}

/** What `pepr build` does not have: the CRDs, and the rights of Pepr's account, as docs/pepr-controller.md says. */
async function applyOwn(): Promise<void> {
  const values = [`image.repository=${registry}/trimtab`, "serviceAccount.create=false"];
  const account = "serviceAccount.name=pepr-trimtab";
  const shown = ["templates/crds.yaml", "templates/rbac.yaml"].map(file => `--show-only=${file}`);
  const set = [...values, account].map(value => `--set=${value}`);
  const text = await helm([
    "template",
    "trimtab",
    chart,
    `--namespace=${namespace}`,
    ...set,
    ...shown,
  ]);
  const file = join(mkdtempSync(join(thisWorld().folder, "pepr-")), "own.yaml");
  writeFileSync(file, text);
  await applyFile(file);
}

const peprPods = async (): Promise<readonly Pod[]> => [
  ...(await podsOf(cluster, namespace, "pepr.dev/controller=admission")),
  ...(await podsOf(cluster, namespace, "pepr.dev/controller=watcher")),
];

beforeAll(async () => {
  cluster = await useOrStartCluster({ name: "node" });
  const chartOf = [`--namespace=${operatorNamespace}`, "--ignore-not-found", "--wait"];
  await helm(["uninstall", "trimtab", ...chartOf], cluster.kubeconfig);
});
afterAll(async () => {
  await load?.end();
  // Another file may install the chart, which has objects of the same names.
  const quiet = ["--ignore-not-found", "--timeout=120s"];
  for (const file of applied.toReversed())
    expect((await cluster.kubectl(["delete", ...quiet, `--filename=${file}`])).code).toBe(0);
});

/** The schema of the API server accepts it. */
const ref = { apiVersion: "example.com/v1", kind: "Gadget", name: "none" };

const review = (kind: string, spec: object) =>
  apiRequest(cluster, "POST", `${group}/default/${kind.toLowerCase()}s`, {
    ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind },
    ...{ metadata: { name: "wrong" }, spec },
  });

describe("the module in Pepr's own controller", () => {
  it("starts in its pods for admission and in its watcher", async () => {
    await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
    await applyOwn();
    await applyFile(peprManifest(join(imagesFolder, "pepr")));
    await eventually(async () => {
      expect((await peprPods()).map(isReady)).toEqual([true, true, true]);
    }, 120_000);
    expect((await peprPods()).map(restartsOf)).toEqual([0, 0, 0]);
    // Pepr's Deployments have no minReadySeconds: kube-proxy knows the pods a moment later.
    await eventually(async () => {
      expect((await review("Autoscaler", { scaleTargetRef: ref, maxReplicas: 3 })).code).toBe(422);
    });
  });

  // prettier-ignore
  it.each([
    { kind: "Autoscaler",                    spec: { scaleTargetRef: ref, maxReplicas: 3 } },
    { kind: "ClusterProportionalAutoscaler", spec: { scaleTargetRefs: [ref], linear: { nodesPerReplica: 1 } } },
  ])("reviews objects of kind $kind", async ({ kind, spec }) => {
    const { code, body } = await review(kind, spec);
    expect(code, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(body)).toContain("pepr-trimtab");
    expect(JSON.stringify(body)).toContain("Gadget");
  });

  it("scales a busy Deployment", async () => {
    shop = await createShop(cluster, { maxReplicas: 4, namespace: "pepr-shop" });
    load = new Load(shop.address);
    await eventually(async () => expect(await desiredReplicas(shop)).toBeGreaterThan(1), 180_000);
  });

  it("sizes a workload from the nodes", async () => {
    const target = { apiVersion: "apps/v1", kind: "Deployment", name: "dns" };
    const { deployment } = burnerNamed("dns");
    const deployments = "/apis/apps/v1/namespaces/pepr-shop/deployments";
    await mustRequest(cluster, "POST", deployments, deployment);
    await mustRequest(cluster, "POST", `${group}/pepr-shop/clusterproportionalautoscalers`, {
      ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "ClusterProportionalAutoscaler" },
      metadata: { name: "dns" },
      spec: { scaleTargetRefs: [target], linear: { nodesPerReplica: 1, minReplicas: 3 } },
    });
    await eventually(async () => {
      const { spec } = await mustRequest(cluster, "GET", `${deployments}/dns`);
      expect((spec as { replicas: number }).replicas).toBe(3);
    }, 60_000);
  });
});
