import type { Capability } from "pepr";

import { bindCapability, type BindingPorts } from "../pepr-bindings.ts";
import { gvk } from "./driver.ts";

export const clusterProportionalAutoscalers = (ports: BindingPorts): Capability =>
  bindCapability(
    {
      name: "cluster-proportional-autoscaler",
      description: "Sizes services such as DNS from the number of nodes and cores.",
    },
    gvk,
    ports,
  );
