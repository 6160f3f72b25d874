import "./pepr-mode.ts";

import { type a, type Capability, PeprValidateRequest } from "pepr";

import { type AdmissionRequest, unavailable, type Validator } from "../admission/review.ts";
import { objectKey, type KubeObject } from "../kube/watch/object.ts";
import type { Change } from "../kube/watch/object-cache.ts";
import type { Proposal, Verdict } from "./admission/review-spec.ts";

export interface BindingPorts {
  readonly admit: (proposal: Proposal) => Promise<Verdict>;
  readonly enqueue: (key: string) => void;
}

/** The callback of a `Validate` binding. */
export const admitting =
  <Kind extends a.GenericKind>(admit: BindingPorts["admit"]) =>
  async (request: PeprValidateRequest<Kind>) => {
    const { errors, warnings, isTransient } = await admit({
      namespace: request.Request.namespace ?? "",
      // Set by authentication: name, groups, and whatever else an authenticator provides.
      requester: request.Request.userInfo,
      object: request.Raw as unknown as Proposal["object"],
      old: request.OldResource,
    });
    if (errors.length === 0) return request.Approve(warnings);
    return request.Deny(errors.join("\n"), isTransient ? unavailable : undefined);
  };

/**
 * The callback of a `Watch` binding, which only enqueues a key: decisions depend on current state, never on an
 * event.
 */
export const enqueuing =
  (enqueue: BindingPorts["enqueue"]) =>
  ({ metadata }: a.GenericKind): void => {
    const { name, namespace = "" } = metadata ?? {};
    if (name) enqueue(objectKey({ namespace, name }));
  };

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

/** Our callbacks are synchronous. Pepr wraps them, so that a throw becomes a rejection. */
async function call(callback: WatchCallback, object: KubeObject, phase: Phase): Promise<void> {
  await callback(object as Parameters<WatchCallback>[0], phase);
}

/** Pepr's names for the operations of a binding; a DELETE is always allowed. */
const operations: Readonly<Record<string, readonly string[]>> = {
  CREATE: ["CREATE"],
  UPDATE: ["UPDATE"],
  CREATEORUPDATE: ["CREATE", "UPDATE"],
  "*": ["CREATE", "UPDATE"],
};

/** A capability's `Validate` bindings, for our own webhook server. */
export const validatorsOf = ({ bindings }: Capability): readonly Validator[] =>
  bindings.flatMap(({ kind: { group, kind }, event, validateCallback }) =>
    validateCallback
      ? {
          ...{ group, kind, operations: operations[event] ?? [] },
          validate: (request: AdmissionRequest) => {
            // Pepr would copy the object, which takes more memory than to parse it.
            const asked = new PeprValidateRequest({ ...(request as Asked), object: {} });
            asked.Raw = request.object as typeof asked.Raw;
            return validateCallback(asked);
          },
        }
      : [],
  );

type Asked = ConstructorParameters<typeof PeprValidateRequest>[0];

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
