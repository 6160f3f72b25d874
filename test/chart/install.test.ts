import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  apiRequest,
  mustRequest,
  type ApiObject,
  type ApiResponse,
} from "../../hack/cluster/api.ts";
import { useOrStartCluster, type Cluster } from "../../hack/cluster/cluster.ts";
import { createNodes } from "../../hack/cluster/nodes.ts";
import { withFairness } from "../../hack/cluster/pace.ts";
import { tokenFor } from "../../hack/cluster/token.ts";
import { helm } from "../../hack/cluster/helm/helm.ts";
import { choosePorts, isFree, searchStart } from "../../hack/host/ports.ts";
import {
  chart,
  operatorNamespace as namespace,
  renderChart,
  withRequired,
} from "../../hack/cluster/operator/chart.ts";
import { startOperator, type Operator } from "../../hack/cluster/operator/operator.ts";
import { createDeployment } from "../../hack/cluster/operator/workloads.ts";
import { eventually } from "../integration/eventually.ts";
import { refusedDuring } from "./refused-during.ts";

const folder = mkdtempSync(join(tmpdir(), "trimtab-install-"));
const ours = "/apis/autoscaling.trimtab.dev/v1alpha1/namespaces/default";
const webhookPathOf = (name: string): string =>
  `/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/${name}`;
let cluster: Cluster;
let port: number;
let operator: Operator | undefined;

beforeAll(async () => {
  cluster = await useOrStartCluster({
    name: "install",
    // A FlowSchema needs it.
    componentArgs: withFairness(),
  });
  // The nodes of the chart's pods, which kwok simulates.
  await createNodes(cluster, { count: 2 });
  const labels = { "pod-security.kubernetes.io/enforce": "restricted" };
  await mustRequest(cluster, "POST", "/api/v1/namespaces", {
    metadata: { name: namespace, labels },
  });
  [port = 0] = await choosePorts(1, { taken: new Set(), isFree, start: searchStart.other() });
});

afterAll(async () => {
  await operator?.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

/** Nothing routes Services here: the API server reaches the only operator by its address. */
const values = (more: object = {}) =>
  withRequired({ webhook: { url: `https://localhost:${port}/validate` }, ...more });

function valuesFile(given: object): string {
  const file = join(folder, `values-${Math.random()}.yaml`);
  writeFileSync(file, JSON.stringify(given));
  return `--values=${file}`;
}

const release = (verb: string, name: string, ...args: readonly string[]): Promise<string> =>
  helm([verb, name, ...args, `--namespace=${namespace}`], cluster.kubeconfig);

const waits = ["--wait", "--timeout=60s"];
const metadata = { name: "web" };
const autoscaler = {
  ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler", metadata },
  spec: {
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
    maxReplicas: 5,
  },
};
const proportional = {
  ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "ClusterProportionalAutoscaler" },
  metadata: { name: "dns" },
  spec: {
    scaleTargetRefs: [{ apiVersion: "apps/v1", kind: "Deployment", name: "dns" }],
    linear: { nodesPerReplica: 1 },
  },
};

const isReady = ({ status }: ApiObject): boolean => {
  const { conditions = [] } = (status ?? {}) as { conditions?: { type: string; status: string }[] };
  return conditions.some(({ type, status: value }) => type === "Ready" && value === "True");
};

const objects = () =>
  Promise.all([
    mustRequest(cluster, "GET", `${ours}/autoscalers/web`),
    mustRequest(cluster, "GET", `${ours}/clusterproportionalautoscalers/dns`),
  ]);

const identity = ({ metadata: of }: ApiObject) => ({ uid: of?.uid, generation: of?.generation });

/** Creates an object as a dry run. */
function dryRun(name: string): Promise<ApiResponse> {
  const scaleTargetRef = { ...autoscaler.spec.scaleTargetRef, name: "none" };
  const body = { ...autoscaler, metadata: { name }, spec: { ...autoscaler.spec, scaleTargetRef } };
  return apiRequest(cluster, "POST", `${ours}/autoscalers?dryRun=All`, body);
}

/** The FlowSchema to which the API server assigns a user's request. */
function flowSchemaOf(path: string, token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    get(new URL(path, cluster.server), { headers, ca: cluster.ca, agent: false }, response => {
      response.resume();
      resolve(response.headers["x-kubernetes-pf-flowschema-uid"]);
    }).once("error", reject);
  });
}

async function bundle(name = "trimtab"): Promise<string> {
  const configuration = await mustRequest(cluster, "GET", webhookPathOf(name));
  const { webhooks } = configuration as ApiObject & {
    webhooks: readonly { clientConfig: { caBundle?: string } }[];
  };
  return webhooks[0]?.clientConfig.caBundle ?? "";
}

