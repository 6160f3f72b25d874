import { describe, expect } from "vitest";

import type { ClusterProportionalAutoscalerStatus } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { createNodes, deleteNodes } from "../../hack/cluster/nodes.ts";
import { receivedAt, statusesOf, storedPatches } from "./cluster/audit.ts";
import { eventually } from "./eventually.ts";
import { it, type Sandbox } from "./cluster/sandbox.ts";

const perNode = { linear: { nodesPerReplica: 1 } };
const readyPerNode = { ...perNode, nodes: { unschedulable: "Ignore" } } as const;
const upstream = { ...perNode, algorithm: "CPA-1.10" } as const;

const becomes = (sandbox: Sandbox, count: number, name = "dns") =>
  eventually(async () => {
    expect(await sandbox.replicas(name)).toBe(count);
  });

describe.concurrent("the nodes that count", () => {
  it("are the same as upstream's", async ({ sandbox }) => {
    const { nodes } = sandbox;
    const zone = { zone: "a" };
    await nodes.add(1, { cpu: "1", labels: zone });
    await nodes.add(1, { cpu: "2", labels: zone });
    await nodes.add(1, { cpu: "3", labels: zone, cordoned: true });
    await nodes.add(1, { cpu: "4", labels: { zone: "b" } });
    await nodes.add(1, { cpu: "3", labels: zone, ready: "False" });
    await sandbox.deployments({ dns: 1 });
    const { matchLabels } = nodes.selector;
    const selector = {
      matchLabels,
      matchExpressions: [{ key: "zone", operator: "NotIn" as const, values: ["b"] }],
    };
    await sandbox.autoscaler("dns", { ...upstream, nodes: { selector } });
    await eventually(async () => {
      expect(await sandbox.status("dns")).toMatchObject({
        ...{ nodes: 4, cores: 9, schedulableNodes: 2, schedulableCores: 3 },
        targets: [{ currentReplicas: 2 }],
      });
    });
  });

  it("include new nodes once their kubelets report them ready", async ({ sandbox }) => {
    const names = ["x", "y"].map(letter => `${sandbox.namespace}-${letter}`);
    await sandbox.deployments({ dns: 0 });
    await sandbox.autoscaler("dns", {
      ladder: { nodesToReplicas: [0, 1, 2].map(nodes => ({ nodes, replicas: nodes })) },
      nodes: { unschedulable: "Ignore" },
    });
    const labels = sandbox.nodes.selector.matchLabels;
    await createNodes(sandbox.cluster, { names, labels });
    await becomes(sandbox, 2);
    await deleteNodes(sandbox.cluster, names);
  });

  it("have fractional cores, rounded up once in total", async ({ sandbox }) => {
    await sandbox.nodes.add(3, { cpu: "940m" });
    await sandbox.deployments({ dns: 1 });
    await sandbox.autoscaler("dns", { linear: { coresPerReplica: 1 } });
    await becomes(sandbox, 3);
    await sandbox.nodes.add(1, { cpu: "181m" });
    await becomes(sandbox, 4);
  });

  it("have memory and GPUs, which count once an object asks for them", async ({ sandbox }) => {
    const resources = { memory: "16Gi", "example.com/gpu": "2" };
    await sandbox.nodes.add(3, { resources });
    await sandbox.deployments({ dns: 1, gpu: 0 });
    const perReplica = (name: string, quantity: string | number) => ({
      linear: { resourcesPerReplica: [{ name, perReplica: quantity }] },
    });
    await sandbox.autoscaler("dns", perReplica("memory", "16Gi"));
    await sandbox.autoscaler("gpu", {
      ladder: {
        resourcesToReplicas: [
          {
            name: "example.com/gpu",
            steps: [0, 6, 8].map(quantity => ({ quantity, replicas: quantity })),
          },
        ],
      },
    });
    await Promise.all([becomes(sandbox, 3), becomes(sandbox, 6, "gpu")]);
    expect(await sandbox.status("dns")).toMatchObject({
      resources: [{ name: "memory", total: "48Gi", schedulable: "48Gi" }],
      targets: [
        {
          decision: {
            votes: expect.arrayContaining([
              expect.objectContaining({ message: "48Gi memory / 16Gi per replica = 3" }),
            ]) as unknown,
          },
        },
      ],
    });
    await sandbox.nodes.add(1, { resources });
    await Promise.all([becomes(sandbox, 4), becomes(sandbox, 8, "gpu")]);
  });

  it("say that pods are not counted without the right", async ({ sandbox }) => {
    await sandbox.deployments({ dns: 1 });
    const object = sandbox.autoscalerObject("dns", { linear: { podsPerReplica: 1 } });
    const create = ["create", "--filename=-"];
    const { stderr } = await sandbox.cluster.kubectl(create, JSON.stringify(object));
    expect(stderr).toContain("set the chart's rbac.objectCounts to true");
    await eventually(async () => {
      expect(JSON.stringify(await sandbox.status("dns"))).toContain("ObjectCountsForbidden");
    });
  });

  it("exclude nodes that are not ready, until they are ready again", async ({ sandbox }) => {
    const [first = ""] = await sandbox.nodes.add(3);
    await sandbox.deployments({ dns: 1 });
    await sandbox.autoscaler("dns", upstream);
    await becomes(sandbox, 3);
    await sandbox.nodes.setReady(first, { ready: "False" });
    await becomes(sandbox, 2);
    await sandbox.nodes.setReady(first, { ready: "True" });
    await becomes(sandbox, 3);
  });

  it("change with the labels of nodes", async ({ sandbox }) => {
    const [first = ""] = await sandbox.nodes.add(3, { labels: { zone: "a" } });
    await sandbox.deployments({ dns: 1 });
    const matchLabels = { ...sandbox.nodes.selector.matchLabels, zone: "a" };
    await sandbox.autoscaler("dns", { ...upstream, nodes: { selector: { matchLabels } } });
    await becomes(sandbox, 3);
    await sandbox.nodes.label(first, { zone: "b" });
    await becomes(sandbox, 2);
    await sandbox.nodes.label(first, { zone: "a" });
    await becomes(sandbox, 3);
  });

  it("exclude nodes with a taint that the object names, as a toleration would", async ({
    sandbox,
  }) => {
    const { nodes } = sandbox;
    const [first = "", second = ""] = await nodes.add(4);
    await sandbox.deployments({ dns: 1, all: 1 });
    const excludeTaints = [
      { key: "example.com/dedicated", value: "batch" },
      { key: "example.com/gpu", operator: "Exists", effect: "NoSchedule" },
    ] as const;
    await sandbox.autoscaler("dns", { ...upstream, nodes: { excludeTaints: [...excludeTaints] } });
    await sandbox.autoscaler("all", upstream);
    await becomes(sandbox, 4);
    await nodes.taint(first, { key: "example.com/dedicated", value: "web", effect: "NoSchedule" });
    await nodes.taint(second, { key: "example.com/gpu", value: "a100", effect: "NoSchedule" });
    await becomes(sandbox, 3);
    await nodes.taint(first, { key: "example.com/dedicated", value: "batch", effect: "NoExecute" });
    await becomes(sandbox, 2);
    await eventually(async () => {
      expect(await sandbox.status("dns")).toMatchObject({ nodes: 2, cores: 8 });
    });
    await nodes.taint(first);
    await becomes(sandbox, 3);
    await becomes(sandbox, 4, "all");
  });

  it("exclude cordoned nodes, unless unschedulable nodes count", async ({ sandbox }) => {
    const [first = "", second = ""] = await sandbox.nodes.add(3);
    await sandbox.deployments({ dns: 1, all: 1 });
    await sandbox.autoscaler("dns", upstream);
    await sandbox.autoscaler("all", { ...upstream, nodes: { unschedulable: "Count" } });
    await becomes(sandbox, 3);
    await becomes(sandbox, 3, "all");
    await sandbox.nodes.cordon(first);
    await sandbox.nodes.setReady(second, { ready: "False" });
    await becomes(sandbox, 1);
    await sandbox.nodes.add(1);
    await becomes(sandbox, 4, "all");
    await becomes(sandbox, 2);
    await sandbox.nodes.cordon(first, false);
    await becomes(sandbox, 3);
  });
});

