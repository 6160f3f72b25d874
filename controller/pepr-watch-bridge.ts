import type { Capability } from "pepr";

import { isSameJson } from "../engine/json-values.ts";
import { pickPauses } from "../engine/pause/pauses.ts";
import type { KubeObject } from "../kube/watch/object.ts";
import type { Change } from "../kube/watch/reflector.ts";
import type { ScalingObject } from "./resource-driver.ts";

type Binding = Capability["bindings"][number];
type WatchCallback = NonNullable<Binding["watchCallback"]>;
type Phase = Parameters<WatchCallback>[1];

const phases: Readonly<Record<string, readonly string[]>> = {
  CREATE: ["ADDED"],
  UPDATE: ["MODIFIED"],
  CREATEORUPDATE: ["ADDED", "MODIFIED"],
  DELETE: ["DELETED"],
};

/**
 * Calls a capability's `Watch` callbacks with the changes of a reflector, in Pepr's terms. The reflector
 * replaces Pepr's own watcher, which lists everything again on every reconnect.
 */
export function wakeBindings<Kept extends KubeObject>(
  capability: Capability,
  onFault: (fault: unknown) => void,
): (changes: readonly Change<Kept>[]) => void {
  const bindings = capability.bindings.filter(({ isWatch }) => isWatch);
  return changes => {
    for (const { current, previous } of changes) {
      const phase = previous === undefined ? "ADDED" : current ? "MODIFIED" : "DELETED";
      const object = current ?? previous;
      if (!object) continue;
      for (const { event, watchCallback } of bindings) {
        if (!watchCallback || !phases[event]?.includes(phase)) continue;
        call(watchCallback, object, phase as Phase).catch(onFault);
      }
    }
  };
}

/**
 * Whether a change of our object can be ignored. Our own status writes come back on the watch and must not
 * wake the object that made them. So another client's status write is only seen in the object's next pass,
 * unless it empties the status, which we never do.
 */
export const isSameRevision = (a: ScalingObject, b: ScalingObject): boolean =>
  a.metadata.uid === b.metadata.uid &&
  a.metadata.generation === b.metadata.generation &&
  a.metadata.deletionTimestamp === b.metadata.deletionTimestamp &&
  isSameJson(pickPauses(a.metadata.annotations), pickPauses(b.metadata.annotations)) &&
  (isEmpty(a.status) || !isEmpty(b.status));

/** The CRDs set a default observedGeneration in an object without a status. */
const isEmpty = (status: unknown): boolean =>
  Object.keys(status ?? {}).every(key => key === "observedGeneration");

/** Our callbacks are synchronous. Pepr wraps them, so that a throw becomes a rejection. */
async function call(callback: WatchCallback, object: KubeObject, phase: Phase): Promise<void> {
  await callback(object as Parameters<WatchCallback>[0], phase);
}

/**
 * This host serves unfiltered `Validate` and `Watch` bindings. It would silently ignore others, so they
 * prevent the start. Returns the problem, or null.
 */
export function unservable({ name, bindings }: Capability): string | null {
  const odd = bindings.find(
    ({ isMutate, isFinalize, isQueue, filters }) =>
      isMutate === true || isFinalize === true || isQueue === true || isFiltered(filters),
  );
  if (odd) return `capability ${name}: only unfiltered Validate and Watch bindings are served`;
  const complete =
    bindings.some(({ isValidate }) => isValidate) && bindings.some(({ isWatch }) => isWatch);
  return complete
    ? null
    : `capability ${name}: a Validate or Watch binding is missing; import pepr-mode.ts before "pepr"`;
}

const isFiltered = (filters: Binding["filters"]): boolean =>
  Object.values(filters).some(filter =>
    typeof filter === "object" ? Object.keys(filter).length > 0 : Boolean(filter),
  );
