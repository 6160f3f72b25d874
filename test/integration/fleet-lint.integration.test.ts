import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished } from "vitest";

import { mustRequest } from "../../hack/cluster/api.ts";
import { writeKubeconfig } from "../../hack/cluster/kubeconfig.ts";
import { CustomMetrics } from "../../hack/cluster/metrics/custom-metrics.ts";
import { tokenFor } from "../../hack/cluster/token.ts";
import { runOrThrow } from "../../hack/host/run.ts";
import { replicaSet, replicationController, scaleTarget, statefulSet } from "./cluster/objects.ts";
import { deployments, it, type Sandbox } from "./cluster/sandbox.ts";
import { root } from "./doc-commands.ts";
import { eventually } from "./eventually.ts";

const hpas = "apis/autoscaling/v2/horizontalpodautoscalers";
const budgets = "apis/policy/v1/poddisruptionbudgets";
const rbac = "apis/rbac.authorization.k8s.io/v1";
const ignored = "autoscaling.trimtab.dev/fleet-ignore";

const external = (name: string) => ({
  type: "External",
  external: { metric: { name }, target: { type: "AverageValue", averageValue: "1" } },
});
const resource = (name: string, averageUtilization = 70) => ({
  type: "Resource",
  resource: { name, target: { type: "Utilization", averageUtilization } },
});

interface Planted {
  readonly name: string;
  /** The rules that find it; most are right. */
  readonly finds?: readonly string[];
  readonly spec?: object;
  readonly meta?: object;
  /** Of its Deployment; at 0, the HPA asks for no usage of pods, which there are not. */
  readonly replicas?: number;
  readonly resources?: object;
  /** The name of its target, if that is another one's. */
  readonly of?: string;
}

const some = { requests: { cpu: "10m", memory: "16Mi" } };
const limited = { ...some, limits: { cpu: "10m" } };
const cpu = { metrics: [resource("cpu")] };
const two = external("two");
const fixed = { minReplicas: 2, maxReplicas: 2 };

// prettier-ignore
const planted: readonly Planted[] = [
  { name: "at-maximum", spec: { maxReplicas: 3, metrics: [external("fifty")] }, finds: ["AtMaximum"] },
  { name: "below-maximum", spec: { maxReplicas: 3 } },
  { name: "fixed", spec: fixed, finds: ["MinimumEqualsMaximum"] },
  { name: "fixed-on-purpose", spec: fixed, meta: { annotations: { [ignored]: "MinimumEqualsMaximum" } } },
  { name: "unreachable", replicas: 0, spec: { metrics: [resource("cpu", 120)] }, resources: limited, finds: ["UnreachableTarget"] },
  { name: "reachable", replicas: 0, spec: { metrics: [resource("cpu", 80)] }, resources: limited },
  { name: "without-requests", replicas: 0, spec: cpu, resources: {}, finds: ["NoRequests"] },
  { name: "with-requests", replicas: 0, spec: cpu },
  { name: "failing", spec: { metrics: [external("absent")] }, finds: ["MetricFailing"] },
  { name: "partly-failing", spec: { metrics: [two, external("absent")] }, finds: ["MetricFailing"] },
  { name: "working", spec: { metrics: [two, external("one")] } },
  { name: "writer", finds: ["TwoWriters"] },
  { name: "second-writer", of: "writer", finds: ["TwoWriters"] },
  { name: "owned", finds: ["ReplicasOwned"] },
  { name: "edited" },
  { name: "large", spec: { maxReplicas: 20 }, resources: { requests: { cpu: "1" } }, finds: ["ExceedsQuota"] },
  { name: "huge", spec: { maxReplicas: 20 }, resources: { requests: { memory: "1Pi" } }, finds: ["ExceedsNodes"] },
  { name: "blocked", finds: ["BlockingBudget"] },
  { name: "evictable" },
  { name: "memory", replicas: 0, spec: { metrics: [resource("memory")] }, finds: ["MemoryTarget"] },
  { name: "without-target", of: "nothing", finds: ["TargetMissing"] },
];
const byTarget = [
  { kind: "StatefulSet", collection: "apis/apps/v1/statefulsets", make: statefulSet },
  { kind: "ReplicaSet", collection: "apis/apps/v1/replicasets", make: replicaSet },
  {
    kind: "ReplicationController",
    collection: "api/v1/replicationcontrollers",
    make: replicationController,
  },
];

const deployment = ({ name, replicas = 2, resources = some }: Planted) => ({
  ...{ apiVersion: "apps/v1", kind: "Deployment", metadata: { name } },
  spec: {
    ...{ replicas, paused: true, selector: { matchLabels: { app: name } } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: "main", image: "example.invalid/main:1", resources }] },
    },
  },
});

