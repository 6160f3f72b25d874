import { describe, expect } from "vitest";

import { apiRequest, mustRequest } from "../../hack/cluster/api.ts";
import { eventually } from "./eventually.ts";
import { scaleTarget } from "./objects.ts";
import { it, type Sandbox } from "./sandbox.ts";
import { sharedOperator } from "./shared-operator.ts";
import { unguarded } from "./unguarded.ts";

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** A kind of this sandbox's own, with its count in `spec.size`. */
class Gadgets {
  readonly #sandbox: Sandbox;
  readonly #group: string;
  readonly collection: string;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
    this.#group = `${sandbox.namespace}.example.dev`;
    this.collection = `apis/${this.#group}/v1/gadgets`;
  }

  target(name: string) {
    return scaleTarget("Gadget", name, `${this.#group}/v1`);
  }

  async define(subresources: object = scaleOfSize): Promise<void> {
    const names = { kind: "Gadget", plural: "gadgets", singular: "gadget" };
    const openAPIV3Schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema } };
    await mustRequest(this.#sandbox.cluster, "POST", crds, {
      metadata: { name: `gadgets.${this.#group}` },
      spec: {
        ...{ group: this.#group, scope: "Namespaced", names },
        versions: [{ ...version, subresources }],
      },
    });
    await this.#untilServed();
  }

  async remove(): Promise<void> {
    await mustRequest(this.#sandbox.cluster, "DELETE", `${crds}/gadgets.${this.#group}`);
    await eventually(async () => {
      const { code } = await apiRequest(this.#sandbox.cluster, "GET", `/apis/${this.#group}/v1`);
      expect(code).toBe(404);
    });
  }

  async make(name: string, spec: object): Promise<void> {
    const apiVersion = `${this.#group}/v1`;
    const object = { apiVersion, kind: "Gadget", metadata: { name }, spec };
    await this.#sandbox.create(this.collection, object);
  }

  async size(name: string): Promise<number | undefined> {
    const { spec } = await this.#sandbox.get(this.collection, name);
    return (spec as { size?: number }).size;
  }

  /** The rights that the chart's role asks the user to add for kinds of their own. */
  async grant(): Promise<void> {
    const { cluster, namespace } = this.#sandbox;
    const name = `gadgets-of-${namespace}`;
    const resources = ["gadgets/scale"];
    const rules = [{ apiGroups: [this.#group], resources, verbs: ["get", "patch"] }];
    const apiGroup = "rbac.authorization.k8s.io";
    const roleRef = { apiGroup, kind: "ClusterRole", name };
    const subjects = [{ apiGroup, kind: "User", name: sharedOperator().user }];
    await mustRequest(cluster, "POST", `${rbac}/clusterroles`, { metadata: { name }, rules });
    const binding = { metadata: { name, namespace }, roleRef, subjects };
    await mustRequest(cluster, "POST", `${rbac}/namespaces/${namespace}/rolebindings`, binding);
    await this.#untilAllowed();
  }

  async #untilServed(): Promise<void> {
    await eventually(async () => {
      const path = this.#sandbox.path(this.collection);
      expect((await apiRequest(this.#sandbox.cluster, "GET", path)).code).toBe(200);
      const discovery = `/apis/${this.#group}/v1`;
      expect((await apiRequest(this.#sandbox.cluster, "GET", discovery)).code).toBe(200);
    });
  }

  async #untilAllowed(): Promise<void> {
    const { cluster, namespace } = this.#sandbox;
    const wanted = { namespace, group: this.#group, resource: "gadgets", subresource: "scale" };
    const spec = { user: sharedOperator().user, resourceAttributes: { ...wanted, verb: "patch" } };
    await eventually(async () => {
      const path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
      const { status } = await mustRequest(cluster, "POST", path, { spec });
      expect(status).toMatchObject({ allowed: true });
    });
  }
}

const scaleOfSize = {
  scale: { specReplicasPath: ".spec.size", statusReplicasPath: ".status.size" },
};

const becomes = (gadgets: Gadgets, count: number) =>
  eventually(async () => {
    expect(await gadgets.size("dns")).toBe(count);
  });

describe.concurrent("a custom resource with a scale subresource", () => {
  it("is scaled like any other, given the rights", async ({ sandbox }) => {
    const gadgets = new Gadgets(sandbox);
    await Promise.all([gadgets.define(), sandbox.nodes.add(2)]);
    await Promise.all([gadgets.make("dns", { size: 1, color: "red" }), gadgets.grant()]);
    const spec = { linear: { nodesPerReplica: 1 }, scaleTargetRefs: [gadgets.target("dns")] };
    await sandbox.autoscaler("dns", { ...spec, compatibility: "CPA-1.10" });
    await becomes(gadgets, 2);
    const [third = ""] = await sandbox.nodes.add(1);
    await becomes(gadgets, 3);
    await sandbox.nodes.delete(third);
    await becomes(gadgets, 2);
    expect((await sandbox.get(gadgets.collection, "dns")).spec).toEqual({ size: 2, color: "red" });

    // Its rights are a test's own, and nothing else may be asked of it any more.
    await sandbox.deleteAutoscaler("dns");
    await gadgets.remove();
  });

  it("that has no count yet is told of, and scaled once it has", async ({ sandbox }) => {
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

  it("says which right is missing until it is granted", async ({ sandbox }) => {
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

  it("that has no scale subresource after all is told of: then it is stalled, and its neighbour scaled all the same", async ({
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

  it("may lose its kind: then it is stalled, and its neighbour scaled all the same", async ({
    sandbox,
  }) => {
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
