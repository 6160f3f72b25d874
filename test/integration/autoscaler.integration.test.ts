import { describe, expect } from "vitest";

import { replay } from "../../engine/replay.ts";
import { scaleWritesTo } from "./cluster/audit.ts";
import { eventually } from "./eventually.ts";
import { scaleTarget } from "./cluster/objects.ts";
import { countWrites } from "./switch-log.ts";
import { unguarded } from "./cluster/unguarded.ts";
import { it, utilization, type Workloads } from "./cluster/workloads.ts";

/** The first samples of new pods take half a minute: three scrapes, 10 s apart. */
const sampled = 100_000;
/** Exactly on a target of 50%; measured cpu may be off by one percent. */
const almostTwice = { cpu: "95m" };
const soon = { scaleDown: { stabilizationWindowSeconds: 0 } };

const replicasBecome = (workloads: Workloads, name: string, want: number, withinMs = sampled) =>
  eventually(async () => {
    expect(await workloads.replicas(name)).toBe(want);
  }, withinMs);

/** The first written count. Pods whose usage does not decrease may require more later. */
const firstIs = (workloads: Workloads, name: string, want: number) =>
  eventually(async () => {
    const [first] = (await countWrites(workloads, {})).filter(write => write.name === name);
    expect(first?.replicas).toBe(want);
  }, sampled);

