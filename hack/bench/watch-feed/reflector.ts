import { startProbe } from "./probe.ts";

import { setTimeout as sleep } from "node:timers/promises";

import { systemClock } from "../../../kube/clock.ts";
import { CredentialSource } from "../../../kube/transport/credentials.ts";
import { resourcePath, type KubeObject } from "../../../kube/watch/object.ts";
import { Reflector, type Change } from "../../../kube/watch/reflector.ts";
import { Transport } from "../../../kube/transport/transport.ts";
import { capability, dispatch, type Phase } from "./capability.ts";
import { kind } from "./protocol.ts";

// Variant: a custom host, one reflector for all bindings of the kind.

const transport = new Transport({
  credentials: new CredentialSource(systemClock),
  userAgent: "trimtab-bench",
  clock: systemClock,
  random: Math.random,
  sleep: ms => sleep(ms),
  onRequest: () => undefined,
  deadlineMs: 10_000,
});

/** TRIMTAB_BENCH_TRIM: drops what a controller does not need. */
function trim(raw: KubeObject): KubeObject {
  if (process.env["TRIMTAB_BENCH_TRIM"] === undefined) return raw;
  const { name, namespace, uid, resourceVersion } = raw.metadata;
  const annotations = Object.fromEntries(
    Object.entries(raw.metadata.annotations ?? {}).filter(([key]) => !key.startsWith("kubectl.")),
  );
  return {
    ...raw,
    metadata: { name, uid, resourceVersion, annotations, ...(namespace ? { namespace } : {}) },
  };
}

function call({ current, previous }: Change<KubeObject>): void {
  const phase = current === undefined ? "DELETED" : previous === undefined ? "ADDED" : "MODIFIED";
  for (const binding of capability.bindings) {
    dispatch(binding, current ?? previous ?? {}, phase as Phase);
  }
}

startProbe();
new Reflector<KubeObject, KubeObject>({
  transport,
  clock: systemClock,
  random: Math.random,
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
  path: resourcePath(kind),
  trim,
  same: (a, b) => a.metadata.resourceVersion === b.metadata.resourceVersion,
  onChanges: changes => {
    changes.forEach(call);
  },
  onHealth: error => {
    if (process.env["TRIMTAB_BENCH_VERBOSE"] !== undefined) console.error(performance.now(), error);
  },
}).start();
