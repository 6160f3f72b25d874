import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import {
  apiRequest,
  forEachConcurrently,
  mustRequest,
  type ApiObject,
} from "../../hack/cluster/api.ts";
import { useOrStartCluster, type Cluster } from "../../hack/cluster/cluster.ts";
import { withFairness } from "../../hack/cluster/pace.ts";
import { helm } from "../../hack/cluster/helm/helm.ts";
import { startBalancer, type Balancer } from "../../hack/cluster/operator/balancer.ts";
import { operatorNamespace, withRequired } from "../../hack/cluster/operator/chart.ts";
import { startMetricsApi, type MetricsApi } from "../../hack/cluster/operator/metrics-api.ts";
import { startOperator, type Operator } from "../../hack/cluster/operator/operator.ts";
import { current, lastRelease, unpackRelease, type Release } from "../../hack/build/archive.ts";
import { createScaler, makeBusyPlace, scalerPath } from "../faults/cluster/busy-place.ts";
import {
  changesIn,
  createDeployment,
  autoscalerPath,
  deploymentPath,
  type Place,
} from "../faults/cluster/fault-cluster.ts";
import { createNumber } from "../faults/fleet.ts";
import { passesOf } from "../faults/work-count.ts";
import { eventually } from "../integration/eventually.ts";
import { refusedDuring } from "./refused-during.ts";

const objects = 200;
const folder = mkdtempSync(join(tmpdir(), "trimtab-upgrade-"));
const names = Array.from({ length: objects }, (_, index) => `web-${index}`);

let cluster: Cluster;
let place: Place;
let balancer: Balancer;
let metrics: MetricsApi;
let old: Release;
let operator: Operator;
/** The count that the load of each object asks for. */
let wanted = 6;

beforeAll(async () => {
  // A FlowSchema needs fairness.
  cluster = await useOrStartCluster({ name: "upgrade", componentArgs: withFairness() });
  old = await unpackRelease(lastRelease, folder);
  balancer = await startBalancer();
  place = await makeBusyPlace(cluster);
  metrics = await startMetricsApi(cluster);
  // Half a replica less is rounded up. The target is 50m for each replica.
  metrics.usageOf = () => 50 * wanted - 25;
  await release("install", "trimtab", old.chart, ...valuesFile());
  operator = await start("old", old);
  // The API server trusts the webhook a moment after the operator has written its certificate.
  await eventually(async () => {
    expect((await review()).code).toBe(201);
  }, 60_000);
});

