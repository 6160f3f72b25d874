import { describe, expect } from "vitest";

import type { AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import { apiRequest } from "../../hack/cluster/api.ts";
import { scaleWritesTo } from "./cluster/audit.ts";
import { eventually } from "./eventually.ts";
import { deployment, scaleTarget } from "./cluster/objects.ts";
import { deployments, it, type Sandbox } from "./cluster/sandbox.ts";
import { unguarded } from "./cluster/unguarded.ts";

const autoscalers = "apis/autoscaling.trimtab.dev/v1alpha1/autoscalers";
const hpas = "apis/autoscaling/v2/horizontalpodautoscalers";
const apps = { apiVersion: "apps/v1", kind: "Deployment" };
const ofWeb = { ...apps, selector: { matchLabels: { app: "web" } } };

const autoscaler = (name: string, spec: object = {}) => ({
  ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler", metadata: { name } },
  spec: {
    ...{ targetSelector: ofWeb, minReplicas: 6, maxReplicas: 9, syncPeriodSeconds: 3 },
    ...spec,
  },
});

const statusOf = async (sandbox: Sandbox, name: string): Promise<AutoscalerStatus> =>
  (await sandbox.get(autoscalers, name)).status ?? {};

/** Deployments of one application, without pods. */
async function run(sandbox: Sandbox, counts: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, replicas] of Object.entries(counts)) {
    const object = deployment(name, replicas) as { metadata: object };
    const metadata = { ...object.metadata, labels: { app: "web" } };
    await sandbox.create(deployments, { ...object, metadata });
  }
}

const readyIs = (sandbox: Sandbox, name: string, reason: string, message = "") =>
  eventually(async () => {
    const { conditions = [] } = await statusOf(sandbox, name);
    const ready = conditions.find(({ type }) => type === "Ready");
    expect(ready?.reason).toBe(reason);
    expect(ready?.message).toContain(message);
  });

const replicasAre = (sandbox: Sandbox, name: string, want: number) =>
  eventually(async () => {
    expect(await sandbox.replicas(name)).toBe(want);
  });

describe.concurrent("a target selector", () => {
  it("chooses the largest, and another one when that is much larger", async ({ sandbox }) => {
    await run(sandbox, { blue: 2, green: 4 });
    await sandbox.deployments({ other: 9 });
    await sandbox.create(autoscalers, autoscaler("web"));
    await replicasAre(sandbox, "green", 6);
    await eventually(async () => {
      const status = await statusOf(sandbox, "web");
      expect(status).toMatchObject({ target: { ...apps, name: "green" }, currentReplicas: 6 });
      expect(status.monitored).toBeUndefined();
    });
    await sandbox.scaleByHand("blue", 12);
    await replicasAre(sandbox, "blue", 9);
    await eventually(async () => {
      expect((await statusOf(sandbox, "web")).target).toMatchObject({ name: "blue" });
    });
    expect(await sandbox.replicas("green")).toBe(6);
  });

  it("shows the chosen target in kubectl's table", async ({ sandbox }) => {
    await run(sandbox, { blue: 1 });
    await sandbox.create(autoscalers, autoscaler("web", { mode: "DryRun" }));
    const ref = { targetSelector: null, scaleTargetRef: scaleTarget("Deployment", "named") };
    await sandbox.create(autoscalers, autoscaler("one", { ...ref, mode: "DryRun" }));
    await eventually(async () => {
      const args = ["get", "asc", "-n", sandbox.namespace, "-o", "wide", "--no-headers"];
      const { stdout } = await sandbox.cluster.kubectl(args);
      const rows = stdout.trim().split("\n");
      const cells = rows.map(row => row.split(/ +/).slice(0, 4));
      expect(cells).toEqual([
        ["one", "DryRun", "Deployment", "named"],
        ["web", "DryRun", "Deployment", "blue"],
      ]);
    });
  });

  it("waits for the first match, and continues when it appears", async ({ sandbox }) => {
    await sandbox.create(autoscalers, autoscaler("web"));
    await readyIs(sandbox, "web", "TargetNotFound", "has the labels app=web");
    await run(sandbox, { blue: 1 });
    await replicasAre(sandbox, "blue", 6);
    await readyIs(sandbox, "web", "Ready");
    await sandbox.patch(deployments, "blue", { metadata: { labels: { app: null } } });
    await readyIs(sandbox, "web", "TargetNotFound");
  });

  it("writes nothing while an HPA scales one of its matches", async ({ sandbox }) => {
    await run(sandbox, { blue: 2, green: 4 });
    const spec = { scaleTargetRef: scaleTarget("Deployment", "blue"), maxReplicas: 5 };
    await sandbox.create(hpas, { metadata: { name: "old" }, spec });
    await unguarded(sandbox, () => sandbox.create(autoscalers, autoscaler("web")));
    const says = "HorizontalPodAutoscaler old scales Deployment blue";
    await readyIs(sandbox, "web", "ConflictingAutoscaler", says);
    expect(await scaleWritesTo(sandbox, "green")).toBe(0);
    const path = `${sandbox.path(autoscalers)}?dryRun=All`;
    await eventually(async () => {
      const { code, body } = await apiRequest(
        ...[sandbox.cluster, "POST", path, autoscaler("again")],
      );
      expect([code, body.message]).toEqual([422, expect.stringContaining(says)]);
    });
    await sandbox.delete(hpas, "old");
    await replicasAre(sandbox, "green", 6);
    await readyIs(sandbox, "web", "Ready");
  });

  it("yields to an older overlapping selector, and claims its matches", async ({ sandbox }) => {
    await run(sandbox, { blue: 2, green: 4 });
    await sandbox.create(autoscalers, autoscaler("older"));
    await readyIs(sandbox, "older", "Ready");
    const wide = { ...apps, selector: { matchExpressions: [{ key: "app", operator: "Exists" }] } };
    const named = { targetSelector: null, scaleTargetRef: scaleTarget("Deployment", "blue") };
    const bounds = { minReplicas: 8, maxReplicas: 9 };
    const create = (object: object) => () => sandbox.create(autoscalers, object);
    await unguarded(
      sandbox,
      create(autoscaler("younger", { targetSelector: wide, ...bounds })),
      create(autoscaler("named", { ...named, ...bounds })),
    );
    await readyIs(sandbox, "younger", "ConflictingAutoscaler", "Autoscaler older is older");
    await readyIs(sandbox, "named", "ConflictingAutoscaler", "Autoscaler older is older");
    await replicasAre(sandbox, "green", 6);
    expect(await sandbox.replicas("blue")).toBe(2);
    // The other two were created in the same second, so either may be the older one.
    await sandbox.delete(autoscalers, "named");
    await sandbox.delete(autoscalers, "older");
    await replicasAre(sandbox, "green", 8);
  });

  it("is rejected for a kind that is not watched", async ({ sandbox }) => {
    const gadgets = {
      apiVersion: "nobody.example.com/v1",
      kind: "Gadget",
      selector: { matchLabels: { a: "b" } },
    };
    const { code, body } = await apiRequest(
      ...[sandbox.cluster, "POST", sandbox.path(autoscalers)],
      autoscaler("web", { targetSelector: gadgets }),
    );
    expect([code, body.message]).toEqual([
      422,
      expect.stringContaining("spec.targetSelector.kind"),
    ]);
  });
});
