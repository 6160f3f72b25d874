import type { RolloutState } from "../engine/observation/rollout.ts";
import { FIELD_MANAGER, type ZeroOwner } from "../engine/observation/zero-owner.ts";
import { err, ok, type Result } from "../engine/result.ts";
import { mostBytes } from "./answer-size.ts";
import type { ApiPath } from "./api-path.ts";
import type { ApiResource } from "./discovery.ts";
import { kubeError, type KubeError } from "./errors.ts";
import { resourcePath } from "./object.ts";
import type { Transport } from "./transport.ts";

/** One scalable object, by the resource its kind was resolved to. */
export interface ScaleTarget {
  readonly resource: ApiResource;
  readonly namespace: string;
  readonly name: string;
}

/** What `/scale` says of it. `resourceVersion` is the object's own. */
export interface ScaleState {
  readonly uid: string;
  readonly resourceVersion: string;
  /** Asked for. */
  readonly replicas: number;
  /** There. */
  readonly statusReplicas: number;
  /** Of its pods, as text; empty where the target names none. */
  readonly selector: string;
  /** Not what `/scale` says: of an object that a watch shows; absent: none, or it is not known. */
  readonly rollout?: RolloutState;
  /** In the same way, while the count is 0. */
  readonly zeroOf?: ZeroOwner;
}

interface RawScale {
  readonly metadata: { readonly uid: string; readonly resourceVersion: string };
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly replicas?: number; readonly selector?: string };
}

const scalePath = ({ resource, namespace, name }: ScaleTarget): ApiPath =>
  resourcePath({ ...resource, namespace, name, subresource: "scale" });

export async function getScale(
  transport: Transport,
  target: ScaleTarget,
): Promise<Result<ScaleState, KubeError>> {
  const path = scalePath(target);
  const answer = await transport.request<RawScale>({
    ...{ method: "GET", path, mostBytes: mostBytes.scale },
  });
  if (answer.ok) return ok(toState(answer.value));
  return err(explainAbsentReplicas(answer.error));
}

/** A custom resource whose replicas field is absent has no count to start from: a 500 upstream. */
function explainAbsentReplicas(error: KubeError): KubeError {
  if (error.code !== "ServerError" || !error.message.includes("does not exist")) return error;
  return {
    ...kubeError("Invalid", { request: error.request, message: error.message }),
    remedy: "set the target's replicas field once, or give it a default in its CRD",
  };
}

/** The count that was decided on, of the object that it was decided for, and the one that it shall have. */
export interface Swap {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Writes the count only if the object is still the one (uid) with the count that was decided on:
 * a JSON Patch whose tests the API server checks in the same transaction. Someone else's edit or
 * a re-created target is error `Conflict`; an update of its status is not in the way.
 */
export async function compareAndSwapReplicas(
  transport: Transport,
  target: ScaleTarget,
  swap: Swap,
  maySend: () => boolean,
): Promise<Result<ScaleState, KubeError>> {
  if (swap.to === 0 && isBuiltIn(target)) return applyZero(transport, target, swap, maySend);
  const answer = await transport.request<RawScale>({
    method: "PATCH",
    path: scalePath(target),
    query: { fieldManager: FIELD_MANAGER },
    contentType: "application/json-patch+json",
    body: swapPatch(swap),
    maySend,
  });
  if (answer.ok) return ok(toState(answer.value));
  // A failed test is 422 without a cause; what else is invalid is found by reading live.
  if (answer.error.code !== "Invalid") return answer;
  return err(kubeError("Conflict", { ...answer.error, status: 422 }));
}

/** The API server cannot apply the scale of a custom resource. */
const isBuiltIn = ({ resource: { group } }: ScaleTarget): boolean =>
  group === "apps" || group === "";

/**
 * A 0 that is applied has an owner, which one that is patched has not: so the target can tell later
 * whose it is. Here it is the object's version that must be the one that was decided on: `Conflict`,
 * too, where only its status has changed.
 */
async function applyZero(
  transport: Transport,
  target: ScaleTarget,
  { uid, resourceVersion }: Swap,
  maySend: () => boolean,
): Promise<Result<ScaleState, KubeError>> {
  const { namespace, name } = target;
  const answer = await transport.request<RawScale>({
    method: "PATCH",
    path: scalePath(target),
    query: { fieldManager: FIELD_MANAGER, force: "true" },
    contentType: "application/apply-patch+yaml",
    body: {
      ...{ apiVersion: "autoscaling/v1", kind: "Scale" },
      metadata: { namespace, name, uid, resourceVersion },
      spec: { replicas: 0 },
    },
    maySend,
  });
  return answer.ok ? ok(toState(answer.value)) : answer;
}

/** At 0 the count is absent from the object, and a test needs something that is there. */
export function swapPatch(swap: { uid: string; from: number; to: number }): readonly object[] {
  const sameObject = { op: "test", path: "/metadata/uid", value: swap.uid };
  if (swap.from === 0) {
    return [
      sameObject,
      { op: "test", path: "/spec", value: {} },
      { op: "add", path: "/spec/replicas", value: swap.to },
    ];
  }
  return [
    sameObject,
    { op: "test", path: "/spec/replicas", value: swap.from },
    { op: "replace", path: "/spec/replicas", value: swap.to },
  ];
}

const toState = ({ metadata, spec, status }: RawScale): ScaleState => ({
  uid: metadata.uid,
  resourceVersion: metadata.resourceVersion,
  replicas: spec?.replicas ?? 0,
  statusReplicas: status?.replicas ?? 0,
  selector: status?.selector ?? "",
});
