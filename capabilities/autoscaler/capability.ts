import "../pepr-mode.ts";

import { a, Capability, RegisterKind } from "pepr";

import type { AutoscalerSpec, AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import { admitting, enqueuing, type BindingPorts } from "../pepr-bridge.ts";
import { gvk } from "./resource.ts";

class Autoscaler extends a.GenericKind {
  declare readonly spec: AutoscalerSpec;
  declare readonly status?: AutoscalerStatus;
}
RegisterKind(Autoscaler, gvk);

export function autoscalers({ admit, enqueue }: BindingPorts): Capability {
  const capability = new Capability({
    name: "autoscaler",
    description: "Scales workloads by their metrics.",
  });
  const { When } = capability;
  When(Autoscaler).IsCreatedOrUpdated().Validate(admitting(admit)).Watch(enqueuing(enqueue));
  When(Autoscaler).IsDeleted().Watch(enqueuing(enqueue));
  return capability;
}
