import { describe, expect } from "vitest";

import type { AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import { mustRequest } from "../../hack/cluster/api.ts";
import { statusesOf } from "./cluster/audit.ts";
import { eventually } from "./eventually.ts";
import { scaleTarget } from "./cluster/objects.ts";
import { deployments } from "./cluster/sandbox.ts";
import { asWanted, becomes, decides, stepsOf, syncs, want } from "./wanted-count.ts";
import { it, type Workloads } from "./cluster/workloads.ts";

const statefulSets = "apis/apps/v1/statefulsets";
const hold = { ...asWanted, rollout: { scaleDown: "Hold" as const } };

/** No node has this label yet, so new pods wait. */
const late = { "trimtab.test/late": "true" };

/** Replaces the pods by ones that start as soon as a node has room for them. */
const rollOut = (workloads: Workloads, rest: object = {}, collection = deployments) => {
  const template = { spec: { nodeSelector: late } };
  return workloads.patch(collection, "web", { spec: { ...rest, template } });
};

const makeRoom = ({ cluster, namespace }: Workloads) =>
  editNode({ cluster, namespace }, { metadata: { labels: late } });

const editNode = (
  { cluster, namespace }: Pick<Workloads, "cluster" | "namespace">,
  fields: object,
) => {
  const path = `/api/v1/nodes/${namespace}`;
  return mustRequest(cluster, "PATCH", path, fields);
};

async function conditionOf(workloads: Workloads, type: string) {
  const { status } = await workloads.get(deployments, "web");
  const { conditions = [] } = status as { conditions?: { type: string; reason: string }[] };
  return conditions.find(condition => condition.type === type)?.reason;
}

/** Without a rollout so far, the status does not mention any. */
async function running(workloads: Workloads, replicas: number): Promise<void> {
  await want(workloads, replicas);
  await workloads.run("web", { replicas, usage: {} });
  await eventually(async () => {
    expect(await conditionOf(workloads, "Progressing")).toBe("NewReplicaSetAvailable");
  });
}

/** The distinct reasons of the rollout stage so far, the earliest first. */
async function rolloutReasons(workloads: Workloads): Promise<string[]> {
  const steps = (await stepsOf(workloads)).filter(({ step }) => step === "rollout");
  return [...new Set(steps.map(({ reason }) => reason))];
}

/** For 2 desired replicas while the Deployment has 4. */
const isHeld = (workloads: Workloads) => decides(workloads, "RolloutInProgress", 2, 4);

describe.concurrent("a rollout that holds", () => {
  it("prevents a scale-down of a Deployment until it is complete, but not a scale-up", async ({
    workloads,
  }) => {
    await running(workloads, 4);
    await workloads.scaler("web", hold);
    await eventually(async () => {
      expect(await rolloutReasons(workloads)).toEqual(["NoRollout"]);
    });
    await rollOut(workloads);
    await want(workloads, 2);
    await isHeld(workloads);
    await eventually(async () => {
      expect(await workloads.verdicts("web")).toMatchObject({
        Ready: "True/Ready",
        AbleToScale: "True/RolloutInProgress",
      });
    });
    await want(workloads, 7);
    await becomes(workloads, 7);
    await want(workloads, 2);
    await syncs(workloads, 3);
    expect(await workloads.replicas("web")).toBe(7);

    await makeRoom(workloads);
    await becomes(workloads, 2);
    expect(await conditionOf(workloads, "Progressing")).toBe("NewReplicaSetAvailable");
    await eventually(async () => {
      expect((await workloads.scalerStatus("web")).history).not.toHaveProperty("rollout");
    });
  });

  it("does not include a scale-up, however long that takes", async ({ workloads }) => {
    await running(workloads, 2);
    await workloads.scaler("web", hold);
    await editNode(workloads, { spec: { unschedulable: true } });
    await want(workloads, 9);
    await becomes(workloads, 9);
    await want(workloads, 3);
    await becomes(workloads, 3);
    expect(await rolloutReasons(workloads)).toEqual(["NoRollout"]);
  });

  it("ends when it misses its deadline", async ({ workloads }) => {
    await running(workloads, 4);
    await workloads.scaler("web", hold);
    await rollOut(workloads);
    await want(workloads, 2);
    await isHeld(workloads);
    await want(workloads, 4);
    // It has lasted for more than a second by now.
    await workloads.patch(deployments, "web", { spec: { progressDeadlineSeconds: 1 } });
    await eventually(async () => {
      expect(await conditionOf(workloads, "Progressing")).toBe("ProgressDeadlineExceeded");
    });
    await want(workloads, 2);
    await becomes(workloads, 2);
  });

  it("ends after the maximum hold", async ({ workloads }) => {
    await running(workloads, 4);
    await workloads.scaler("web", hold);
    await rollOut(workloads);
    await want(workloads, 2);
    await isHeld(workloads);
    await workloads.editScaler("web", { rollout: { scaleDown: "Hold", maxHoldSeconds: 10 } });
    await becomes(workloads, 2);
    await decides(workloads, "RolloutHoldEnded", 2, 2);
    const statuses = await statusesOf<AutoscalerStatus>(workloads, "web");
    const { rollout, pending } = statuses.find(({ history }) => history?.pending)?.history ?? {};
    const heldMs = Date.parse(pending?.time ?? "") - Date.parse(rollout?.since ?? "");
    expect(heldMs).toBeGreaterThanOrEqual(10_000);
  });

  it("can be announced by an annotation", async ({ workloads }) => {
    await running(workloads, 4);
    const says = (value: string | null) =>
      workloads.patch(deployments, "web", {
        metadata: { annotations: { "autoscaling.trimtab.dev/rollout": value } },
      });
    await says("InProgress");
    await workloads.scaler("web", hold);
    await want(workloads, 2);
    await isHeld(workloads);
    await says(null);
    await becomes(workloads, 2);
  });

  it("prevents a scale-down of a StatefulSet until it is complete", async ({ workloads }) => {
    await want(workloads, 3);
    const labels = { app: "web" };
    await workloads.create(statefulSets, {
      metadata: { name: "web" },
      spec: {
        ...{ replicas: 3, serviceName: "web", podManagementPolicy: "Parallel" },
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            containers: [{ name: "main", image: "example.invalid/main:1" }],
            nodeSelector: { "trimtab.test/workloads": workloads.namespace },
          },
        },
      },
    });
    await eventually(async () => {
      const { status } = await workloads.get(statefulSets, "web");
      expect(status).toMatchObject({ readyReplicas: 3 });
    });
    await workloads.scaler("web", { ...hold, scaleTargetRef: scaleTarget("StatefulSet", "web") });
    await rollOut(workloads, {}, statefulSets);
    await want(workloads, 1);
    await decides(workloads, "RolloutInProgress", 1, 3);
    await makeRoom(workloads);
    await becomes(workloads, 1, statefulSets);
  });
});
