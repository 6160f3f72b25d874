import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import { mustRequest, untilServed } from "../../hack/cluster/api.ts";
import { useOrStartCluster, type Cluster } from "../../hack/cluster/cluster.ts";
import { helm } from "../../hack/cluster/helm/helm.ts";
import { operatorNamespace as namespace } from "../../hack/cluster/operator/chart.ts";
import { runOrThrow } from "../../hack/host/run.ts";
import {
  earlierVersion,
  filesOfRelease,
  worldRegistry,
} from "../../hack/node/published/registry.ts";
import { thisWorld } from "../../hack/node/world.ts";
import { publish } from "../../hack/release/publish.ts";
import { startRegistry } from "../../hack/release/registry.ts";
import { refusedDuring } from "../chart/refused-during.ts";
import { eventually } from "../integration/eventually.ts";
import { operatorPods, restartsOf, reviewIn, untilOperatorReady, type Pod } from "./release.ts";

const { version } = packageJson;
const place = "published";
const deployments = `/apis/apps/v1/namespaces/${place}/deployments`;

let cluster: Cluster;
let registry: Awaited<ReturnType<typeof startRegistry>>;
/** By version, the references that were published. */
const references: Record<string, readonly string[]> = {};

beforeAll(async () => {
  cluster = await useOrStartCluster({ name: "node" });
  await removeOperator();
  registry = await startRegistry(join(thisWorld().folder, "registry"), worldRegistry.port);
  for (const each of [version, earlierVersion])
    references[each] = await publish(filesOfRelease(each), each);
});

afterAll(async () => {
  await removeOperator();
  await registry.stop();
});

/** Of any file before or after: each begins with a cluster that has no CRDs. */
async function removeOperator(): Promise<void> {
  const quiet = [`--namespace=${namespace}`, "--ignore-not-found"];
  await helm(["uninstall", "trimtab", ...quiet, "--wait"], cluster.kubeconfig);
  const ofRelease = "--selector=app.kubernetes.io/name=trimtab";
  await kubectl("delete", "customresourcedefinitions", ofRelease, "--ignore-not-found");
}

async function kubectl(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await cluster.kubectl(args);
  expect(code, stderr).toBe(0);
  return stdout;
}

/** As docs/install.md says, with the registry of this world, which has no certificate. */
const apply = (verb: "install" | "upgrade", which: string): Promise<string> => {
  const chart = [`oci://${worldRegistry.host}/charts/trimtab`, `--version=${which}`];
  const options = [`--namespace=${namespace}`, "--create-namespace", "--wait", "--timeout=180s"];
  return helm([verb, "trimtab", ...chart, "--plain-http", ...options], cluster.kubeconfig);
};

/** What the kubelet runs. */
const imagesOf = (pods: readonly Pod[]): (string | undefined)[] =>
  pods.map(({ status }) => status?.containerStatuses?.[0]?.imageID);

async function expectRunning(which: string): Promise<void> {
  await untilOperatorReady(cluster);
  const [image] = references[which] ?? [];
  const pods = await operatorPods(cluster);
  expect(imagesOf(pods)).toEqual([image, image]);
  expect(pods.map(restartsOf)).toEqual([0, 0]);
}

async function generationOfTarget(): Promise<unknown> {
  const { spec, metadata } = await mustRequest(cluster, "GET", `${deployments}/dns`);
  return [(spec as { replicas: number }).replicas, metadata?.generation];
}

/** A workload that an object of both versions sizes from the nodes. */
async function createTarget(): Promise<void> {
  await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name: place } });
  await untilServed(cluster, `/api/v1/namespaces/${place}/serviceaccounts/default`);
  const labels = { app: "dns" };
  const pod = { containers: [{ name: "dns", image: "registry.example.com/pause:1" }] };
  await mustRequest(cluster, "POST", deployments, {
    metadata: { name: "dns" },
    spec: {
      ...{ replicas: 1, selector: { matchLabels: labels } },
      template: { metadata: { labels }, spec: pod },
    },
  });
  const group = `/apis/autoscaling.trimtab.dev/v1alpha1/namespaces/${place}`;
  await mustRequest(cluster, "POST", `${group}/clusterproportionalautoscalers`, {
    ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "ClusterProportionalAutoscaler" },
    metadata: { name: "dns" },
    spec: {
      scaleTargetRefs: [{ apiVersion: "apps/v1", kind: "Deployment", name: "dns" }],
      linear: { nodesPerReplica: 1, minReplicas: 3 },
    },
  });
}

/** No review is refused and no size changes. */
async function expectUndisturbed(work: () => Promise<unknown>): Promise<void> {
  const before = await generationOfTarget();
  const until = () => untilOperatorReady(cluster);
  expect(await refusedDuring(work(), reviewIn(cluster, place), until)).toBe("");
  expect(await generationOfTarget()).toEqual(before);
}

/** In the order of a release's life. */
describe("a release in a registry", () => {
  it("is installed by its chart's digest, as the version before", async () => {
    await apply("install", earlierVersion);
    await expectRunning(earlierVersion);
    // It lacks minReadySeconds: kube-proxy knows its pods a moment after Helm has returned.
    await eventually(async () => {
      expect((await reviewIn(cluster, "default")()).code).toBe(201);
    });
    await createTarget();
    await eventually(async () => {
      expect(await generationOfTarget()).toEqual([3, 2]);
    });
  });

  it("upgrades the version before, and changes no size", async () => {
    await expectUndisturbed(() => apply("upgrade", version));
    await expectRunning(version);
  });

  it("is rolled back to it, and changes no size", async () => {
    const options = [`--namespace=${namespace}`, "--wait", "--timeout=180s"];
    await expectUndisturbed(() =>
      helm(["rollback", "trimtab", "1", ...options], cluster.kubeconfig),
    );
    await expectRunning(earlierVersion);
  });

  it("is installed without Helm, by install.yaml or by the kustomize base alike", async () => {
    await removeOperator();
    const files = filesOfRelease(version);
    const plain = join(files, "install.yaml");
    await kubectl("apply", "--server-side", `--filename=${plain}`);
    await expectRunning(version);
    const base = join(thisWorld().folder, "kustomize");
    mkdirSync(base, { recursive: true });
    await runOrThrow("tar", [
      ...["-xzf", join(files, `trimtab-${version}-kustomize.tar.gz`), "-C", base],
    ]);
    const before = await specsOf(plain);
    await kubectl("apply", "--server-side", `--kustomize=${base}`);
    expect(await specsOf(plain)).toEqual(before);
    await kubectl("delete", `--filename=${plain}`, "--timeout=120s");
  });
});

/** Each object of a file with the version of its spec. */
async function specsOf(file: string): Promise<string> {
  const shown = "-o=custom-columns=KIND:.kind,NAME:.metadata.name,GENERATION:.metadata.generation";
  return await kubectl("get", `--filename=${file}`, shown);
}
