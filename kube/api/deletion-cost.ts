import { DELETION_COST, REMOVAL_COST, REMOVAL_MARK } from "../../engine/model/observation/pod.ts";
import { FIELD_MANAGER } from "../../engine/model/observation/observation.ts";
import type { KubeAnswer } from "../transport/errors.ts";
import type { KubeRequest } from "../transport/kube-request.ts";
import type { Transport } from "../transport/transport.ts";
import { metadataAs } from "../watch/list.ts";
import { resourcePath, type KubeObject } from "../watch/object.ts";

export interface MarkedPod {
  readonly namespace: string;
  readonly name: string;
  readonly deadlineMs: number;
  /** Called immediately before sending. */
  readonly mayWrite: () => boolean;
}

const annotations = { [DELETION_COST]: String(REMOVAL_COST), [REMOVAL_MARK]: "true" };

/**
 * Marks a pod as one to remove first. By server-side apply without force, so the API server refuses to change a
 * deletion cost that another client has set.
 */
export const markPod = (transport: Transport, pod: MarkedPod): KubeAnswer<KubeObject> =>
  patch(transport, pod, {
    contentType: "application/apply-patch+yaml",
    body: {
      ...{ apiVersion: "v1", kind: "Pod" },
      metadata: { namespace: pod.namespace, name: pod.name, annotations },
    },
  });

/** Clears the mark, unless another client has changed the cost meanwhile. */
export const clearMark = (transport: Transport, pod: MarkedPod): KubeAnswer<KubeObject> =>
  patch(transport, pod, {
    contentType: "application/json-patch+json",
    body: Object.entries(annotations).flatMap(([annotation, value]) => {
      const path = `/metadata/annotations/${annotation.replace("/", "~1")}`;
      return [
        { op: "test", path, value },
        { op: "remove", path },
      ];
    }),
  });

const patch = (
  transport: Transport,
  { namespace, name, deadlineMs, mayWrite }: MarkedPod,
  what: Pick<KubeRequest, "contentType" | "body">,
): KubeAnswer<KubeObject> =>
  transport.request<KubeObject>({
    method: "PATCH",
    path: resourcePath({ group: "", version: "v1", plural: "pods", namespace, name }),
    query: { fieldManager: FIELD_MANAGER },
    accept: metadataAs("PartialObjectMetadata"),
    ...what,
    ...{ deadlineMs, mayWrite },
  });
