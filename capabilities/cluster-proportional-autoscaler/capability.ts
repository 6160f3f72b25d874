import { a, type Capability } from "pepr";

import { bindCapability, type BindingPorts } from "../pepr-bindings.ts";
import { gvk } from "./driver.ts";

/** Pepr needs a class; `gvk` names the API that it stands for. */
class ClusterProportionalAutoscaler extends a.GenericKind {}

export const clusterProportionalAutoscalers = (ports: BindingPorts): Capability =>
  bindCapability(
    {
      name: "cluster-proportional-autoscaler",
      description: "Sizes services such as DNS from the number of nodes and cores.",
    },
    ClusterProportionalAutoscaler,
    gvk,
    ports,
  );
