import { describe, expect } from "vitest";

import type {
  ClusterProportionalAutoscalerStatus,
  TargetStatus,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { statusesOf } from "./cluster/audit.ts";
import { eventually } from "./eventually.ts";
import { it, type Sandbox } from "./cluster/sandbox.ts";

const perNode = { linear: { nodesPerReplica: 1 } };
const windowMs = 30_000;
const behavior = { scaleDown: { stabilizationWindowSeconds: windowMs / 1000 } };

const becomes = (sandbox: Sandbox, count: number, withinMs?: number) =>
  eventually(async () => {
    expect(await sandbox.replicas("dns")).toBe(count);
  }, withinMs);

/** Every status of the first target, including short-lived ones. */
async function targetsOf(sandbox: Sandbox) {
  const statuses = await statusesOf<ClusterProportionalAutoscalerStatus>(sandbox, "dns");
  return statuses.flatMap(({ targets }) => targets?.[0] ?? []);
}

/** How long this size had been recommended at the latest change, by the operator's clock. */
function agreedMs(history: TargetStatus["history"], size: number): number {
  const since = history?.recommendations?.find(({ value }) => value === size)?.since ?? "";
  return Date.parse(history?.scaleEvents?.at(-1)?.time ?? "") - Date.parse(since);
}

/** The decisions with a vote for this count. */
async function decisionsOn(sandbox: Sandbox, replicas: number) {
  const decisions = (await targetsOf(sandbox)).flatMap(({ decision }) => decision ?? []);
  return decisions.filter(({ votes }) => votes.some(vote => vote.replicas === replicas));
}

describe.concurrent("under Trimtab-1", () => {
  it("a target scales down after its window, and up immediately", async ({ sandbox }) => {
    const [first = ""] = await sandbox.nodes.add(3);
    await sandbox.deployments({ dns: 3 });
    await sandbox.autoscaler("dns", { ...perNode, behavior });
    await eventually(async () => {
      expect(await sandbox.conditions("dns")).toMatchObject({ Ready: { status: "True" } });
    });

    await sandbox.nodes.delete(first);
    const held = {
      type: "AbleToScale",
      reason: "ScaleDownStabilized",
      message: "3 was recommended within the last 30 s",
    };
    await eventually(async () => {
      const conditions = (await targetsOf(sandbox)).flatMap(target => target.conditions ?? []);
      expect(conditions).toContainEqual(expect.objectContaining(held));
    });
    const [fourth = ""] = await sandbox.nodes.add(2);
    await becomes(sandbox, 4);
    const [growth] = await decisionsOn(sandbox, 4);
    expect(growth).toMatchObject({ from: 3, to: 4 });
    await sandbox.nodes.delete(fourth);

    // Three nodes remain and lead to a smaller size from the next decision on.
    await becomes(sandbox, 3, 2 * windowMs);
    const history = await eventually(async () => {
      const { history } = (await targetsOf(sandbox)).at(-1) ?? {};
      expect(history?.scaleEvents?.map(({ change }) => change)).toEqual([1, -1]);
      return history;
    });
    expect(agreedMs(history, 3)).toBeGreaterThanOrEqual(windowMs);
  });

  it("a target changes no faster than its policies allow", async ({ sandbox }) => {
    const names = await sandbox.nodes.add(4);
    await sandbox.deployments({ dns: 4 });
    const policies = [{ type: "Pods" as const, value: 1, periodSeconds: 5 }];
    const scaleDown = { stabilizationWindowSeconds: 0, policies };
    await sandbox.autoscaler("dns", { ...perNode, behavior: { scaleDown } });
    await eventually(async () => {
      expect(await sandbox.conditions("dns")).toMatchObject({ Ready: { status: "True" } });
    });
    await sandbox.nodes.delete(...names.slice(1));
    await becomes(sandbox, 1);
    const events = await eventually(async () => {
      const { history } = (await targetsOf(sandbox)).at(-1) ?? {};
      expect(history?.scaleEvents?.map(({ change }) => change)).toEqual([-1, -1, -1]);
      return history?.scaleEvents ?? [];
    });
    const times = events.map(({ time }) => Date.parse(time));
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(5_000);
    expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(5_000);
  });

  it("bounds apply last, so preventSinglePointFailure with a maximum of 1 is rejected", async ({
    sandbox,
  }) => {
    const linear = { nodesPerReplica: 1, maxReplicas: 1, preventSinglePointFailure: true };
    const { code, text } = await sandbox.tryAutoscaler("dns", { linear });
    expect(code).toBe(422);
    expect(text).toContain("a maxReplicas of 1 contradicts preventSinglePointFailure");
  });

  it("a target of any size is kept within its bounds", async ({ sandbox }) => {
    await sandbox.nodes.add(2);
    await sandbox.deployments({ dns: 9 });
    const linear = { nodesPerReplica: 1, minReplicas: 3, maxReplicas: 5 };
    await sandbox.autoscaler("dns", { linear });
    await becomes(sandbox, 5);
    await sandbox.edit("dns", { linear: { minReplicas: 6, maxReplicas: 8 } });
    await becomes(sandbox, 6);
    await sandbox.edit("dns", { linear: { minReplicas: 1, maxReplicas: 2 } });
    await becomes(sandbox, 2);
  });
});

describe.concurrent("under CPA-1.10", () => {
  it("a target scales immediately in both directions", async ({ sandbox }) => {
    const names = await sandbox.nodes.add(8);
    await sandbox.deployments({ dns: 1 });
    await sandbox.autoscaler("dns", { ...perNode, algorithm: "CPA-1.10" });
    await becomes(sandbox, 8);
    await sandbox.nodes.delete(...names.slice(1));
    await becomes(sandbox, 1);
    await sandbox.nodes.add(4);
    await becomes(sandbox, 5);
  });

  it("preventSinglePointFailure with a maximum of 1 gives 2", async ({ sandbox }) => {
    await sandbox.nodes.add(5);
    await sandbox.deployments({ dns: 1 });
    const linear = { nodesPerReplica: 1, maxReplicas: 1, preventSinglePointFailure: true };
    await sandbox.autoscaler("dns", { linear, algorithm: "CPA-1.10" });
    await becomes(sandbox, 2);
  });

  it("an empty cluster gives the minimum, or the ladder's lowest step", async ({ sandbox }) => {
    await sandbox.deployments({ dns: 9 });
    const algorithm = "CPA-1.10";
    await sandbox.autoscaler("dns", {
      linear: { nodesPerReplica: 1, minReplicas: 2 },
      algorithm,
    });
    await becomes(sandbox, 2);
    await sandbox.edit("dns", {
      linear: null,
      ladder: { nodesToReplicas: [{ nodes: 3, replicas: 4 }] },
    });
    await becomes(sandbox, 4);
    await sandbox.edit("dns", { ladder: { nodesToReplicas: [{ nodes: 0, replicas: 0 }] } });
    await becomes(sandbox, 0);
  });
});
