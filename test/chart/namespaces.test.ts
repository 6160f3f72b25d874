import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { apiRequest, mustRequest } from "../../hack/cluster/api.ts";
import { readAudit, type AuditEvent } from "../../hack/cluster/audit.ts";
import { startCluster, type Cluster } from "../../hack/cluster/cluster.ts";
import { withFairness } from "../../hack/cluster/pace.ts";
import { helm } from "../../hack/cluster/helm/helm.ts";
import { choosePorts, isFree, searchStart } from "../../hack/host/ports.ts";
import {
  chart,
  operatorNamespace as home,
  withRequired,
} from "../../hack/cluster/operator/chart.ts";
import { startOperator, type Operator } from "../../hack/cluster/operator/operator.ts";
import {
  createDeployment,
  createScaler,
  replicasOf,
} from "../../hack/cluster/operator/workloads.ts";
import { eventually } from "../integration/eventually.ts";

const folder = mkdtempSync(join(tmpdir(), "trimtab-namespaces-"));
const group = "/apis/autoscaling.trimtab.dev/v1alpha1";
let cluster: Cluster;
const operators = new Map<string, Operator>();

beforeAll(async () => {
  const componentArgs = withFairness();
  cluster = await startCluster({ name: "namespaces", auditLog: true, componentArgs });
  for (const name of [home, "a", "b", "c", "d", "other", "rest"]) {
    await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name } });
  }
  const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  await mustRequest(cluster, "POST", crds, worlds);
});

afterAll(async () => {
  await Promise.all([...operators.values()].map(operator => operator.stop()));
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

/** Installs a release by Helm, and starts its only replica. The first release brings the CRDs. */
async function install(name: string, given: object): Promise<Operator> {
  const choice = { taken: new Set<number>(), isFree, start: searchStart.other() };
  const [port = 0] = await choosePorts(1, choice);
  const values = {
    ...{ fullnameOverride: name, crds: { install: name === "one" }, priorityClassName: "" },
    leaderElection: { leaseDurationSeconds: 3 },
    // Nothing routes Services here: the API server reaches the operator by its address.
    webhook: { url: `https://localhost:${port}/validate` },
    ...given,
  };
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, JSON.stringify(withRequired(values)));
  await helm(
    ["install", name, chart, `--namespace=${home}`, `--values=${file}`],
    cluster.kubeconfig,
  );
  const own = { managesCertificate: true, elects: true, webhook: false };
  const operator = await startOperator(cluster, { replica: name, port, ...own, values });
  operators.set(name, operator);
  return operator;
}

/** A Deployment with one replica, and an object that wants three. */
async function scaled(namespace: string, name: string): Promise<void> {
  await createDeployment(cluster, namespace, name, 1);
  await eventually(() =>
    createScaler(cluster, namespace, name, { minReplicas: 3, maxReplicas: 5 }),
  );
}

const untilReplicas = (namespace: string, name: string, want: number) =>
  eventually(async () => {
    expect(await replicasOf(cluster, namespace, name)).toBe(want);
  });

async function metric(operator: Operator, line: RegExp): Promise<string | undefined> {
  return line.exec((await operator.get("/metrics")).text)?.[0];
}

const leads = (operator: Operator, want: 0 | 1) =>
  eventually(async () => {
    expect(await metric(operator, /^trimtab_leader .*$/m)).toBe(`trimtab_leader ${want}`);
  });

async function requestsOf(name: string): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  const user = `system:serviceaccount:${home}:${name}`;
  for await (const event of readAudit(cluster.auditLogPath ?? "", { mentions: user })) {
    if (event.user === user) events.push(event);
  }
  return events;
}

const textOf = ({ verb, objectRef }: AuditEvent): string => {
  const { resource = "", subresource, namespace } = objectRef ?? {};
  const what = subresource ? `${resource}/${subresource}` : resource;
  return `${verb} ${what}${namespace ? ` in ${namespace}` : ""}`;
};