/** What the operator wrote to the Secret that the chart created. */
async function certificate(): Promise<unknown> {
  const path = `/api/v1/namespaces/${namespace}/secrets/trimtab-webhook-certificate`;
  const { data } = await mustRequest(cluster, "GET", path);
  expect(data).toMatchObject({ "tls.crt": expect.any(String) as string });
  return data;
}

const deployed = (name: string) =>
  mustRequest(cluster, "GET", `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`);

/** In the order of an installation's lifecycle. */
describe("the chart, by Helm on a real API server", () => {
  it.each([
    { shows: "the defaults", given: {} },
    {
      shows: "all features that need no other operator",
      given: {
        ...{ replicas: 3, dashboard: { enabled: true }, networkPolicy: { egress: [{}] } },
        volumes: [{ name: "ca", configMap: { name: "ca" } }],
        volumeMounts: [{ name: "ca", mountPath: "/etc/ca" }],
        ...{ hostNetwork: true, dnsConfig: { options: [{ name: "ndots", value: "1" }] } },
        strategy: { type: "Recreate" },
        service: { ipFamilyPolicy: "PreferDualStack", ipFamilies: ["IPv4"] },
        extraObjects: [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "extra" } }],
      },
    },
    {
      shows: "the minimum",
      given: {
        replicas: 1,
        podDisruptionBudget: { enabled: false },
        flowSchema: { enabled: false },
      },
    },
  ])("passes strict validation with $shows", async ({ given }) => {
    // The pod of `helm test` needs a service account that a dry run does not create.
    const text = await helm([
      ...["template", "trimtab", chart, "--skip-tests"],
      `--namespace=${namespace}`,
      valuesFile(values(given)),
    ]);
    const apply = [
      "apply",
      "--server-side",
      "--dry-run=server",
      "--validate=strict",
      "--filename=-",
    ];
    const { code, stderr } = await cluster.kubectl(apply, text);
    expect(code, stderr).toBe(0);
  });

  it("installs, with pods that the restricted profile allows", { timeout: 120_000 }, async () => {
    await release("install", "trimtab", chart, valuesFile(values()), ...waits);
    expect((await deployed("trimtab")).status).toMatchObject({ availableReplicas: 2 });
  });

  it("has a working operator as soon as one process runs", async () => {
    const own = { managesCertificate: true, elects: true, webhook: false };
    operator = await startOperator(cluster, { replica: "install", port, ...own, values: values() });
    await eventually(async () => {
      expect(await bundle()).not.toBe("");
    });
    await createDeployment(cluster, "default", "web", 2);
    await createDeployment(cluster, "default", "dns", 1);
    for (const [plural, object] of [
      ["autoscalers", autoscaler],
      ["clusterproportionalautoscalers", proportional],
    ] as const) {
      await eventually(() => mustRequest(cluster, "POST", `${ours}/${plural}`, object));
    }
    await eventually(async () => {
      expect((await objects()).map(isReady)).toEqual([true, true]);
    });
  });

  it("restores the caBundle at once after a user removes it", async () => {
    const path = webhookPathOf("trimtab");
    const { metadata: of } = await mustRequest(cluster, "GET", path);
    const { managedFields = [] } = of as { managedFields?: { manager: string }[] };
    expect(managedFields.map(({ manager }) => manager)).toContain("trimtab");
    const wiped = [{ op: "remove", path: "/webhooks/0/clientConfig/caBundle" }];
    await mustRequest(cluster, "PATCH", path, wiped, "application/json-patch+json");
    await eventually(async () => {
      expect(await bundle()).not.toBe("");
    });
  });

  it("shows no drift on a reapply after the operator writes certificate and caBundle", async () => {
    const [trusted, made] = [await bundle(), await certificate()];
    const written = ["ValidatingWebhookConfiguration", "Secret"];
    const items = (await renderChart(values())).filter(({ kind = "" }) => written.includes(kind));
    expect(items).toHaveLength(2);
    const text = JSON.stringify({ apiVersion: "v1", kind: "List", items });
    const again = ["apply", "--server-side", "--field-manager=argocd", "--filename=-"];
    const applied = await cluster.kubectl(again, text);
    expect(applied.code, applied.stderr).toBe(0);
    const diff = await cluster.kubectl(["diff", ...again.slice(1)], text);
    expect(diff.code, diff.stdout + diff.stderr).toBe(0);
    expect([await bundle(), await certificate()]).toEqual([trusted, made]);
  });

  it.each([
    { flowSchema: "trimtab", path: "/api/v1/nodes?limit=1" },
    {
      flowSchema: "trimtab-metrics",
      path: "/apis/external.metrics.k8s.io/v1beta1/namespaces/default/queue",
    },
    {
      flowSchema: "trimtab-lease",
      path: `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/trimtab`,
    },
  ])("assigns the operator's requests to $flowSchema", async ({ flowSchema, path }) => {
    const schemas = "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas";
    const { metadata: of } = await mustRequest(cluster, "GET", `${schemas}/${flowSchema}`);
    const token = await tokenFor(cluster, namespace, "trimtab");
    await eventually(async () => {
      expect(await flowSchemaOf(path, token)).toBe(of?.uid);
    });
  });

  it("lets viewers view, editors edit without node data, and neither write a status", async () => {
    const verbs = { view: ["get", "list"], edit: ["get", "create", "delete"] };
    const proportional = "clusterproportionalautoscalers.autoscaling.trimtab.dev";
    for (const [role, may] of Object.entries(verbs)) {
      const subject = `trimtab-${role}-test`;
      await cluster.kubectl([
        "create",
        "rolebinding",
        subject,
        `--clusterrole=${role}`,
        `--user=${subject}`,
      ]);
      const can = async (verb: string, ...what: readonly string[]) =>
        (await cluster.kubectl(["auth", "can-i", verb, ...what, `--as=${subject}`])).stdout.trim();
      for (const verb of may) {
        await eventually(async () => {
          expect(await can(verb, "autoscalers.autoscaling.trimtab.dev")).toBe("yes");
        });
      }
      expect(
        await can("patch", "autoscalers.autoscaling.trimtab.dev", "--subresource=status"),
      ).toBe("no");
      expect(await can("create", "autoscalers.autoscaling.trimtab.dev")).toBe(
        role === "edit" ? "yes" : "no",
      );
      expect([await can("get", proportional), await can("create", proportional)]).toEqual([
        "yes",
        "no",
      ]);
    }
  });

  it(
    "upgrades and rolls back without a rejected request and without a change of objects",
    { timeout: 180_000 },
    async () => {
      const [before, trusted, made] = [await objects(), await bundle(), await certificate()];
      const changed = values({ logLevel: "debug", guardRails: { largestMaxReplicas: 100 } });
      const upgrade = release("upgrade", "trimtab", chart, valuesFile(changed), ...waits);
      expect(await refusedDuring(upgrade, () => dryRun("new"))).toBe("");
      const { spec } = await deployed("trimtab");
      expect(JSON.stringify(spec)).toContain("--largest-max-replicas=100");
      const rollback = release("rollback", "trimtab", "1", ...waits);
      expect(await refusedDuring(rollback, () => dryRun("new"))).toBe("");
      expect(JSON.stringify((await deployed("trimtab")).spec)).not.toContain(
        "--largest-max-replicas=100",
      );
      expect((await objects()).map(identity)).toEqual(before.map(identity));
      expect([await bundle(), await certificate()]).toEqual([trusted, made]);
    },
  );

  it(
    "keeps the objects and their CustomResourceDefinitions on uninstall",
    { timeout: 120_000 },
    async () => {
      const before = await objects();
      await operator?.stop();
      operator = undefined;
      await release("uninstall", "trimtab", "--wait");
      expect((await apiRequest(cluster, "GET", webhookPathOf("trimtab"))).code).toBe(404);
      expect((await objects()).map(identity)).toEqual(before.map(identity));
    },
  );

  it(
    "is ready after another installation only once its reviews are accepted, although the old Lease is held",
    { timeout: 120_000 },
    async () => {
      await release("install", "trimtab", chart, valuesFile(values()), ...waits);
      // As an uninstallation leaves it behind, which takes the right to release it away first.
      const spec = {
        ...{ holderIdentity: "removed", leaseDurationSeconds: 3_600, leaseTransitions: 1 },
        renewTime: new Date().toISOString().replace("Z", "000Z"),
      };
      const lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", spec };
      const leases = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/trimtab`;
      const apply = "application/apply-patch+yaml";
      const named = { ...lease, metadata: { name: "trimtab" } };
      await mustRequest(cluster, "PATCH", `${leases}?fieldManager=test&force=true`, named, apply);
      const own = { managesCertificate: true, elects: true, webhook: false };
      operator = await startOperator(cluster, { replica: "again", port, ...own, values: values() });
      // The kubelet probes less often, and the API server learns of the webhooks as late as the operator.
      await sleep(500);
      const { code, text } = await dryRun("new");
      expect(code, text).toBe(201);
      await operator.stop();
      operator = undefined;
      await release("uninstall", "trimtab", "--wait");
    },
  );

  it(
    "installs again under another name, with the existing objects",
    { timeout: 120_000 },
    async () => {
      const before = await objects();
      const again = ["--take-ownership", valuesFile(values()), ...waits];
      await release("install", "other", chart, ...again);
      expect((await deployed("other-trimtab")).status).toMatchObject({ availableReplicas: 2 });
      expect((await objects()).map(identity)).toEqual(before.map(identity));
    },
  );
});
