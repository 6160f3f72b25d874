import "../pepr-mode.ts";

import { a, Capability, RegisterKind } from "pepr";

import type {
  ClusterProportionalAutoscalerSpec,
  ClusterProportionalAutoscalerStatus,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { admitting, enqueuing, type BindingPorts } from "../pepr-bridge.ts";
import { gvk } from "./resource.ts";

class ClusterProportionalAutoscaler extends a.GenericKind {
  declare readonly spec: ClusterProportionalAutoscalerSpec;
  declare readonly status?: ClusterProportionalAutoscalerStatus;
}
RegisterKind(ClusterProportionalAutoscaler, gvk);

export function clusterProportionalAutoscalers({ admit, enqueue }: BindingPorts): Capability {
  const capability = new Capability({
    name: "cluster-proportional-autoscaler",
    description: "Sizes services such as DNS from the number of nodes and cores.",
  });
  const { When } = capability;
  When(ClusterProportionalAutoscaler)
    .IsCreatedOrUpdated()
    .Validate(admitting(admit))
    .Watch(enqueuing(enqueue));
  When(ClusterProportionalAutoscaler).IsDeleted().Watch(enqueuing(enqueue));
  return capability;
}
