import { startProbe } from "./probe.ts";

import { K8s } from "kubernetes-fluent-client";

import { capability, dispatch } from "./capability.ts";

// Variant: a custom host, one watcher of Pepr's client for each binding, as Pepr starts them.

startProbe();
for (const binding of capability.bindings) {
  const watcher = K8s(binding.model, { kindOverride: binding.kind }).Watch(
    (object: object, phase) => {
      dispatch(binding, object, phase);
    },
    {},
  );
  void watcher.start();
}
