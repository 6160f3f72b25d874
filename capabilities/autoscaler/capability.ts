import type { Capability } from "pepr";

import { bindCapability, type BindingPorts } from "../pepr-bindings.ts";
import { gvk } from "./driver.ts";

export const autoscalers = (ports: BindingPorts): Capability =>
  bindCapability(
    { name: "autoscaler", description: "Scales workloads by their metrics." },
    gvk,
    ports,
  );
