import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { kubeError, type KubeError, type KubeErrorCode } from "../../kube/transport/errors.ts";
import type { Lease } from "../../kube/api/lease.ts";
import type { KubeRequest } from "../../kube/transport/kube-request.ts";

/** An API server with the Leases of many namespaces. Some namespaces may refuse everything. */
export class LeaseStore {
  readonly leases = new Map<string, Lease>();
  readonly forbidden = new Set<string>();
  isAway = false;
  isListAway = false;
  #version = 0;

  readonly answer = (request: KubeRequest): Result<unknown, KubeError> => {
    const [, namespace] = /\/namespaces\/([^/]+)\/leases/.exec(request.path) ?? [];
    if (this.isAway) return no("Unreachable");
    if (this.forbidden.has(namespace ?? "*")) return no("Forbidden");
    if (namespace === undefined) {
      if (this.isListAway) return no("Unreachable");
      return ok({ metadata: { resourceVersion: "1" }, items: [...this.leases.values()] });
    }
    const known = this.leases.get(namespace);
    if (request.method === "GET") return known ? ok(known) : no("NotFound");
    const lease = request.body as Lease;
    const refusal = request.method === "POST" ? refusedPost(known) : refusedPut(known, lease);
    return refusal ? no(refusal) : ok(this.put(namespace, lease));
  };

  put(
    namespace: string,
    { metadata, spec }: Omit<Lease, "metadata"> & { metadata?: object },
  ): Lease {
    this.#version += 1;
    const own = { name: "trimtab-namespace", namespace, uid: `l-${namespace}` };
    const stored: Lease = {
      metadata: { ...metadata, ...own, resourceVersion: String(this.#version) },
      ...(spec && { spec }),
    };
    this.leases.set(namespace, stored);
    return stored;
  }

  holders(): Readonly<Record<string, string | undefined>> {
    return Object.fromEntries(
      Array.from(this.leases, ([namespace, { spec }]) => [namespace, spec?.holderIdentity]),
    );
  }
}

const refusedPost = (known: Lease | undefined): KubeErrorCode | null =>
  known ? "AlreadyExists" : null;

function refusedPut(known: Lease | undefined, { metadata }: Lease): KubeErrorCode | null {
  if (!known) return "NotFound";
  return metadata.resourceVersion === known.metadata.resourceVersion ? null : "Conflict";
}

const no = (code: KubeErrorCode) => err(kubeError(code, { request: "", message: code }));