const hpa = (
  name: string,
  scaleTargetRef: object,
  { spec = {}, meta = {} }: Partial<Planted> = {},
) => ({
  ...{ apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler" },
  metadata: { name, ...meta },
  spec: { scaleTargetRef, minReplicas: 2, maxReplicas: 5, metrics: [two], ...spec },
});

async function plant(sandbox: Sandbox): Promise<void> {
  const { cluster, namespace } = sandbox;
  await sandbox.nodes.add(1);
  for (const [metric, value] of Object.entries({ one: "1", two: "2", fifty: "50" })) {
    await new CustomMetrics(cluster).setExternal({ namespace, metric, value });
  }
  // As the field manager of a tool that applies what is in Git.
  const managers: Record<string, string> = { owned: "argocd-controller", edited: "kubectl-edit" };
  await Promise.all(
    planted.map(async each => {
      const manager = managers[each.name];
      const query = manager === undefined ? "" : `?fieldManager=${manager}`;
      if (each.of === undefined) {
        await mustRequest(cluster, "POST", sandbox.path(deployments) + query, deployment(each));
      }
      const target = scaleTarget("Deployment", each.of ?? each.name);
      await sandbox.create(hpas, hpa(each.name, target, each));
    }),
  );
  await Promise.all(
    byTarget.map(async ({ kind, collection, make }) => {
      const name = kind.toLowerCase();
      await sandbox.create(collection, make(name, 2));
      await sandbox.create(hpas, hpa(name, scaleTarget(kind, name)));
    }),
  );
  await sandbox.create("api/v1/resourcequotas", {
    metadata: { name: "team" },
    spec: { hard: { "requests.cpu": "10" } },
  });
  for (const [name, minAvailable] of Object.entries({ blocked: "100%", evictable: 1 })) {
    const selector = { matchLabels: { app: name } };
    await sandbox.create(budgets, { metadata: { name }, spec: { selector, minAvailable } });
  }
}

interface Answer {
  readonly findings: readonly {
    readonly rule: string;
    readonly object: { readonly name: string };
    readonly message: string;
    readonly snippet?: string;
  }[];
  readonly unread: readonly { readonly reason: string }[];
  readonly requests: readonly string[];
}

/** What began just now is two hours old to the lint. */
async function lint({ namespace }: Sandbox, KUBECONFIG: string): Promise<Answer> {
  const options = JSON.stringify({ namespaces: [namespace], laterMs: 7_200_000 });
  const script = join(root, "cli/fleet/testing/read-and-lint.ts");
  const env = { ...process.env, KUBECONFIG };
  return JSON.parse(await runOrThrow(process.execPath, [script, options], { env })) as Answer;
}

const found = ({ findings }: Answer): string[] =>
  findings.map(({ rule, object }) => `${object.name} ${rule}`).toSorted();

const expected = planted
  .flatMap(({ name, finds = [] }) => finds.map(rule => `${name} ${rule}`))
  .toSorted();

/** May list all but budgets and nodes. */
async function limitedKubeconfig(sandbox: Sandbox): Promise<string> {
  const { cluster, namespace } = sandbox;
  const name = "reader";
  await sandbox.create("api/v1/serviceaccounts", { metadata: { name } });
  const rules = [
    { apiGroups: ["autoscaling"], resources: ["horizontalpodautoscalers"], verbs: ["list"] },
    {
      apiGroups: ["apps"],
      resources: ["deployments", "statefulsets", "replicasets"],
      verbs: ["list"],
    },
    {
      apiGroups: [""],
      resources: ["replicationcontrollers", "resourcequotas", "limitranges", "pods"],
      verbs: ["list"],
    },
    { apiGroups: ["keda.sh"], resources: ["scaledobjects"], verbs: ["list"] },
  ];
  await sandbox.create(`${rbac}/roles`, { metadata: { name }, rules });
  await sandbox.create(`${rbac}/rolebindings`, {
    metadata: { name },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name },
    subjects: [{ kind: "ServiceAccount", name, namespace }],
  });
  const folder = mkdtempSync(join(tmpdir(), "fleet-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, "kubeconfig");
  await writeKubeconfig(cluster, { token: await tokenFor(cluster, namespace, name) }, file);
  return file;
}

it("the lint of a cluster finds each planted mistake, and nothing else", async ({ sandbox }) => {
  await plant(sandbox);
  const { kubeconfig } = sandbox.cluster;
  await eventually(async () => {
    expect(found(await lint(sandbox, kubeconfig))).toEqual(expected);
  });
  const all = await lint(sandbox, kubeconfig);
  expect(all.unread).toEqual([]);
  const owned = all.findings.find(({ rule }) => rule === "ReplicasOwned");
  expect(owned?.snippet).toContain(`name: owned\n    namespace: ${sandbox.namespace}`);
  // A list for each kind, and one of pods: nothing for each object.
  expect(all.requests.length).toBe(11);
  expect(all.requests.every(each => each.startsWith("list "))).toBe(true);

  const limitedTo = await limitedKubeconfig(sandbox);
  const some = await lint(sandbox, limitedTo);
  const hidden = ["BlockingBudget", "ExceedsNodes"];
  expect(found(some)).toEqual(expected.filter(each => !hidden.includes(each.split(" ")[1] ?? "")));
  expect(some.unread.map(({ reason }) => reason)).toEqual([
    "the right to list nodes is missing",
    "the right to list poddisruptionbudgets.policy is missing",
  ]);
});
