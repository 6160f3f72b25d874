import type { Capability } from "pepr";

import { makeController } from "../../controller/controller.ts";
import { Dependents } from "../../controller/dependents.ts";
import type { Environment } from "../../controller/environment.ts";
import { Targets } from "../../controller/targets.ts";
import { sameWish, wakeBindings } from "../../controller/wake.ts";
import { resourcePath } from "../../kube/object.ts";
import { admit } from "./admit.ts";
import { clusterProportionalAutoscalers } from "./capability.ts";
import { ClusterSizes } from "./cluster-sizes.ts";
import { ConfigMaps } from "./config-maps.ts";
import { clusterProportionalKind, gvk, type StoredAutoscaler } from "./observe.ts";

/** A capability with what has to run beside it. */
export interface RunningCapability {
  readonly capability: Capability;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
  /** Empty once every cache is complete; else what is still missing. */
  readonly notReady: () => string[];
}

/** Wires this resource's caches, its loop and its bindings. Does no I/O before `start`. */
export function clusterProportionalController(environment: Environment): RunningCapability {
  const { reflectors, transport, discovery, log, telemetry } = environment;
  const wake = (thing: string): void => {
    for (const key of dependents.of(thing)) queue.add(key);
  };
  const sizes = new ClusterSizes(reflectors, wake);
  const configMaps = new ConfigMaps(reflectors, wake);
  const targets = new Targets({ transport, discovery, reflectors, onChange: wake });
  // Admission looks through connections of its own, and only live: it never opens a cache.
  const looks = new Targets({
    ...{ discovery, reflectors, transport: environment.admissionTransport },
    onChange: () => undefined,
  });
  const dependents = new Dependents(thing => {
    sizes.release(thing);
    configMaps.release(thing);
  });
  const objects = reflectors.open<StoredAutoscaler, StoredAutoscaler>({
    path: resourcePath({ ...gvk, group: gvk.group }),
    trim: keep,
    same: sameWish,
    onChanges: changes => {
      wakeAll(changes);
    },
  });
  const kind = clusterProportionalKind({
    ...{ sizes, configMaps, clock: environment.clock },
    get: key => objects.get(key),
  });
  const queue = makeController(environment, kind, { targets, dependents });
  const capability = clusterProportionalAutoscalers({
    admit: request =>
      admit(looks, {
        namespace: request.Request.namespace ?? "",
        object: request.Raw,
        // Pepr types it as any object; it is one of this kind.
        old: request.OldResource as StoredAutoscaler | null | undefined,
      }),
    enqueue: key => {
      queue.add(key);
    },
  });
  const wakeAll = wakeBindings<StoredAutoscaler>(capability, fault => {
    telemetry.fault("watch");
    log.error({ err: fault }, "a Watch binding failed");
  });
  telemetry.observe("queue_depth", "Objects that wait for a worker", "kind", () => {
    return new Map([[gvk.kind, queue.depth]]);
  });
  return {
    capability,
    start: () => {
      environment.onReconnect.add(() => {
        queue.retryNow();
      });
      objects.start();
      sizes.start();
      // Nothing is decided before both are complete: half a cluster would shrink its DNS.
      void Promise.all([objects.whenSynced(), sizes.whenSynced()]).then(() => {
        queue.start();
      });
    },
    stop: () => queue.stop(),
    notReady: () => [
      ...(objects.synced ? [] : [`${gvk.plural}: the first list is not complete`]),
      ...(sizes.synced ? [] : ["nodes: the first list is not complete"]),
    ],
  };
}

/** managedFields are half of many objects, and nothing here reads them. */
function keep({ metadata, spec, status }: StoredAutoscaler): StoredAutoscaler {
  const { name, uid, resourceVersion } = metadata;
  const { namespace, generation, deletionTimestamp } = metadata;
  return {
    metadata: {
      ...{ name, uid, resourceVersion },
      ...(namespace === undefined ? {} : { namespace }),
      ...(generation === undefined ? {} : { generation }),
      ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
    },
    spec,
    ...(status === undefined ? {} : { status }),
  };
}
