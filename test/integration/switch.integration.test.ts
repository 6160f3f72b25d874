import { describe, expect } from "vitest";

import type { AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import { replay } from "../../engine/replay.ts";
import { CustomMetrics } from "../../hack/cluster/metrics/custom-metrics.ts";
import { changesIn } from "./cluster/audit.ts";
import { Deployer } from "./deployer.ts";
import { eventually } from "./eventually.ts";
import { replicationController } from "./cluster/objects.ts";
import { deployments, it as inSandbox, type Sandbox } from "./cluster/sandbox.ts";
import { chosenTargets, countWrites } from "./switch-log.ts";
import { it, utilization } from "./cluster/workloads.ts";

const autoscalers = "apis/autoscaling.trimtab.dev/v1alpha1/autoscalers";
const controllers = "api/v1/replicationcontrollers";
const soon = { scaleDown: { stabilizationWindowSeconds: 0 } };

/** All workloads of one application: any of them may be the target, and all of them count. */
const application = (kind: string, apiVersion: string) => {
  const selector = { apiVersion, kind, selector: { matchLabels: { service: "shop" } } };
  return { targetSelector: selector, monitorSelectors: [selector] };
};

const autoscaler = (spec: object) => ({
  ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler" },
  metadata: { name: "shop" },
  spec: { syncPeriodSeconds: 3, behavior: soon, ...spec },
});

const statusOf = async (sandbox: Sandbox): Promise<AutoscalerStatus> =>
  (await sandbox.get(autoscalers, "shop")).status ?? {};

const totalBecomes = (sandbox: Sandbox, want: number) =>
  eventually(async () => {
    const { monitored, decision } = await statusOf(sandbox);
    expect(monitored).toEqual({ objects: 2, replicas: want });
    expect(replay(decision!)).toEqual({ ok: true, value: decision!.to });
  });

/** During a move, the deployer briefly has one more. */
const nears = (total: number, want: number): boolean => Math.abs(total - want) <= 1;

const totalNears = (sandbox: Sandbox, want: number) =>
  eventually(async () => {
    const { monitored } = await statusOf(sandbox);
    expect(monitored?.replicas).toSatisfy((total: number) => nears(total, want));
  });

/** After each of the operator's writes, the total is within the bounds; only these were scaled. */
function expectNoFight(
  writes: Awaited<ReturnType<typeof countWrites>>,
  { min, max }: { readonly min: number; readonly max: number },
): void {
  const ours = writes.filter(({ isOurs }) => isOurs);
  expect(ours.length, JSON.stringify(writes)).toBeGreaterThan(0);
  for (const { total } of ours) {
    expect(total).toBeGreaterThanOrEqual(min);
    expect(total).toBeLessThanOrEqual(max);
  }
}

describe.concurrent("an Autoscaler of all workloads of a service", () => {
  inSandbox(
    "follows the load through a rolling deployment of ReplicationControllers",
    async ({ sandbox }) => {
      const { cluster, namespace } = sandbox;
      const metrics = new CustomMetrics(cluster);
      // Ten for each replica: with twelve, one more or less is within the tolerance.
      const load = (replicas: number) =>
        metrics.setExternal({ namespace, metric: "requests", value: String(replicas * 10) });
      for (const [name, replicas] of [["shop-1", 12] as const, ["shop-2", 0] as const]) {
        const object = replicationController(name, replicas) as { metadata: object };
        // Both serve, which this metric does not show.
        const annotations = { "autoscaling.trimtab.dev/serving": "true" };
        const metadata = { ...object.metadata, labels: { service: "shop" }, annotations };
        await sandbox.create(controllers, { ...object, metadata });
      }
      await load(12);
      const target = { type: "AverageValue", averageValue: "10" };
      const bounds = { minReplicas: 8, maxReplicas: 20 };
      await sandbox.create(
        autoscalers,
        autoscaler({
          ...application("ReplicationController", "v1"),
          ...bounds,
          metrics: [{ type: "External", external: { metric: { name: "requests" }, target } }],
        }),
      );
      await totalBecomes(sandbox, 12);

      const deployer = new Deployer(sandbox, controllers);
      await deployer.move({ from: "shop-1", to: "shop-2", paceMs: 800 }, async moved => {
        if (moved === 2) await load(16);
        if (moved !== 10) return;
        await totalNears(sandbox, 16);
        await load(13);
      });
      // One of the 13 may be the one that the deployer removed a moment later; with 12, that is
      // within the tolerance.
      await eventually(async () => {
        const { monitored } = await statusOf(sandbox);
        const count = await sandbox.replicas("shop-2", controllers);
        // What other clients change does not cause a write of the status by itself.
        expect(monitored?.objects).toBe(2);
        expect(monitored?.replicas).toSatisfy((total: number) => nears(total, count));
        expect(count).toBeOneOf([12, 13]);
      });

      expect(await chosenTargets(sandbox)).toEqual(["shop-1", "shop-2"]);
      const writes = await countWrites(sandbox, { "shop-1": 12, "shop-2": 0 });
      expectNoFight(writes, { min: 8, max: 20 });
      // Once up and once down, although the deployer wrote continuously.
      const ours = writes.filter(({ isOurs }) => isOurs);
      const levels = ours.map(({ total }) => [16, 13].find(level => nears(total, level)) ?? total);
      expect(changesIn(levels)).toEqual([16, 13]);
      expect(ours.length).toBeLessThanOrEqual(4);
      await metrics.clear(namespace);
    },
  );

  it("follows the load of all pods while replicas move from blue to green", async ({
    workloads,
  }) => {
    await workloads.run("blue", { replicas: 6, usage: { cpu: "50m" } });
    await workloads.run("green", { replicas: 0, usage: { cpu: "50m" } });
    for (const name of ["blue", "green"]) {
      await workloads.patch(deployments, name, { metadata: { labels: { service: "shop" } } });
    }
    const load = workloads.shareAmong(["blue", "green"], 300);
    const bounds = { minReplicas: 4, maxReplicas: 14 };
    await workloads.create(
      autoscalers,
      autoscaler({
        ...application("Deployment", "apps/v1"),
        ...bounds,
        metrics: [utilization("cpu", 50)],
      }),
    );
    await eventually(async () => {
      const { currentMetrics } = await statusOf(workloads);
      expect(currentMetrics?.[0]?.resource?.current.averageUtilization).toBeGreaterThan(45);
    }, 100_000);

    const deployer = new Deployer(workloads, deployments);
    await deployer.move({ from: "blue", to: "green", paceMs: 2_000 }, moved => {
      if (moved === 1) load.total = 450;
    });
    // The first status with a new target has no decision yet if its pods are still unknown.
    await eventually(async () => {
      const { monitored, target, decision } = await statusOf(workloads);
      expect(target?.name).toBe("green");
      expect(monitored?.replicas).toBeGreaterThanOrEqual(9);
      expect(replay(decision!)).toEqual({ ok: true, value: decision!.to });
    }, 100_000);
    const chosen = await chosenTargets(workloads);
    expect([chosen[0], chosen.at(-1)]).toEqual(["blue", "green"]);
    expectNoFight(await countWrites(workloads, { blue: 6, green: 0 }), { min: 4, max: 14 });
  });
});
