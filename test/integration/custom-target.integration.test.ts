import { describe, expect } from "vitest";

import { eventually } from "./eventually.ts";
import { Gadgets } from "./gadgets.ts";
import { scaleTarget } from "./cluster/objects.ts";
import { it } from "./cluster/sandbox.ts";
import { unguarded } from "./cluster/unguarded.ts";

const becomes = (gadgets: Gadgets, count: number) =>
  eventually(async () => {
    expect(await gadgets.size("dns")).toBe(count);
  });

describe.concurrent("a custom resource with a scale subresource", () => {
  it("is scaled like any other target if the operator has permission", async ({ sandbox }) => {
    const gadgets = new Gadgets(sandbox);
    await Promise.all([gadgets.define(), sandbox.nodes.add(2)]);
    await Promise.all([gadgets.make("dns", { size: 1, color: "red" }), gadgets.grant()]);
    const spec = { linear: { nodesPerReplica: 1 }, scaleTargetRefs: [gadgets.target("dns")] };
    await sandbox.autoscaler("dns", { ...spec, algorithm: "CPA-1.10" });
    await becomes(gadgets, 2);
    const [third = ""] = await sandbox.nodes.add(1);
    await becomes(gadgets, 3);
    await sandbox.nodes.delete(third);
    await becomes(gadgets, 2);
    expect((await sandbox.get(gadgets.collection, "dns")).spec).toEqual({ size: 2, color: "red" });

    // Only this test grants the permission, so no request may follow after it.
    await sandbox.deleteAutoscaler("dns");
    await gadgets.remove();
  });

  it("without a count is reported, and scaled as soon as it has one", async ({ sandbox }) => {
    const gadgets = new Gadgets(sandbox);
    await Promise.all([gadgets.define(), sandbox.nodes.add(2)]);
    await Promise.all([gadgets.make("dns", { color: "red" }), gadgets.grant()]);
    const spec = { linear: { nodesPerReplica: 1 }, scaleTargetRefs: [gadgets.target("dns")] };
    await sandbox.autoscaler("dns", spec);
    await eventually(async () => {
      const { Ready } = await sandbox.conditions("dns");
      expect(Ready).toMatchObject({ status: "False", reason: "FailedGetScale" });
      expect(Ready?.message).toContain("set the target's replicas field once");
    });
    await sandbox.patch(gadgets.collection, "dns", { spec: { size: 1 } });
    await sandbox.nodes.add(1);
    await becomes(gadgets, 3);
    await sandbox.deleteAutoscaler("dns");
    await gadgets.remove();
  });

  it("is reported with the missing permission until that is granted", async ({ sandbox }) => {
    const gadgets = new Gadgets(sandbox);
    await Promise.all([gadgets.define(), sandbox.nodes.add(2)]);
    await gadgets.make("dns", { size: 1 });
    const spec = { linear: { nodesPerReplica: 1 }, scaleTargetRefs: [gadgets.target("dns")] };
    await sandbox.autoscaler("dns", spec);
    await eventually(async () => {
      const { Ready, Stalled } = await sandbox.conditions("dns");
      expect(Ready).toMatchObject({ status: "False", reason: "FailedGetScale" });
      expect(Ready?.message).toContain('cannot get resource "gadgets/scale"');
      expect(Ready?.message).toContain("grant the operator's service account this verb");
      expect(Stalled).toBeUndefined();
    });
    await gadgets.grant();
    await sandbox.nodes.add(1);
    await becomes(gadgets, 3);
    await sandbox.deleteAutoscaler("dns");
    await gadgets.remove();
  });

  it("without a scale subresource is reported as stalled, and others are still scaled", async ({
    sandbox,
  }) => {
    const gadgets = new Gadgets(sandbox);
    await Promise.all([gadgets.define({}), sandbox.nodes.add(2), sandbox.deployments({ web: 1 })]);
    await gadgets.make("dns", { size: 1 });
    const scaleTargetRefs = [gadgets.target("dns"), scaleTarget("Deployment", "web")];
    const spec = { linear: { nodesPerReplica: 1 }, scaleTargetRefs };
    await unguarded(sandbox, () => sandbox.autoscaler("dns", spec));
    await eventually(async () => {
      expect(await sandbox.replicas("web")).toBe(2);
      expect(await sandbox.conditions("dns")).toMatchObject({
        Ready: { status: "False", reason: "NotScalable" },
        Stalled: { status: "True", reason: "NotScalable" },
      });
    });
    expect(await gadgets.size("dns")).toBe(1);
    await sandbox.deleteAutoscaler("dns");
    await gadgets.remove();
  });

  it("without a CRD is stalled, and other targets are still scaled", async ({ sandbox }) => {
    const gadgets = new Gadgets(sandbox);
    await Promise.all([gadgets.define(), sandbox.nodes.add(2), sandbox.deployments({ web: 1 })]);
    await Promise.all([gadgets.make("dns", { size: 1 }), gadgets.grant()]);
    const scaleTargetRefs = [gadgets.target("dns"), scaleTarget("Deployment", "web")];
    await sandbox.autoscaler("dns", { linear: { nodesPerReplica: 1 }, scaleTargetRefs });
    await becomes(gadgets, 2);

    await gadgets.remove();
    await sandbox.nodes.add(1);
    await eventually(async () => {
      expect(await sandbox.replicas("web")).toBe(3);
      expect(await sandbox.conditions("dns")).toMatchObject({
        Ready: { status: "False", reason: "UnknownKind" },
        Stalled: { status: "True" },
      });
    });
    await sandbox.deleteAutoscaler("dns");
  });
});
