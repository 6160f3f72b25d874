import type { Result } from "../engine/result.ts";
import { subresource, type ApiPath } from "./api-path.ts";
import type { KubeError } from "./errors.ts";
import type { KubeObject } from "./object.ts";
import type { Transport } from "./transport.ts";

/**
 * Replaces an object's status, if nobody has changed the object since this version of it; the
 * answer has the next version. Otherwise the error is `Invalid`. So a write that lands late, after
 * its answer was given up or its writer was replaced, never undoes a newer one.
 */
export function writeStatus(
  transport: Transport,
  path: ApiPath,
  status: object,
  expected: {
    readonly uid: string;
    readonly resourceVersion: string;
    /** Asked when it is about to be sent. */
    readonly maySend: () => boolean;
  },
): Promise<Result<KubeObject, KubeError>> {
  const { uid, resourceVersion, maySend } = expected;
  return transport.request<KubeObject>({
    method: "PATCH",
    path: subresource(path, "status"),
    query: { fieldManager: "trimtab" },
    contentType: "application/json-patch+json",
    body: [
      { op: "test", path: "/metadata/uid", value: uid },
      { op: "test", path: "/metadata/resourceVersion", value: resourceVersion },
      { op: "add", path: "/status", value: status },
    ],
    maySend,
  });
}
