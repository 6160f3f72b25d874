import { expect } from "vitest";

import { apiRequest, mustRequest } from "../../hack/cluster/api.ts";
import { eventually } from "./eventually.ts";
import { scaleTarget } from "./cluster/objects.ts";
import type { Sandbox } from "./cluster/sandbox.ts";
import { sharedOperator } from "./cluster/shared-operator.ts";

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** The group of the custom resource that the shared operator may watch. */
export const watchedGroup = "watched.example.dev";

/** A custom resource of this sandbox, with its count in `spec.size`. */
export class Gadgets {
  readonly #sandbox: Sandbox;
  readonly #group: string;
  readonly collection: string;

  constructor(sandbox: Sandbox, group = `${sandbox.namespace}.example.dev`) {
    this.#sandbox = sandbox;
    this.#group = group;
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

  /** The permissions that the chart requires users to add for their own kinds. */
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

export const scaleOfSize = {
  scale: { specReplicasPath: ".spec.size", statusReplicasPath: ".status.size" },
};