/** What has no namespace, or is looked for in all of them: docs/rights.md, "Rights". */
const clusterWide = new Set([
  ...["create selfsubjectrulesreviews", "create selfsubjectaccessreviews"],
  ...["create subjectaccessreviews", "list leases"],
  ...["list customresourcedefinitions", "watch customresourcedefinitions"],
  ...["list", "watch", "patch"].map(verb => `${verb} validatingwebhookconfigurations`),
]);

const gadget = { apiVersion: "example.invalid/v1", kind: "Gadget" };

/** The answer to an Autoscaler for such a target. */
const proposed = (namespace: string, kind: object) =>
  apiRequest(cluster, "POST", `${group}/namespaces/${namespace}/autoscalers?dryRun=All`, {
    ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler" },
    metadata: { name: "none", namespace },
    spec: { scaleTargetRef: { ...kind, name: "none" }, maxReplicas: 2 },
  });

/** A kind that has a scale and no namespace. */
const worlds = {
  metadata: { name: "worlds.example.dev" },
  spec: {
    ...{ group: "example.dev", scope: "Cluster" },
    names: { kind: "World", plural: "worlds", singular: "world" },
    versions: [
      {
        ...{ name: "v1", served: true, storage: true },
        schema: {
          openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
        },
        subresources: {
          scale: { specReplicasPath: ".spec.size", statusReplicasPath: ".status.size" },
        },
      },
    ],
  },
};

/** In the order of the life of a cluster. */
describe("two releases, each in its own namespaces", () => {
  it("each scale their own objects, and nothing elsewhere", { timeout: 180_000 }, async () => {
    const one = await install("one", { watchNamespaces: ["a", "b"], rbac: { nodes: false } });
    const two = await install("two", { watchNamespaces: ["c", "d"], rbac: { nodes: false } });
    await leads(one, 1);
    await leads(two, 1);
    for (const namespace of ["a", "b", "c", "other"]) await scaled(namespace, "web");
    for (const namespace of ["a", "b", "c"]) await untilReplicas(namespace, "web", 3);
    expect(await replicasOf(cluster, "other", "web")).toBe(1);
  });

  it("have rights in these namespaces only", async () => {
    for (const [name, mine] of [
      ["one", ["a", "b"]],
      ["two", ["c", "d"]],
    ] as const) {
      const requests = await requestsOf(name);
      expect(requests.filter(({ code }) => code === 403).map(textOf)).toEqual([]);
      const elsewhere = requests.filter(({ objectRef }) => {
        const { namespace } = objectRef ?? {};
        return namespace !== home && !mine.includes(namespace as never) && objectRef?.resource;
      });
      const texts = new Set(elsewhere.map(textOf));
      expect([...texts].filter(text => !clusterWide.has(text))).toEqual([]);
      const scales = requests.filter(({ objectRef }) => objectRef?.subresource === "scale");
      expect(scales.length).toBeGreaterThan(0);
    }
  });

  it("review objects of their own namespaces only", async () => {
    expect((await proposed("a", gadget)).text).toContain("serves no kind Gadget");
    expect((await proposed("other", gadget)).code).toBe(201);
  });

  it.each([
    { kind: "World", apiVersion: "example.dev/v1", says: "has objects without a namespace" },
    {
      kind: "Namespace",
      apiVersion: "v1",
      says: "apiVersion v1 has no Namespace that can be scaled",
    },
    { kind: "ClusterRole", apiVersion: "rbac.authorization.k8s.io/v1", says: "has no scale" },
  ])("refuse to scale a $kind, which has no namespace", async ({ says, ...kind }) => {
    await eventually(async () => {
      const { code, text } = await proposed("a", kind);
      expect([code, text]).toEqual([422, expect.stringContaining(says)]);
    });
  });

  it("say that they count no nodes", async () => {
    const path = `${group}/namespaces/a/clusterproportionalautoscalers`;
    const object = {
      ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "ClusterProportionalAutoscaler" },
      metadata: { name: "dns" },
      spec: {
        scaleTargetRefs: [{ apiVersion: "apps/v1", kind: "Deployment", name: "dns" }],
        linear: { nodesPerReplica: 1 },
      },
    };
    const { stderr } = await cluster.kubectl(
      ["create", "--namespace=a", "--filename=-"],
      JSON.stringify(object),
    );
    expect(stderr).toContain("set the chart's rbac.nodes to true");
    await eventually(async () => {
      const { status } = await mustRequest(cluster, "GET", `${path}/dns`);
      expect(JSON.stringify(status)).toContain('"reason":"NodesForbidden"');
    });
  });

  it("keep the Leases that mark namespaces from everyone else", async () => {
    const editor = ["create", "rolebinding", "editor", "--clusterrole=edit", "--user=editor"];
    await cluster.kubectl([...editor, "--namespace=other"]);
    const lease = (annotations: object) => ({
      ...{ apiVersion: "coordination.k8s.io/v1", kind: "Lease" },
      metadata: { name: "trimtab-namespace", namespace: "other", annotations },
      spec: { holderIdentity: "x/y" },
    });
    for (const annotations of [{}, { "autoscaling.trimtab.dev/namespaces": "*" }]) {
      await eventually(async () => {
        const created = await cluster.kubectl(
          ["create", "--filename=-", "--as=editor", "--dry-run=server"],
          JSON.stringify(lease(annotations)),
        );
        expect(created.stderr).toContain("may not write or delete the Lease trimtab-namespace");
      });
    }
  });
});