describe.concurrent("an Autoscaler", () => {
  it("follows the load up and down, and explains each change", async ({ workloads }) => {
    await workloads.run("web", { replicas: 2, usage: { cpu: "100m" } });
    // Shared by the pods: with any intermediate size, 190m at 50m each ends at 4, even if the
    // measurement is off by one percent.
    const load = workloads.share("web", 190);
    await workloads.scaler("web", { behavior: soon });
    const risen = await eventually(async () => {
      const status = await workloads.scalerStatus("web");
      expect(status).toMatchObject({ currentReplicas: 4, desiredReplicas: 4 });
      return status;
    }, sampled);
    expect(risen.lastScaleTime).toBeDefined();
    expect(risen.message).toMatch(/^cpu: \d+% of requests, target 50%: \d+/);
    expect(replay(risen.decision!)).toEqual({ ok: true, value: 4 });

    load.total = 40;
    const fallen = await eventually(async () => {
      const status = await workloads.scalerStatus("web");
      expect(status).toMatchObject({ currentReplicas: 1, desiredReplicas: 1 });
      return status;
    }, sampled);
    expect(replay(fallen.decision!)).toEqual({ ok: true, value: 1 });
    expect(await workloads.verdicts("web")).toMatchObject({ Ready: "True/Ready" });
  });

  it("scales by memory, and by the metric with the highest count", async ({ workloads }) => {
    await workloads.run("db", { replicas: 1, usage: { cpu: "10m", memory: "150Mi" } });
    await workloads.scaler("db", {
      metrics: [utilization("cpu", 50), utilization("memory", 50)],
    });
    await firstIs(workloads, "db", 3);
    await eventually(async () => {
      const { currentMetrics } = await workloads.scalerStatus("db");
      expect(currentMetrics?.map(({ resource }) => resource?.name)).toEqual(["cpu", "memory"]);
    });
  });

  it("combines metrics in an expression, and scales in whole groups", async ({ workloads }) => {
    await workloads.run("web", { replicas: 3, usage: { cpu: "63m", memory: "50Mi" } });
    workloads.share("web", 190);
    const metrics = [
      { ...utilization("cpu", 50), name: "cpu" },
      { ...utilization("memory", 50), name: "memory" },
    ];
    const spec = { metrics, minReplicas: 2, maxReplicas: 8, replicaMultiple: 3 };
    const wrong = { ...spec, combine: { expression: "max(cpu, memry)" } };
    await expect(workloads.scaler("web", wrong)).rejects.toThrow(
      'no metric has the name "memry", at character 10',
    );
    await workloads.scaler("web", { ...spec, combine: { expression: "max(memory, cpu + 1)" } });
    await firstIs(workloads, "web", 6);
    const { decision } = await eventually(async () => {
      const status = await workloads.scalerStatus("web");
      expect(status).toMatchObject({ currentReplicas: 6, desiredReplicas: 6 });
      return status;
    }, sampled);
    expect(replay(decision!)).toEqual({ ok: true, value: 6 });
    expect(decision!.votes.map(({ input }) => input)).toEqual(["cpu", "memory", undefined]);
    expect(decision!.steps.map(({ step }) => step)).toContain("multiple");
  });

  it("only shows its decisions in DryRun, and makes none while Paused", async ({ workloads }) => {
    await workloads.run("web", { replicas: 2, usage: almostTwice });
    await workloads.scaler("web", { mode: "DryRun" });
    await eventually(async () => {
      expect(await workloads.scalerStatus("web")).toMatchObject({
        currentReplicas: 2,
        desiredReplicas: 4,
      });
    }, sampled);
    expect(await workloads.replicas("web")).toBe(2);
    // Without the pause, it would write such a minimum immediately.
    for (const minReplicas of [3, 4]) {
      const { metadata } = await workloads.editScaler("web", { mode: "Paused", minReplicas });
      await eventually(async () => {
        const { observedGeneration } = await workloads.scalerStatus("web");
        expect(observedGeneration).toBe(metadata?.generation);
        expect(await workloads.verdicts("web")).toMatchObject({
          Ready: "True/Ready",
          ScalingActive: "False/Paused",
        });
      });
      expect(await workloads.replicas("web")).toBe(2);
    }
    expect(await scaleWritesTo(workloads, "web")).toBe(0);
    await workloads.editScaler("web", { mode: "Active", minReplicas: 1 });
    await firstIs(workloads, "web", 4);
  });

  it("names the container without requests", async ({ workloads }) => {
    await workloads.run("web", { replicas: 1, usage: { cpu: "100m" }, requests: null });
    await workloads.scaler("web", {});
    await eventually(async () => {
      const { conditions = [] } = await workloads.scalerStatus("web");
      const active = conditions.find(({ type }) => type === "ScalingActive");
      expect(active?.message).toContain("no request for cpu in container main");
    }, sampled);
    expect(await workloads.verdicts("web")).toMatchObject({
      Ready: "True/Ready",
      ScalingActive: "False/FailedGetResourceMetric",
    });
  });

  it("ignores pods that another Autoscaler measures, until that one stops", async ({
    workloads,
  }) => {
    const labels = { tier: "front" };
    const busy = { replicas: 1, usage: almostTwice, labels };
    await workloads.run("web", busy);
    await workloads.run("api", { ...busy, selectedBy: labels });
    await workloads.scaler("web", {});
    await workloads.scaler("api", {});
    for (const name of ["web", "api"]) {
      await eventually(async () => {
        expect(await workloads.verdicts(name)).toMatchObject({
          Ready: "True/Ready",
          ScalingActive: "False/AmbiguousSelector",
        });
      }, sampled);
    }
    const { message } = await workloads.scalerStatus("web");
    expect(message).toContain("Deployment api is scaled by some of the same pods");
    await workloads.editScaler("api", { mode: "DryRun" });
    await firstIs(workloads, "web", 2);
  });

  it("measures only its own pods with OwnerReference, although another target shares them", async ({
    workloads,
  }) => {
    const labels = { tier: "front" };
    const selectionStrategy = "OwnerReference";
    await workloads.run("web", { replicas: 1, usage: almostTwice, labels });
    await workloads.run("api", {
      ...{ replicas: 1, usage: { cpu: "50m" }, labels },
      selectedBy: labels,
    });
    await workloads.scaler("web", { selectionStrategy });
    await workloads.scaler("api", { selectionStrategy });
    await firstIs(workloads, "web", 2);
    await eventually(async () => {
      expect(await workloads.verdicts("api")).toMatchObject({
        Ready: "True/Ready",
        ScalingActive: "True/ValidMetricFound",
      });
      expect((await workloads.scalerStatus("api")).pods?.leftOut).toBeGreaterThan(0);
    }, sampled);
    // With the pods of web, it would have too few.
    expect(await workloads.replicas("api")).toBe(1);
    expect((await workloads.scalerStatus("web")).pods).toEqual({ leftOut: 0 });
  });

  it("adds nothing while the newest pods crash, except for the minimum", async ({ workloads }) => {
    // The cpu of pods that are not ready would not count.
    await workloads.run("web", { replicas: 3, usage: { memory: "95Mi" } });
    await workloads.crash("web", "CrashLoopBackOff");
    await workloads.scaler("web", { healthGate: {}, metrics: [utilization("memory", 50)] });
    await eventually(async () => {
      expect(await workloads.verdicts("web")).toMatchObject({
        AbleToScale: "True/NewestPodsFailing",
      });
    }, sampled);
    expect(await workloads.replicas("web")).toBe(3);
    await workloads.editScaler("web", { minReplicas: 4 });
    await replicasBecome(workloads, "web", 4);
    await workloads.crash("web", null);
    await eventually(async () => {
      expect(await workloads.replicas("web")).toBeGreaterThan(4);
    }, sampled);
  });

  it("does not change a replica count of 0 that a user set", async ({ workloads }) => {
    await workloads.run("web", { replicas: 0, usage: {} });
    await workloads.scaler("web", {});
    await eventually(async () => {
      expect(await workloads.verdicts("web")).toMatchObject({
        ScalingActive: "False/ScalingDisabled",
      });
    });
    expect(await workloads.replicas("web")).toBe(0);
  });

  it("enforces its bounds without samples", async ({ workloads }) => {
    await workloads.run("web", { replicas: 1, usage: {} });
    await workloads.scaler("web", { minReplicas: 3 });
    await replicasBecome(workloads, "web", 3);
  });

  it("waits for a missing target", async ({ workloads }) => {
    await workloads.scaler("web", { minReplicas: 2 });
    await eventually(async () => {
      expect(await workloads.verdicts("web")).toMatchObject({
        Ready: "False/TargetNotFound",
        AbleToScale: "False/FailedGetScale",
      });
    });
    await workloads.run("web", { replicas: 1, usage: {} });
    await replicasBecome(workloads, "web", 2);
    await eventually(async () => {
      expect(await workloads.verdicts("web")).toMatchObject({ Ready: "True/Ready" });
    });
  });

  it("leaves a target to an older Autoscaler until that is deleted", async ({ workloads }) => {
    await workloads.run("web", { replicas: 1, usage: {} });
    await workloads.scaler("older", {
      scaleTargetRef: scaleTarget("Deployment", "web"),
      minReplicas: 2,
    });
    await replicasBecome(workloads, "web", 2);
    // Creation timestamps have a resolution of one second.
    await new Promise(resolve => setTimeout(resolve, 1_100));
    await unguarded(workloads, () => workloads.scaler("web", { minReplicas: 5 }));
    await eventually(async () => {
      expect(await workloads.verdicts("web")).toMatchObject({
        Ready: "False/ConflictingAutoscaler",
        Stalled: "True/ConflictingAutoscaler",
      });
    });
    const { message } = await workloads.scalerStatus("web");
    expect(message).toContain("Autoscaler older is older");
    expect(await workloads.replicas("web")).toBe(2);
    await workloads.delete("apis/autoscaling.trimtab.dev/v1alpha1/autoscalers", "older");
    await replicasBecome(workloads, "web", 5);
    await eventually(async () => {
      expect(await workloads.verdicts("web")).not.toHaveProperty("Stalled");
    });
  });
});
