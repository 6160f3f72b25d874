import { describe, expect } from "vitest";

import type { AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import { mustRequest } from "../../hack/cluster/api.ts";
import { ask } from "./probe.ts";
import { eventually } from "./eventually.ts";
import { scaleWritesTo, statusesOf } from "./cluster/audit.ts";
import { deployments } from "./cluster/sandbox.ts";
import { sharedOperator } from "./cluster/shared-operator.ts";
import { asWanted, becomes, syncs, want } from "./wanted-count.ts";
import { it, type Workloads } from "./cluster/workloads.ts";

const scalers = "apis/autoscaling.trimtab.dev/v1alpha1/autoscalers";
const mayIdle = { ...asWanted, minReplicas: 0 };

/** The object as a backup restores it: without its status, and with a new uid. */
async function restore(workloads: Workloads): Promise<void> {
  const { spec } = await workloads.get(scalers, "web");
  await workloads.delete(scalers, "web");
  await workloads.scaler("web", spec as object);
}

/** Leaves a 0 without an owner. */
const scaleByKubectl = (workloads: Workloads, replicas: number) =>
  workloads.patch(deployments, "web/scale", { spec: { replicas } });

const conditionIs = (workloads: Workloads, type: string, verdict: string) =>
  eventually(async () => {
    expect((await workloads.verdicts("web"))[type]).toBe(verdict);
  });

describe.concurrent("a count of 0", () => {
  it("that a user set stays, even after a scale-down to 0 and after a restore", async ({
    workloads,
  }) => {
    await workloads.run("web", { replicas: 3, usage: {} });
    await want(workloads, 0);
    await workloads.scaler("web", mayIdle);
    await becomes(workloads, 0);
    await conditionIs(workloads, "ScaledToZero", "True/ScaledToZero");

    // Up and down again between two decisions: only the target shows it.
    const { metadata } = await workloads.editScaler("web", { syncPeriodSeconds: 600 });
    await eventually(async () => {
      const { observedGeneration } = await workloads.scalerStatus("web");
      expect(observedGeneration).toBe(metadata?.generation);
    });
    await scaleByKubectl(workloads, 3);
    await scaleByKubectl(workloads, 0);
    await want(workloads, 4);
    await workloads.editScaler("web", { syncPeriodSeconds: 3 });
    await conditionIs(workloads, "ScalingActive", "False/ScalingDisabled");
    await restore(workloads);
    await conditionIs(workloads, "ScalingActive", "False/ScalingDisabled");
    await syncs(workloads, 0);
    expect(await workloads.replicas("web")).toBe(0);

    await workloads.scaleByHand("web", 1);
    await becomes(workloads, 4);
    await workloads.scaleByHand("web", 0);
    await conditionIs(workloads, "ScalingActive", "False/ScalingDisabled");
    expect(await workloads.replicas("web")).toBe(0);
  });

  it("that the operator set ends automatically, even after a restore without the status", async ({
    workloads,
  }) => {
    await workloads.run("web", { replicas: 3, usage: {} });
    await want(workloads, 0);
    await workloads.scaler("web", mayIdle);
    await becomes(workloads, 0);
    await restore(workloads);
    await conditionIs(workloads, "ScaledToZero", "True/ScaledToZero");
    await want(workloads, 4);
    await becomes(workloads, 4);
  });
});

/** The operator's changes of the count, and the seconds since the previous one, by its clock. */
async function scaleEvents(workloads: Workloads) {
  const { history } = await workloads.scalerStatus("web");
  const events = history?.scaleEvents ?? [];
  return events.map(({ time = "", change }, index) => {
    const before = events[index - 1]?.time ?? time;
    return { change, after: (Date.parse(time) - Date.parse(before)) / 1000 };
  });
}

describe.concurrent("a cooldown", () => {
  it("delays what an addition has answered, and no larger vote", async ({ workloads }) => {
    await workloads.run("web", { replicas: 2, usage: {} });
    await want(workloads, 4);
    const cooldown = { scaleUpSeconds: 12 };
    await workloads.scaler("web", { ...asWanted, cooldown });
    for (const count of [4, 6, 3, 6, 7]) {
      await want(workloads, count);
      await becomes(workloads, count);
    }
    // Without a cooldown, they are 3 s apart.
    const events = await eventually(async () => {
      const seen = await scaleEvents(workloads);
      expect(seen.map(({ change }) => change)).toEqual([2, 2, -3, 3, 1]);
      return seen;
    });
    const [, up, down = 0, upAgain = 0, more] = events.map(({ after }) => after);
    expect(up).toBeLessThan(cooldown.scaleUpSeconds);
    expect(down + upAgain).toBeGreaterThanOrEqual(cooldown.scaleUpSeconds);
    expect(more).toBeLessThan(cooldown.scaleUpSeconds);
  });
});

/** The counter of withheld decisions with this reason. */
async function dryRunHolds(): Promise<number> {
  const { text } = await ask(`${sharedOperator().metricsUrl}/metrics`);
  const line = text
    .split("\n")
    .find(one => one.startsWith('trimtab_holds_total{kind="Autoscaler",reason="DryRun"}'));
  return Number(line?.split(" ").at(-1) ?? 0);
}

async function eventsOf({ cluster, namespace }: Workloads): Promise<string[]> {
  const path = `/api/v1/namespaces/${namespace}/events?fieldSelector=involvedObject.kind=Autoscaler`;
  const { items = [] } = await mustRequest(cluster, "GET", path);
  const events = items as unknown as { reason: string; message: string }[];
  return events.map(({ reason, message }) => `${reason}: ${message}`);
}

describe.concurrent("a dry run", () => {
  it("writes nothing to its target, reports its decisions, and does not affect Active", async ({
    workloads,
  }) => {
    const behavior = { scaleDown: { stabilizationWindowSeconds: 12 } };
    await workloads.run("web", { replicas: 2, usage: {} });
    await want(workloads, 6);
    await workloads.scaler("web", { ...asWanted, behavior });
    await becomes(workloads, 6);
    const scaled = await eventually(async () => {
      const { history } = await workloads.scalerStatus("web");
      expect(history?.pending).toBeUndefined();
      expect(history?.scaleEvents?.map(({ change }) => change)).toEqual([4]);
      return history;
    });
    const [writes, holds] = [await scaleWritesTo(workloads, "web"), await dryRunHolds()];

    await workloads.editScaler("web", { mode: "DryRun" });
    await want(workloads, 2);
    const history = await eventually(async () => {
      const status = await workloads.scalerStatus("web");
      expect(status).toMatchObject({ currentReplicas: 6, desiredReplicas: 2 });
      expect(status.summary).toMatch(/^dry run: would write 2/);
      expect(status.message).toMatch(/^DryRun: would write 2, /);
      expect(status.dryRunHistory?.targetUID).toBe(scaled?.targetUID);
      expect(status.history?.scaleEvents).toEqual(scaled?.scaleEvents);
      return status.history;
    });
    await eventually(async () => {
      expect(await eventsOf(workloads)).toContainEqual(
        expect.stringMatching(/^DryRun: Would write 2 \(now 6\) for Deployment web; reason: /),
      );
    });
    await want(workloads, 8);
    await eventually(async () => {
      expect(await workloads.scalerStatus("web")).toMatchObject({ desiredReplicas: 8, history });
    });
    // One exposition serves all scrapes of a second.
    await eventually(async () => {
      expect(await dryRunHolds()).toBeGreaterThan(holds);
    });
    expect(await workloads.replicas("web")).toBe(6);
    expect(await scaleWritesTo(workloads, "web")).toBe(writes);

    // Waiting time in DryRun does not count for Active.
    await want(workloads, 2);
    await syncs(workloads, 1);
    const { metadata } = await workloads.editScaler("web", { mode: "Active" });
    await becomes(workloads, 2);
    const statuses = await statusesOf<AutoscalerStatus>(workloads, "web");
    const first = statuses.find(
      ({ observedGeneration }) => observedGeneration === metadata?.generation,
    );
    expect(first).not.toHaveProperty("dryRunHistory");
    expect(first?.decision?.steps).toContainEqual(
      expect.objectContaining({ reason: "ScaleDownStabilized", before: 2, after: 6 }),
    );
  });
});
