import type { ApiPath } from "../transport/api-path.ts";
import type { KubeAnswer } from "../transport/errors.ts";
import type { KubeObject } from "../watch/object.ts";
import type { Transport } from "../transport/transport.ts";

/**
 * Replaces an object's status at its path, if the object has not changed since this version; the response contains the
 * next version. Otherwise the error is `Invalid`. So a late write, whose caller has given up or whose replica
 * has been replaced, never overwrites a newer one.
 */
export function writeStatus(
  transport: Transport,
  path: ApiPath,
  status: object,
  expected: {
    readonly uid: string;
    readonly resourceVersion: string;
    /** Called immediately before sending. */
    readonly mayWrite: () => boolean;
  },
): KubeAnswer<KubeObject> {
  const { uid, resourceVersion, mayWrite } = expected;
  return transport.request<KubeObject>({
    method: "PATCH",
    path,
    query: { fieldManager: "trimtab" },
    contentType: "application/json-patch+json",
    body: [
      { op: "test", path: "/metadata/uid", value: uid },
      { op: "test", path: "/metadata/resourceVersion", value: resourceVersion },
      { op: "add", path: "/status", value: status },
    ],
    mayWrite,
  });
}
