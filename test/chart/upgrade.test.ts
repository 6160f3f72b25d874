import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

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
import { helm } from "../../hack/helm/helm.ts";
import { startBalancer, type Balancer } from "../../hack/operator/balancer.ts";
import { operatorNamespace, withRequired } from "../../hack/operator/chart.ts";
import { startMetricsApi, type MetricsApi } from "../../hack/operator/metrics-api.ts";
import { startOperator, type Operator } from "../../hack/operator/operator.ts";
import { current, lastRelease, unpackRelease, type Release } from "../../hack/release/archive.ts";
import { createScaler, makeBusyPlace, scalerPath } from "../faults/cluster/busy-place.ts";
import {
  changesIn,
  createAutoscaler,
  createDeployment,
  autoscalerPath,
  deploymentPath,
  type Place,
} from "../faults/cluster/fault-cluster.ts";
import { createNumber } from "../faults/fleet.ts";
import { eventually } from "../integration/eventually.ts";

const objects = 200;
const folder = mkdtempSync(join(tmpdir(), "trimtab-upgrade-"));
const names = Array.from({ length: objects }, (_, index) => `web-${index}`);
const clusterServices = ["dns-0", "dns-1"];

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
  await helm(
    ["install", "trimtab", old.chart, "--create-namespace", ...common()],
    cluster.kubeconfig,
  );
  operator = await start("old", old);
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

function common(): string[] {
  const file = join(folder, "values.yaml");
  writeFileSync(file, JSON.stringify(values()));
  return [`--namespace=${operatorNamespace}`, `--values=${file}`, "--wait", "--timeout=120s"];
}

async function start(replica: string, { bundle, chart }: Release): Promise<Operator> {
  const own = { managesCertificate: true, elects: true, webhook: false };
  // Like a Service's endpoint, it receives reviews for a moment after SIGTERM.
  const started = await startOperator(cluster, {
    ...{ replica, bundle, chart, values: values(), graceSeconds: 2, ...own },
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

/** The distinct responses to reviews that are refused while something happens. */
async function refusedDuring(work: () => Promise<unknown>): Promise<string[]> {
  const over = new AbortController();
  const done = work().finally(() => {
    over.abort();
  });
  const refused = new Set<string>();
  while (!over.signal.aborted) {
    const { code, text } = await apiRequest(cluster, "POST", `${scalerPath(place)}?dryRun=All`, {
      ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler" },
      metadata: { name: "new" },
      spec: {
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "none" },
        maxReplicas: 5,
      },
    });
    if (code !== 201) refused.add(`${code} ${text}`);
    await sleep(50);
  }
  await done;
  return [...refused];
}

/** Enough for each object to be decided several times. */
const periodsMs = 10_000;

/** How many replicas each object remembers to have added. */
async function remembered(): Promise<Record<string, number>> {
  const all = (await list(scalerPath(place))) as readonly { readonly status?: AutoscalerStatus }[];
  return Object.fromEntries(
    all.map(object => [nameOf(object as ApiObject), changesIn(object.status?.history).up]),
  );
}

const each = (value: number): Record<string, number> =>
  Object.fromEntries(names.map(name => [name, value]));

/** Old spellings whose meaning the new version cannot know without them. */
const renamed = { name: "web-0", old: { compatibility: "HPA-1.36" } };

/** In the order of an upgrade and a rollback. */
describe("an upgrade from v0.1.0-alpha.1 under load", () => {
  it("begins with 200 objects that the old version has scaled", { timeout: 180_000 }, async () => {
    await forEachConcurrently(names, async name => {
      await createNumber(place, name);
      const spelled = name === renamed.name ? renamed.old : {};
      await createScaler(place, name, { behavior, ...spelled } as object);
    });
    await forEachConcurrently(clusterServices, async name => {
      await createDeployment(place, name, 1);
      await createAutoscaler(place, name, { algorithm: undefined });
    });
    await untilCounts({ 6: objects });
    await eventually(async () => {
      expect(await remembered()).toEqual(each(5));
    }, 60_000);
  });

  it("changes no size and refuses no review", { timeout: 180_000 }, async () => {
    const before = await generations();
    const refused = await refusedDuring(async () => {
      await helm(["upgrade", "trimtab", current.chart, ...common()], cluster.kubeconfig);
      await roll("new", current);
      await sleep(periodsMs);
    });
    expect(refused).toEqual([]);
    expect(await generations()).toEqual(before);
    expect(await remembered()).toEqual(each(5));
  });

  it("keeps the limits that the old version's changes set", { timeout: 120_000 }, async () => {
    wanted = 20;
    // Eight in half an hour, of which the old version used five. The object with an old spelling waits.
    await untilCounts({ 6: 1, 9: objects - 1 });
    await sleep(periodsMs);
    expect(await counts()).toEqual({ 6: 1, 9: objects - 1 });
  });

  it("holds an object with an old spelling, says what to write, and continues with it", async () => {
    const path = scalerPath(place, renamed.name);
    const held = conditionOf(await mustRequest(cluster, "GET", path), "Stalled");
    expect(held).toMatchObject({ status: "True" });
    expect(held?.message).toContain("spec.algorithm");
    const patch = { spec: { compatibility: null, algorithm: "HPA-1.36" } };
    await mustRequest(cluster, "PATCH", path, patch, "application/merge-patch+json");
    await untilCounts({ 9: objects });
  });

  it(
    "rolls back without a change of a size or a refused review",
    { timeout: 180_000 },
    async () => {
      const before = await generations();
      const refused = await refusedDuring(async () => {
        await helm(
          [
            "rollback",
            "trimtab",
            "1",
            "--wait",
            "--timeout=120s",
            `--namespace=${operatorNamespace}`,
          ],
          cluster.kubeconfig,
        );
        await roll("old-again", old);
        await sleep(periodsMs);
      });
      expect(refused).toEqual([]);
      expect(await generations()).toEqual(before);
      expect(await counts()).toEqual({ 9: objects });
    },
  );

  it("leaves objects that the old version scales down", async () => {
    const ready = (await list(autoscalerPath(place))).map(object => conditionOf(object, "Ready"));
    expect(ready.map(condition => condition?.status)).toEqual(["True", "True"]);
  });
});
