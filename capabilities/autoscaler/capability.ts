import { a, type Capability } from "pepr";

import { bindCapability, type BindingPorts } from "../bind.ts";
import { gvk } from "./observe.ts";

/** Pepr wants a class; which API it stands for is said by `gvk`. */
class Autoscaler extends a.GenericKind {}

export const autoscalers = (ports: BindingPorts): Capability =>
  bindCapability(
    { name: "autoscaler", description: "Scales workloads by their metrics." },
    Autoscaler,
    gvk,
    ports,
  );
