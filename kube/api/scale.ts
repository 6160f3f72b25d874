import type { RolloutState } from "../../engine/model/observation/rollout.ts";
import { FIELD_MANAGER, type ZeroOwner } from "../../engine/model/observation/observation.ts";
import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { isText } from "../../engine/model/values/json-values.ts";
import { valueAt } from "../../engine/schema/structure.ts";
import { mostBytes } from "../transport/response-size.ts";
import type { ApiPath } from "../transport/api-path.ts";
import type { ApiResource } from "./discovery.ts";
import { kubeError, type KubeAnswer, type KubeError } from "../transport/errors.ts";
import { resourcePath } from "../watch/object.ts";
import { type KubeRequest, ownerAt } from "../transport/kube-request.ts";
import type { Transport } from "../transport/transport.ts";

/** One scalable object, by the resource that its kind resolves to. */
export interface ScaleTarget {
  readonly resource: ApiResource;
  readonly namespace: string;
  readonly name: string;
}

/** The content of `/scale`. `resourceVersion` is that of the object itself. */
export interface ScaleState {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly replicas: number;
  readonly statusReplicas: number;
  /** Pod selector, as text; empty if the target has none. */
  readonly selector: string;
  /** Not part of `/scale`: taken from a watched object; absent: no rollout, or unknown. */
  readonly rollout?: RolloutState;
  /** Likewise from a watched object, while the count is 0. */
  readonly zeroOf?: ZeroOwner;
  /** Likewise: whether a mark announces that it serves; absent: no, or unknown. */
  readonly isServing?: boolean;
}

const scalePath = ({ resource, namespace, name }: ScaleTarget): ApiPath =>
  resourcePath({ ...resource, namespace, name, subresource: "scale" });

/**
 * The API server waits this long for a conversion webhook, even if the client has given up. Only custom
 * resources have one. In each namespace, each version of a kind has its own turns.
 *
 * Source  k8s.io/apiextensions-apiserver/pkg/apiserver/conversion, webhookConverter.Convert.
 */
const conversionMs = 30_000;

const turnOf = (target: ScaleTarget): Pick<KubeRequest, "owner" | "lingerMs"> => {
  if (isBuiltIn(target)) return {};
  const { plural, version, group } = target.resource;
  return {
    owner: ownerAt(target.namespace, `${plural}.${version}.${group}`),
    lingerMs: conversionMs,
  };
};

export async function getScale(transport: Transport, target: ScaleTarget): KubeAnswer<ScaleState> {
  const answer = await transport.request({
    ...{ method: "GET", path: scalePath(target), mostBytes: mostBytes.scale },
    ...turnOf(target),
  });
  if (answer.ok) return toState(answer.value, `GET ${scalePath(target)}`);
  return err(explainAbsentReplicas(answer.error));
}

/** A custom resource without a replicas field has no count to start from: the API server returns 500. */
function explainAbsentReplicas(error: KubeError): KubeError {
  if (error.code !== "ServerError" || !error.message.includes("does not exist")) return error;
  return {
    ...kubeError("Invalid", { request: error.request, message: error.message }),
    remedy: "set the target's replicas field once, or give it a default in its CRD",
  };
}

/** A replica count change: the object, the count that the decision was based on, and the new count. */
export interface Swap {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Writes the count only if the object is still the same (uid) and still has the count that the decision was
 * based on. The API server checks the tests of the JSON Patch in the same transaction. Another client's edit
 * or a re-created target returns error `Conflict`; a status update does not interfere.
 */
export async function compareAndSwapReplicas(
  transport: Transport,
  target: ScaleTarget,
  swap: Swap,
  mayWrite: () => boolean,
): KubeAnswer<ScaleState> {
  const isApplied = swap.to === 0 && isBuiltIn(target);
  const patch = { contentType: "application/json-patch+json", body: swapPatch(swap) };
  const answer = await transport.request({
    method: "PATCH",
    path: scalePath(target),
    query: { fieldManager: FIELD_MANAGER },
    ...(isApplied ? applyOfZero(target, swap) : patch),
    mayWrite,
    ...turnOf(target),
  });
  if (answer.ok) return toState(answer.value, `PATCH ${scalePath(target)}`);
  // A failed test is a 422 without a cause; a live read finds out what else is invalid.
  if (isApplied || answer.error.code !== "Invalid") return answer;
  return err(kubeError("Conflict", { ...answer.error, status: 422 }));
}

/** The API server does not support server-side apply on the scale of a custom resource. */
const isBuiltIn = ({ resource: { group } }: ScaleTarget): boolean =>
  group === "apps" || group === "";

/**
 * Server-side apply gives a 0 an owner, a patch does not: so the target shows later who set it to 0. The
 * object's resourceVersion must match here, so a status update alone also returns `Conflict`.
 */
const applyOfZero = ({ namespace, name }: ScaleTarget, { uid, resourceVersion }: Swap) => ({
  query: { fieldManager: FIELD_MANAGER, force: "true" },
  contentType: "application/apply-patch+yaml",
  body: {
    ...{ apiVersion: "autoscaling/v1", kind: "Scale" },
    metadata: { namespace, name, uid, resourceVersion },
    spec: { replicas: 0 },
  },
});

/** At 0 the object has no count field, but the patch must test a field that exists. */
export function swapPatch({ uid, from, to }: Omit<Swap, "resourceVersion">): readonly object[] {
  const count = "/spec/replicas";
  const tested = from === 0 ? { path: "/spec", value: {} } : { path: count, value: from };
  return [
    { op: "test", path: "/metadata/uid", value: uid },
    { op: "test", ...tested },
    { op: from === 0 ? "add" : "replace", path: count, value: to },
  ];
}

/** The scale of an aggregated API may be anything. */
function toState(answer: unknown, request: string): Result<ScaleState, KubeError> {
  const at = (...path: readonly string[]): unknown => valueAt(answer, path);
  const [uid, resourceVersion] = [at("metadata", "uid"), at("metadata", "resourceVersion")];
  const texts = { uid, resourceVersion, selector: at("status", "selector") ?? "" };
  const [replicas, statusReplicas] = [at("spec", "replicas") ?? 0, at("status", "replicas") ?? 0];
  const areCounts = [replicas, statusReplicas].every(Number.isInteger);
  if (areCounts && Object.values(texts).every(text => isText(text))) {
    return ok({ ...texts, replicas, statusReplicas } as ScaleState);
  }
  return err(kubeError("Malformed", { request, message: "the answer is not a Scale" }));
}
