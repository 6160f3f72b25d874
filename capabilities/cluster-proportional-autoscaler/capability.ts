import "../pepr-mode.ts";

import { a, Capability, type PeprValidateRequest } from "pepr";

import type { ClusterProportionalAutoscalerSpec } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { objectKey } from "../../kube/object.ts";
import type { Verdict } from "./admit.ts";
import { gvk } from "./observe.ts";

/** Pepr wants a class; which API it stands for is said by `gvk` beside it. */
export class ClusterProportionalAutoscaler extends a.GenericKind {
  declare spec: ClusterProportionalAutoscalerSpec;
}

export interface ClusterProportionalPorts {
  readonly admit: (request: PeprValidateRequest<ClusterProportionalAutoscaler>) => Promise<Verdict>;
  readonly enqueue: (key: string) => void;
}

/**
 * Binds the kind to admission and to the work queue, and does nothing else. Watching only enqueues
 * a key: what is decided comes from the state of the world, never from an event.
 */
export function clusterProportionalAutoscalers(ports: ClusterProportionalPorts): Capability {
  const capability = new Capability({
    name: "cluster-proportional-autoscaler",
    description: "Sizes services such as DNS from the number of nodes and cores.",
  });
  const enqueue = ({ metadata }: ClusterProportionalAutoscaler): void => {
    const { name, namespace = "" } = metadata ?? {};
    if (name) ports.enqueue(objectKey({ namespace, name }));
  };
  capability
    .When(ClusterProportionalAutoscaler, gvk)
    .IsCreatedOrUpdated()
    .Validate(async request => {
      const { errors, warnings } = await ports.admit(request);
      return errors.length === 0 ? request.Approve(warnings) : request.Deny(errors.join("\n"));
    })
    .Watch(enqueue);
  capability.When(ClusterProportionalAutoscaler, gvk).IsDeleted().Watch(enqueue);
  return capability;
}