describe("a release that overlaps with another one", () => {
  /** The policies of one release do not refuse what the others write. */
  async function isRefusedNothing(...names: readonly string[]): Promise<void> {
    const requests = (await Promise.all(names.map(requestsOf))).flat();
    expect(requests.filter(({ code }) => code === 403).map(textOf)).toEqual([]);
  }

  it(
    "in one namespace does not lead, says why, and does not stop the first one",
    { timeout: 120_000 },
    async () => {
      const late = await install("three", { watchNamespaces: ["b", "other"] });
      await eventually(async () => {
        const conflict = await metric(late, /^trimtab_namespace_conflict{.*$/m);
        expect(conflict).toContain('namespace="b",holder="trimtab-system/one"');
      });
      await leads(late, 0);
      expect(late.log()).toContain("not leading: another installation works here");
      await scaled("b", "three");
      await untilReplicas("b", "three", 3);
      expect(await replicasOf(cluster, "other", "web")).toBe(1);
      await isRefusedNothing("three", "one");
    },
  );

  it(
    "and works in all namespaces leads, and leaves theirs to the others",
    { timeout: 120_000 },
    async () => {
      const late = await install("whole", { watchNamespaces: [] });
      await leads(late, 1);
      for (const [namespace, holder] of [
        ["a", "one"],
        ["b", "one"],
        ["c", "two"],
        ["d", "two"],
      ]) {
        const { text } = await late.get("/metrics");
        expect(text).toContain(
          `trimtab_namespace_conflict{namespace="${namespace}",holder="trimtab-system/${holder}"} 1`,
        );
      }
      expect(late.log()).toContain("doing nothing here, because another installation works here");
      for (const namespace of ["b", "rest"]) {
        await scaled(namespace, "whole");
        await untilReplicas(namespace, "whole", 3);
      }
      const written = (await requestsOf("whole")).filter(
        ({ verb, objectRef }) => verb === "patch" && objectRef?.subresource,
      );
      const places = new Set(written.map(({ objectRef }) => objectRef?.namespace));
      expect([...places].sort()).toEqual(["other", "rest"]);
      await isRefusedNothing("whole", "one");
      await late.stop();
      // Its webhook would refuse all objects.
      await helm(["uninstall", "whole", `--namespace=${home}`], cluster.kubeconfig);
    },
  );

  it("leads once the first one is uninstalled", { timeout: 120_000 }, async () => {
    await operators.get("one")!.stop();
    await helm(["uninstall", "one", `--namespace=${home}`], cluster.kubeconfig);
    await leads(operators.get("three")!, 1);
    await scaled("other", "late");
    await untilReplicas("other", "late", 3);
  });
});