afterAll(async () => {
  await operator.stop();
  balancer.stop();
  await metrics.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

/** Nothing routes Services here: the API server reaches the operators through the balancer. */
const values = () =>
  withRequired({ webhook: { url: `https://localhost:${balancer.port}/validate` } });

function valuesFile(): string[] {
  const file = join(folder, "values.yaml");
  writeFileSync(file, JSON.stringify(values()));
  return ["--create-namespace", `--values=${file}`];
}

const release = (verb: string, ...args: readonly string[]): Promise<string> => {
  const waits = [`--namespace=${operatorNamespace}`, "--wait", "--timeout=120s"];
  return helm([verb, ...args, ...waits], cluster.kubeconfig);
};

async function start(replica: string, { bundle, chart }: Release): Promise<Operator> {
  const own = { managesCertificate: true, elects: true, webhook: false };
  // The chart's default. Like a Service's endpoint, it receives reviews for a moment after SIGTERM.
  const started = await startOperator(cluster, {
    ...{ replica, bundle, chart, values: values(), graceSeconds: 5, ...own },
  });
  balancer.add(started);
  return started;
}

/** What a rolling update does to the operator: the new pod is ready before the old one ends. */
async function roll(replica: string, release: Release): Promise<void> {
  const next = await start(replica, release);
  await operator.stop();
  operator = next;
}

/** Policies that remember changes for half an hour: at most eight more replicas in that time. */
const behavior = {
  scaleUp: { policies: [{ type: "Pods", value: 8, periodSeconds: 1_800 }] },
  scaleDown: { stabilizationWindowSeconds: 300 },
} as const;

async function list(path: string): Promise<readonly ApiObject[]> {
  return (await mustRequest(cluster, "GET", path)).items ?? [];
}

const nameOf = ({ metadata }: ApiObject): string => metadata?.name ?? "";
const replicasOf = ({ spec }: ApiObject): number => (spec as { replicas: number }).replicas;

/** How many targets have each count. */
async function counts(): Promise<Record<number, number>> {
  const byCount: Record<number, number> = {};
  for (const object of await list(deploymentPath(place))) {
    const count = replicasOf(object);
    if (nameOf(object).startsWith("web")) byCount[count] = (byCount[count] ?? 0) + 1;
  }
  return byCount;
}

const untilCounts = (expected: Record<number, number>) =>
  eventually(async () => {
    expect(await counts()).toEqual(expected);
  }, 60_000);

/** The generations of all targets, which count the changes of their specs. */
const generations = async (): Promise<unknown[]> =>
  (await list(deploymentPath(place))).map(object => [nameOf(object), object.metadata?.generation]);

const conditionOf = ({ status }: ApiObject, type: string) =>
  (
    status as { conditions?: { type: string; status: string; message?: string }[] }
  ).conditions?.find(condition => condition.type === type);

/** Has a new object reviewed, which is not stored. */
const review = () =>
  apiRequest(cluster, "POST", `${scalerPath(place)}?dryRun=All`, {
    ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler" },
    metadata: { name: "new" },
    spec: { scaleTargetRef: { ...deployments, name: "none" }, maxReplicas: 5 },
  });

/** Waits until the operator leads, and has then considered each object three times on average. */
async function untilConsidered(): Promise<void> {
  await eventually(async () => {
    expect((await operator.get("/metrics")).text).toMatch(/^trimtab_leader 1$/m);
  });
  const before = await passesOf(operator);
  await eventually(async () => {
    expect(await passesOf(operator)).toBeGreaterThanOrEqual(before + 3 * objects);
  });
}

/** While the work runs and for some time afterwards, no review is refused and no size changes. */
async function expectUndisturbed(work: () => Promise<unknown>): Promise<void> {
  const before = await generations();
  const refused = await refusedDuring(work(), review, untilConsidered);
  expect(refused).toBe("");
  expect(await generations()).toEqual(before);
}

/** How many replicas each object remembers to have added. */
async function remembered(): Promise<Record<string, number>> {
  const all = (await list(scalerPath(place))) as readonly { readonly status?: AutoscalerStatus }[];
  return Object.fromEntries(
    all.map(object => [nameOf(object as ApiObject), changesIn(object.status?.history).up]),
  );
}

const each = (of: readonly string[], value: number): Record<string, number> =>
  Object.fromEntries(of.map(name => [name, value]));

const labels = { app: "web-1" };
const deployments = { apiVersion: "apps/v1", kind: "Deployment" };
/** The old version stores the default of each field. */
const clusterService = {
  ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "ClusterProportionalAutoscaler" },
  metadata: { name: "dns" },
  spec: { scaleTargetRefs: [{ ...deployments, name: "dns" }], linear: { nodesPerReplica: 1 } },
};
const ofNodes = {
  ...{ ...clusterService, metadata: { name: "old" } },
  spec: {
    ...{ ...clusterService.spec, scaleTargetRefs: [{ ...deployments, name: "old" }] },
    nodeSelector: { matchLabels: { place: "any" } },
    includeUnschedulableNodes: true,
  },
};

/** Objects with a former spelling that the new version refuses, and what it asks for instead. */
const renamed = [
  {
    name: "web-0",
    old: { compatibility: "HPA-1.36" },
    message: "spec.algorithm",
    now: { compatibility: null, algorithm: "HPA-1.36" },
  },
  {
    name: "web-1",
    old: { scaleTargetRef: undefined, targetSelector: { ...deployments, matchLabels: labels } },
    message: "write selector:",
    now: { targetSelector: { matchLabels: null, selector: { matchLabels: labels } } },
  },
];
const unchanged = names.slice(renamed.length);

/** In the order of an upgrade and a rollback; each test begins where the one before has ended. */
describe("an upgrade from v0.1.0-alpha.1 under load", () => {
  it("begins with 200 objects that the old version has scaled", { timeout: 180_000 }, async () => {
    await forEachConcurrently(names, async name => {
      await createNumber(place, name);
      const spelled = renamed.find(object => object.name === name)?.old ?? {};
      await createScaler(place, name, { behavior, ...spelled } as object);
    });
    const patch = { metadata: { labels } };
    await mustRequest(cluster, "PATCH", deploymentPath(place, "web-1"), patch);
    for (const object of [clusterService, ofNodes]) {
      await createDeployment(place, object.metadata.name, 1);
      await mustRequest(cluster, "POST", autoscalerPath(place), object);
    }
    await untilCounts({ 6: objects });
    await eventually(async () => {
      expect(await remembered()).toEqual(each(names, 5));
    }, 60_000);
  });

  it("changes no size and refuses no review", { timeout: 180_000 }, async () => {
    await expectUndisturbed(() => release("upgrade", "trimtab", current.chart, ...valuesFile()));
  });

  it("lets the old operator scale under the new CRDs, as while a pod is pending", async () => {
    wanted = 7;
    await untilCounts({ 7: objects });
    await eventually(async () => {
      expect(await remembered()).toEqual(each(names, 6));
    }, 60_000);
  });

  it("changes no size when the new operator begins", { timeout: 180_000 }, async () => {
    await expectUndisturbed(() => roll("new", current));
    expect(await remembered()).toEqual(each(names, 6));
  });

  it("keeps the limits of the old version's changes", { timeout: 120_000 }, async () => {
    wanted = 20;
    // Eight in half an hour, of which the old version used six.
    const expected = { 7: renamed.length, 9: unchanged.length };
    await untilCounts(expected);
    await untilConsidered();
    expect(await counts()).toEqual(expected);
  });

  it.each(renamed)(
    "holds $name, says what to write, and continues with it",
    async ({ name, message, now }) => {
      const path = scalerPath(place, name);
      const held = conditionOf(await mustRequest(cluster, "GET", path), "Stalled");
      expect(held).toMatchObject({
        status: "True",
        message: expect.stringContaining(message) as string,
      });
      await mustRequest(cluster, "PATCH", path, { spec: now });
      await eventually(async () => {
        expect(replicasOf(await mustRequest(cluster, "GET", deploymentPath(place, name)))).toBe(9);
      }, 60_000);
    },
  );

  it("continues with stored defaults of former fields, and holds what has other values", async () => {
    const dns = await mustRequest(cluster, "GET", autoscalerPath(place, "dns"));
    const former = await mustRequest(cluster, "GET", autoscalerPath(place, "old"));
    expect(dns.spec).toMatchObject({ compatibility: "None", includeUnschedulableNodes: false });
    expect(conditionOf(dns, "Ready")).toMatchObject({ status: "True" });
    const held = conditionOf(former, "Stalled");
    expect(held?.message).toContain("spec.nodes.selector");
    expect(held?.message).toContain("spec.nodes.unschedulable");
    const spec = {
      ...{ nodeSelector: null, includeUnschedulableNodes: null, compatibility: null },
      nodes: { selector: ofNodes.spec.nodeSelector, unschedulable: "Count" },
    };
    await mustRequest(cluster, "PATCH", autoscalerPath(place, "old"), { spec });
    await eventually(async () => {
      const now = await mustRequest(cluster, "GET", autoscalerPath(place, "old"));
      expect(conditionOf(now, "Ready")).toMatchObject({ status: "True" });
    }, 60_000);
  });

  it("restores the old CRDs without a changed size or a refused review", async () => {
    // As the page says: an old CRD drops fields of the new version.
    for (const { name } of renamed) {
      const patch = { spec: { mode: "Paused" } };
      await mustRequest(cluster, "PATCH", scalerPath(place, name), patch);
    }
    await expectUndisturbed(() => release("rollback", "trimtab", "1"));
  });

  it("lets the new operator change no size under the old CRDs, and say why", async () => {
    await createNumber(place, "late");
    await createScaler(place, "late", { behavior } as object);
    await eventually(() => {
      expect(operator.log()).toContain("status.decision.votes[0].kind: Required value");
    }, 60_000);
    const late = await mustRequest(cluster, "GET", deploymentPath(place, "late"));
    expect(replicasOf(late)).toBe(1);
    // The old operator would scale it.
    await mustRequest(cluster, "DELETE", scalerPath(place, "late"));
  });

  it("rolls back without a changed size or a refused review", { timeout: 180_000 }, async () => {
    await expectUndisturbed(() => roll("old-again", old));
    expect(await remembered()).toMatchObject(each(unchanged, 8));
  });

  it("lets the old version continue with all objects, in their old spelling", async () => {
    for (const { name, old: spec } of renamed) {
      const patch = { spec: { mode: "Active", ...spec } };
      await mustRequest(cluster, "PATCH", scalerPath(place, name), patch);
    }
    await eventually(async () => {
      const all = [...(await list(scalerPath(place))), ...(await list(autoscalerPath(place)))];
      const waiting = all.filter(object => conditionOf(object, "Ready")?.status !== "True");
      expect(waiting.map(nameOf)).toEqual([]);
    }, 60_000);
    expect(await counts()).toEqual({ 9: objects });
  });
});
