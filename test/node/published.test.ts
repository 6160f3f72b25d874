import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import { mustRequest, untilServed, type ApiObject } from "../../hack/cluster/api.ts";
import { useOrStartCluster, type Cluster } from "../../hack/cluster/cluster.ts";
import { helm } from "../../hack/cluster/helm/helm.ts";
import { operatorNamespace as namespace } from "../../hack/cluster/operator/chart.ts";
import { documentsIn } from "../../hack/cluster/operator/documents.ts";
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
import { runVerify, verifyCommands } from "../release/verify-page.ts";
import {
  isReady,
  operatorPods,
  restartsOf,
  reviewIn,
  untilOperatorReady,
  type Pod,
} from "./release.ts";

const { version } = packageJson;
const place = "published";
const deployments = `/apis/apps/v1/namespaces/${place}/deployments`;
const scalers = `/apis/autoscaling.trimtab.dev/v1alpha1/namespaces/${place}/clusterproportionalautoscalers`;
const scaler = `${scalers}/dns`;

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

/** Also removes what another test file has left. */
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

async function sizeAndGeneration(): Promise<unknown> {
  const { spec, metadata } = await mustRequest(cluster, "GET", `${deployments}/dns`);
  return [(spec as { replicas: number }).replicas, metadata?.generation];
}

/** The operator has answered to a spec that it has not read before. */
async function untilDecided(maxReplicas: number): Promise<void> {
  const linear = { maxReplicas };
  const { metadata } = await mustRequest(cluster, "PATCH", scaler, { spec: { linear } });
  await eventually(async () => {
    const { status } = await mustRequest(cluster, "GET", scaler);
    expect(status).toMatchObject({ observedGeneration: metadata?.generation });
  });
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
  await mustRequest(cluster, "POST", scalers, {
    ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "ClusterProportionalAutoscaler" },
    metadata: { name: "dns" },
    spec: {
      scaleTargetRefs: [{ apiVersion: "apps/v1", kind: "Deployment", name: "dns" }],
      linear: { nodesPerReplica: 1, minReplicas: 3 },
    },
  });
}

/** No review is refused, and the operator that then leads changes no size. */
async function expectUndisturbed(work: () => Promise<unknown>, maxReplicas: number): Promise<void> {
  const until = () => untilOperatorReady(cluster);
  expect(await refusedDuring(work(), reviewIn(cluster, place), until)).toBe("");
  await untilDecided(maxReplicas);
  expect(await sizeAndGeneration()).toEqual([3, 2]);
}

/** The objects of a file of manifests, in an order of their own. */
const objectsOf = (text: string): readonly ApiObject[] =>
  documentsIn(text).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

const keyOf = ({ kind, metadata }: ApiObject): string =>
  `${kind} ${metadata?.namespace ?? ""} ${metadata?.name ?? ""}`;

/** In the order of a release's life. */
describe("a release in a registry", () => {
  it.each(verifyCommands)("passes the check of docs/verify.md: %s", async command => {
    const verified = { folder: filesOfRelease(version), registry: worldRegistry.host };
    const { code, stderr } = await runVerify(command, verified);
    expect(code, stderr).toBe(0);
  });

  it("of the version before is installed from its chart, which names the image by its digest", async () => {
    await apply("install", earlierVersion);
    await expectRunning(earlierVersion);
    // It lacks minReadySeconds: kube-proxy knows its pods a moment after Helm has returned.
    await eventually(async () => {
      expect((await reviewIn(cluster, "default")()).code).toBe(201);
    });
    await createTarget();
    await eventually(async () => {
      expect(await sizeAndGeneration()).toEqual([3, 2]);
    });
  });

  it("upgrades the version before, and changes no size", async () => {
    await expectUndisturbed(() => apply("upgrade", version), 100);
    await expectRunning(version);
  });

  it("is rolled back to it, and changes no size", async () => {
    const options = [`--namespace=${namespace}`, "--wait", "--timeout=180s"];
    const rollback = () => helm(["rollback", "trimtab", "1", ...options], cluster.kubeconfig);
    await expectUndisturbed(rollback, 101);
    await expectRunning(earlierVersion);
  });

  it("is installed with Helm in an empty cluster", async () => {
    await removeOperator();
    await apply("install", version);
    await expectRunning(version);
  });

  it("is installed without Helm, as docs/install.md says, by kubectl and then by kustomize", async () => {
    await removeOperator();
    const files = filesOfRelease(version);
    const plain = join(files, "install.yaml");
    try {
      await kubectl("apply", "--server-side", `--filename=${plain}`);
      await expectRunning(version);
      const base = join(thisWorld().folder, "base");
      const overlay = join(thisWorld().folder, "overlays/production");
      for (const folder of [base, overlay]) mkdirSync(folder, { recursive: true });
      const archive = join(files, `trimtab-${version}-kustomize.tar.gz`);
      await runOrThrow("tar", ["-xzf", archive, "-C", base]);
      expect(objectsOf(await kubectl("kustomize", base))).toEqual(
        objectsOf(readFileSync(plain, "utf8")),
      );
      const changed = { resources: ["../../base"], replicas: [{ name: "trimtab", count: 1 }] };
      writeFileSync(join(overlay, "kustomization.yaml"), JSON.stringify(changed));
      await kubectl("apply", "--server-side", `--kustomize=${overlay}`);
      await eventually(async () => {
        expect((await operatorPods(cluster)).map(isReady)).toEqual([true]);
      });
    } finally {
      await kubectl("delete", `--filename=${plain}`, "--timeout=120s", "--ignore-not-found");
    }
  });
});
