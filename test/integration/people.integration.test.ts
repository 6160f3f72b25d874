import { describe, expect } from "vitest";

import { mustRequest } from "../../hack/cluster/api.ts";
import { ask } from "./probe.ts";
import { eventually } from "./eventually.ts";
import { describeRequest, requestsOfOperator, scaleWritesTo } from "./audit.ts";
import { deployments } from "./sandbox.ts";
import { sharedOperator } from "./shared-operator.ts";
import { asWanted, becomes, syncs, want } from "./wanted-count.ts";
import { it, type Workloads } from "./workloads.ts";

const scalers = "apis/autoscaling.trimtab.dev/v1alpha1/autoscalers";
const long = 120_000;
const mayIdle = { ...asWanted, minReplicas: 0 };

/** The object as a backup brings it back: without its status, and another one to the operator. */
async function restore(workloads: Workloads): Promise<void> {
  const { spec } = await workloads.get(scalers, "web");
  await workloads.delete(scalers, "web");
  await workloads.scaler("web", spec as object);
}

/** Which leaves nobody as the owner of a 0. */
const scaleByKubectl = (workloads: Workloads, replicas: number) =>
  workloads.patch(deployments, "web/scale", { spec: { replicas } });

const conditionIs = (workloads: Workloads, type: string, verdict: string) =>
  eventually(async () => {
    expect((await workloads.verdicts("web"))[type]).toBe(verdict);
  }, 30_000);

describe.concurrent("a count of 0", () => {
  it(
    "that a person set stays, also after scaling has been to 0 itself, and after a restore",
    { timeout: long },
    async ({ workloads }) => {
      await workloads.run("web", { replicas: 3, usage: {} });
      await want(workloads, 0);
      await workloads.scaler("web", mayIdle);
      await becomes(workloads, 0);
      await conditionIs(workloads, "ScaledToZero", "True/ScaledToZero");

      // Up and down again between two looks: only the target knows of it.
      await scaleByKubectl(workloads, 3);
      await scaleByKubectl(workloads, 0);
      await want(workloads, 4);
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
    },
  );

  it(
    "that scaling set ends by itself, also after a restore without the status",
    { timeout: long },
    async ({ workloads }) => {
      await workloads.run("web", { replicas: 3, usage: {} });
      await want(workloads, 0);
      await workloads.scaler("web", mayIdle);
      await becomes(workloads, 0);
      await restore(workloads);
      await conditionIs(workloads, "ScaledToZero", "True/ScaledToZero");
      await want(workloads, 4);
      await becomes(workloads, 4);
    },
  );
});

/** When the operator has written the count, in seconds. */
async function timesOfWrites({ cluster, namespace }: Workloads): Promise<number[]> {
  const requests = await requestsOfOperator(cluster, namespace);
  return requests
    .filter(request => describeRequest(request) === "patch deployments/scale")
    .map(({ requestReceivedTimestamp }) => Date.parse(requestReceivedTimestamp) / 1000);
}

describe.concurrent("a cooldown", () => {
  it(
    "holds after every change, for as long as its direction has it",
    { timeout: long },
    async ({ workloads }) => {
      await workloads.run("web", { replicas: 2, usage: {} });
      await want(workloads, 4);
      const cooldown = { scaleUpSeconds: 9, scaleDownSeconds: 15 };
      await workloads.scaler("web", { ...asWanted, cooldown });
      for (const count of [4, 6, 3, 5]) {
        await want(workloads, count);
        await becomes(workloads, count);
      }
      const [first = 0, up = 0, down = 0, upAgain = 0] = await timesOfWrites(workloads);
      // What is measured is from when a write came to when the next one did; without it they are 3 s apart.
      const slack = 1;
      expect(up - first).toBeGreaterThan(9 - slack);
      expect(down - up).toBeGreaterThan(15 - slack);
      expect(upAgain - down).toBeGreaterThan(9 - slack);
      expect(await timesOfWrites(workloads)).toHaveLength(4);
    },
  );
});

/** Of what was decided and is not written: counted by reason. */
async function dryRunHolds(): Promise<number> {
  const { text } = await ask(new URL("/metrics", sharedOperator().url).href);
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
  it(
    "writes nothing to its target, says what it would write, and leaves Active as it was",
    { timeout: long },
    async ({ workloads }) => {
      const behavior = { scaleDown: { stabilizationWindowSeconds: 12 } };
      await workloads.run("web", { replicas: 2, usage: {} });
      await want(workloads, 6);
      await workloads.scaler("web", { ...asWanted, behavior });
      await becomes(workloads, 6);
      await eventually(async () => {
        expect((await workloads.scalerStatus("web")).history?.scaleEvents).toHaveLength(1);
      });
      const { history } = await workloads.scalerStatus("web");
      const [writes, holds] = [await scaleWritesTo(workloads, "web"), await dryRunHolds()];

      await workloads.editScaler("web", { mode: "DryRun" });
      await want(workloads, 2);
      await eventually(async () => {
        const status = await workloads.scalerStatus("web");
        expect(status).toMatchObject({ currentReplicas: 6, desiredReplicas: 2, history });
        expect(status.summary).toMatch(/^DryRun: would write 2, /);
        expect(status.dryRunHistory?.targetUID).toBe(history?.targetUID);
      }, 40_000);
      await eventually(async () => {
        expect(await eventsOf(workloads)).toContainEqual(
          expect.stringMatching(/^DryRun: Would write 2 \(now 6\) for Deployment web; reason: /),
        );
      });
      await want(workloads, 8);
      await eventually(async () => {
        expect(await workloads.scalerStatus("web")).toMatchObject({ desiredReplicas: 8, history });
      }, 30_000);
      expect(await dryRunHolds()).toBeGreaterThan(holds);
      expect(await workloads.replicas("web")).toBe(6);
      expect(await scaleWritesTo(workloads, "web")).toBe(writes);

      // What DryRun has waited for Active has not.
      await want(workloads, 2);
      await syncs(workloads, 1);
      await workloads.editScaler("web", { mode: "Active" });
      await eventually(async () => {
        const { summary, ...status } = await workloads.scalerStatus("web");
        expect(summary).toContain("ScaleDownStabilized");
        expect(status).not.toHaveProperty("dryRunHistory");
      });
      expect(await workloads.replicas("web")).toBe(6);
      await becomes(workloads, 2);
    },
  );
});
