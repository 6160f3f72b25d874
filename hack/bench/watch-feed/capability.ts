import { a, Capability } from "pepr";

import { enqueueChanged, enqueueDeleted } from "./probe.ts";
import { kind } from "./protocol.ts";

/** Pepr requires a class; its name appears only in logs. */
class ClusterProportionalAutoscaler extends a.GenericKind {}

export const capability = new Capability({
  name: "watch-feed",
  description: "The bindings that every variant serves.",
});

capability
  .When(ClusterProportionalAutoscaler, kind)
  .IsCreatedOrUpdated()
  .Watch(object => {
    enqueueChanged(object);
  });

capability
  .When(ClusterProportionalAutoscaler, kind)
  .IsDeleted()
  .Watch(() => {
    enqueueDeleted();
  });

export type Binding = (typeof capability.bindings)[number];
export type Phase = Parameters<NonNullable<Binding["watchCallback"]>>[1];

const phasesOf: Readonly<Record<string, readonly string[]>> = {
  CREATEORUPDATE: ["ADDED", "MODIFIED"],
  DELETE: ["DELETED"],
};

/** Does what Pepr would do: calls a binding for its events. */
export function dispatch(binding: Binding, object: object, phase: Phase): void {
  if (phasesOf[binding.event]?.includes(phase)) void binding.watchCallback?.(object, phase);
}
