import { a, type Capability } from "pepr";

import { bindCapability, type BindingPorts } from "../pepr-bindings.ts";
import { gvk } from "./driver.ts";

/** Pepr needs a class; `gvk` names the API that it stands for. */
class Autoscaler extends a.GenericKind {}

export const autoscalers = (ports: BindingPorts): Capability =>
  bindCapability(
    { name: "autoscaler", description: "Scales workloads by their metrics." },
    Autoscaler,
    gvk,
    ports,
  );
