import type { Result } from "../engine/result.ts";
import type { KubeError } from "./errors.ts";
import type { KubeObject } from "./object.ts";
import type { Transport } from "./transport.ts";

/**
 * Replaces an object's status, if it is still the same object (uid) and, where `generation` is
 * given, still has the spec that the status was made for. Otherwise the error is `Invalid`; an
 * edit of labels or annotations is not in the way.
 */
export function writeStatus(
  transport: Transport,
  path: string,
  status: object,
  expected: { readonly uid: string; readonly generation?: number },
): Promise<Result<KubeObject, KubeError>> {
  const { uid, generation } = expected;
  const sameSpec =
    generation === undefined
      ? []
      : [{ op: "test", path: "/metadata/generation", value: generation }];
  return transport.request<KubeObject>({
    method: "PATCH",
    path: `${path}/status`,
    query: { fieldManager: "trimtab" },
    contentType: "application/json-patch+json",
    body: [
      { op: "test", path: "/metadata/uid", value: uid },
      ...sameSpec,
      { op: "add", path: "/status", value: status },
    ],
  });
}
