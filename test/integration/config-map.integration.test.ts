import { describe, expect } from "vitest";

import { apiRequest } from "../../hack/cluster/api.ts";
import { answeredAt, describeRequest, receivedAt, requestsOfOperator } from "./cluster/audit.ts";
import { eventually } from "./eventually.ts";
import { configMaps, it, type Sandbox } from "./cluster/sandbox.ts";

/** One replica for each node. */
const perNode = { linear: '{"nodesPerReplica": 1}' };
const fromConfigMap = { configMapRef: { name: "sizes" }, algorithm: "CPA-1.10" } as const;

const replicasOfDns = (sandbox: Sandbox, count: number) =>
  eventually(async () => {
    expect(await sandbox.replicas("dns")).toBe(count);
  });

/** An autoscaler `dns` that follows a good ConfigMap and has scaled its target to two nodes. */
async function follow(sandbox: Sandbox, spec: object = fromConfigMap): Promise<void> {
  await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ dns: 1 })]);
  await sandbox.configMap("sizes", perNode);
  await sandbox.autoscaler("dns", spec);
  await replicasOfDns(sandbox, 2);
}

describe.concurrent("parameters from a ConfigMap", () => {
  it("leave the target unchanged while the ConfigMap is missing", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ dns: 5 })]);
    await sandbox.autoscaler("dns", fromConfigMap);

    const conditions = await eventually(async () => {
      const found = await sandbox.conditions("dns");
      expect(found).toMatchObject({ Ready: { status: "False", reason: "ConfigMapNotFound" } });
      return found;
    });
    expect(conditions["Ready"]?.message).toBe(
      "there is no ConfigMap sizes; create it, or set configMapRef.default",
    );
    expect(conditions["Stalled"]).toBeUndefined();
    expect(await sandbox.replicas("dns")).toBe(5);

    await sandbox.configMap("sizes", perNode);
    await replicasOfDns(sandbox, 2);
    await eventually(async () => {
      expect(await sandbox.conditions("dns")).toMatchObject({ Ready: { status: "True" } });
    });
  });

  it("have a default while the ConfigMap is missing, and nothing creates it", async ({
    sandbox,
  }) => {
    await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ dns: 1 })]);
    const byDefault = { name: "sizes", default: { linear: { nodesPerReplica: 0.5 } } };
    await sandbox.autoscaler("dns", { ...fromConfigMap, configMapRef: byDefault });
    await replicasOfDns(sandbox, 4);

    await eventually(async () => {
      const { parameters } = await sandbox.status("dns");
      expect(parameters).toMatchObject({ source: "Default", linear: { nodesPerReplica: 0.5 } });
    });
    const path = sandbox.path(configMaps, "sizes");
    expect((await apiRequest(sandbox.cluster, "GET", path)).code).toBe(404);

    await sandbox.configMap("sizes", perNode);
    await replicasOfDns(sandbox, 2);
    await sandbox.delete(configMaps, "sizes");
    await replicasOfDns(sandbox, 4);
    expect((await apiRequest(sandbox.cluster, "GET", path)).code).toBe(404);
  });

  it("stay in effect while the ConfigMap is invalid, and change when it is valid again", async ({
    sandbox,
  }) => {
    await follow(sandbox);
    await sandbox.rewrite("sizes", { linear: '{"nodesPerReplica": 0.25,}' });

    await eventually(async () => {
      const { Ready, ParametersCurrent } = await sandbox.conditions("dns");
      expect(ParametersCurrent).toMatchObject({ status: "False", reason: "InvalidConfigMap" });
      expect(ParametersCurrent?.message).toMatch(
        /^ConfigMap sizes: data\.linear: .*comma after the last member \(the last good parameters stay in force\)$/,
      );
      expect(Ready).toMatchObject({ status: "True" });
    });
    await sandbox.nodes.add(1);
    await replicasOfDns(sandbox, 3);

    await sandbox.rewrite("sizes", { linear: '{"nodesPerReplica": 0.5}' });
    await replicasOfDns(sandbox, 6);
    await eventually(async () => {
      expect(await sandbox.conditions("dns")).toMatchObject({
        ParametersCurrent: { status: "True", reason: "ConfigMapRead" },
      });
      expect(await sandbox.events("dns", "InvalidConfigMap")).toMatchObject([
        { type: "Warning", count: 1 },
      ]);
    });
  });

  it("stay in effect after the deletion of the ConfigMap", async ({ sandbox }) => {
    await follow(sandbox);
    await sandbox.delete(configMaps, "sizes");
    await eventually(async () => {
      expect(await sandbox.conditions("dns")).toMatchObject({
        ParametersCurrent: { status: "False", reason: "ConfigMapNotFound" },
        Ready: { status: "True" },
      });
    });
    await sandbox.nodes.add(1);
    await replicasOfDns(sandbox, 3);

    await sandbox.configMap("sizes", { linear: '{"nodesPerReplica": 3}' });
    await replicasOfDns(sandbox, 1);
  });

  it("of another ConfigMap are read before they take effect", async ({ sandbox }) => {
    await follow(sandbox);
    await sandbox.configMap("others", { linear: '{"nodesPerReplica": 1, "min": 4}' });
    await sandbox.edit("dns", { configMapRef: { name: "others" } });
    await replicasOfDns(sandbox, 4);
    const requests = await requestsOfOperator(sandbox.cluster, sandbox.namespace);
    const those = (what: string) => requests.filter(request => describeRequest(request) === what);
    const read = those("list configmaps").find(({ requestURI }) => requestURI.includes("others"));
    const write = those("patch deployments/scale").at(-1);
    expect(write?.responseObject).toMatchObject({ spec: { replicas: 4 } });
    expect(receivedAt(write!)).toBeGreaterThan(answeredAt(read!));
  });

  it("can change their mode at any time", async ({ sandbox }) => {
    await follow(sandbox);
    await sandbox.rewrite("sizes", { ladder: '{"nodesToReplicas": [[1, 4], [2, 7]]}' });
    await replicasOfDns(sandbox, 7);
    await sandbox.rewrite("sizes", perNode);
    await replicasOfDns(sandbox, 2);
  });

  it("have case-insensitive names, as in Go", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ dns: 1 })]);
    await sandbox.configMap("sizes", { linear: '{"NODESPERREPLICA": 2, "Min": 3}' });
    await sandbox.autoscaler("dns", fromConfigMap);
    await replicasOfDns(sandbox, 3);
  });

  it.for([
    {
      when: "a name is misspelt",
      data: { linear: '{"nodePerReplica": 1}' },
      named: "data.linear: the name of member 1 is not a parameter",
    },
    { when: "the ladder is empty", data: { ladder: "{}" }, named: "data.ladder" },
    {
      when: "the mode is unknown",
      data: { liner: "{}" },
      named: 'data: its key is neither "linear"',
    },
    {
      when: "there are two modes",
      data: { ...perNode, ladder: "{}" },
      named: "data: holds more than one key",
    },
    { when: "it contains no key", data: {}, named: "data: holds no key" },
  ])(
    "are rejected if $when, which upstream may interpret as a size",
    async ({ data, named }, { sandbox }) => {
      await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ dns: 5 })]);
      await sandbox.configMap("sizes", data);
      await sandbox.autoscaler("dns", fromConfigMap);
      await eventually(async () => {
        const { Ready, Stalled } = await sandbox.conditions("dns");
        expect(Ready).toMatchObject({ status: "False", reason: "InvalidConfigMap" });
        expect(Ready?.message).toContain(named);
        expect(Stalled).toMatchObject({ status: "True" });
        // A reader of the status may have no permission to read the ConfigMap.
        expect(JSON.stringify([Ready, Stalled])).not.toMatch(/liner|nodePerReplica"/);
      });
      expect(await sandbox.replicas("dns")).toBe(5);
    },
  );

  it("have a default until the ConfigMap is valid for the first time", async ({ sandbox }) => {
    await Promise.all([sandbox.nodes.add(2), sandbox.deployments({ dns: 1 })]);
    await sandbox.configMap("sizes", { ladder: "{}" });
    const byDefault = { name: "sizes", default: { linear: { nodesPerReplica: 0.5 } } };
    await sandbox.autoscaler("dns", { ...fromConfigMap, configMapRef: byDefault });
    await replicasOfDns(sandbox, 4);
    await eventually(async () => {
      expect(await sandbox.conditions("dns")).toMatchObject({
        ParametersCurrent: { status: "False", reason: "InvalidConfigMap" },
        Ready: { status: "True" },
      });
    });
  });
});