describe.concurrent("a node that ceases to be ready", () => {
  type Status = ClusterProportionalAutoscalerStatus;

  /** The recommendations in a status, under Trimtab-1. */
  const recommended = ({ targets }: Status) =>
    (targets?.[0]?.history?.recommendations ?? []).map(({ value }) => value);

  it.for([
    { readiness: { ready: "Unknown", reason: "NodeStatusUnknown" } },
    { readiness: { ready: "False", reason: "KubeletNotReady" } },
  ] as const)(
    "and is $readiness.ready counts under Trimtab-1, but not under CPA-1.10",
    async ({ readiness }, { sandbox }) => {
      const [first = ""] = await sandbox.nodes.add(3);
      await sandbox.deployments({ dns: 3, upstream: 3 });
      await sandbox.autoscaler("dns", readyPerNode);
      await sandbox.autoscaler("upstream", upstream);
      await eventually(async () => {
        expect(recommended(await sandbox.status("dns"))).toEqual([3]);
        expect(await sandbox.status("upstream")).toMatchObject({ nodes: 3 });
      });
      const statuses = (await statusesOf<Status>(sandbox, "dns")).length;
      await sandbox.nodes.setReady(first, readiness);
      await becomes(sandbox, 2, "upstream");
      await sandbox.nodes.add(1);
      await becomes(sandbox, 4);
      await becomes(sandbox, 3, "upstream");
      await eventually(async () => {
        const since = (await statusesOf<Status>(sandbox, "dns")).slice(statuses);
        const values = since.flatMap(recommended);
        expect(values).toContain(4);
        expect(values.filter(value => value < 3)).toEqual([]);
      });
    },
  );

  it.for([
    { when: "it did so more than five minutes ago", ready: "Unknown", since: 301_000, reason: "NodeStatusUnknown" }, // prettier-ignore
    { when: "its kubelet never reported", ready: "Unknown", since: 1_000, reason: "NodeStatusNeverUpdated" }, // prettier-ignore
    { when: "it has just registered", ready: "False", since: 1_000, reason: "KubeletNotReady" },
  ] as const)("does not count if $when", async ({ ready, since, reason }, { sandbox }) => {
    await sandbox.nodes.add(2);
    const at = new Date(Date.now() - since);
    await sandbox.nodes.add(1, { ready, reason, since: at });
    await sandbox.deployments({ dns: 1 });
    await sandbox.autoscaler("dns", readyPerNode);
    await eventually(async () => {
      const { nodes, schedulableNodes, targets } = await sandbox.status("dns");
      expect({ nodes, schedulableNodes }).toEqual({ nodes: 3, schedulableNodes: 2 });
      expect(targets).toMatchObject([{ currentReplicas: 2 }]);
    });
  });

  it("stops counting without an event after its five minutes", async ({ sandbox }) => {
    await sandbox.nodes.add(2);
    await sandbox.deployments({ dns: 1 });
    await sandbox.autoscaler("dns", readyPerNode);
    await becomes(sandbox, 2);
    const leftMs = 20_000;
    const since = new Date(Date.now() - 300_000 + leftMs);
    await sandbox.nodes.add(1, { ready: "Unknown", reason: "NodeStatusUnknown", since });
    await becomes(sandbox, 3);
    await eventually(async () => {
      expect(await sandbox.status("dns")).toMatchObject({ nodes: 3, schedulableNodes: 2 });
      expect(await sandbox.targetConditions("dns")).toMatchObject({
        AbleToScale: { reason: "ScaleDownStabilized" },
      });
    });
    const written = (await storedPatches(sandbox, "status")).map(patch => ({
      at: receivedAt(patch),
      ...(patch.responseObject as { readonly status: Status }).status,
    }));
    const counted = written.findLastIndex(({ schedulableNodes }) => schedulableNodes === 3);
    expect(counted).toBeGreaterThanOrEqual(0);
    const over = written[counted + 1];
    expect(over).toMatchObject({ nodes: 3, schedulableNodes: 2 });
    // The API server stores `since` in whole seconds.
    expect(over!.at).toBeGreaterThanOrEqual(since.getTime() + 299_000);
  });
});
