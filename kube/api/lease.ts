import type { Result } from "../../engine/result.ts";
import type { ApiPath } from "../transport/api-path.ts";
import type { KubeError } from "../transport/errors.ts";
import { resourcePath, type KubeObject, type ObjectMeta } from "../watch/object.ts";
import type { Transport } from "../transport/transport.ts";

/** coordination.k8s.io/v1, the fields that leader election needs. */
export interface Lease extends KubeObject {
  readonly spec?: {
    /** Absent or empty: no holder. */
    readonly holderIdentity?: string;
    readonly leaseDurationSeconds?: number;
    /** RFC 3339 with microseconds. */
    readonly acquireTime?: string;
    readonly renewTime?: string;
    readonly leaseTransitions?: number;
  };
}

export interface LeaseRef {
  readonly namespace: string;
  readonly name: string;
}

const leases = { group: "coordination.k8s.io", version: "v1", plural: "leases" };

export const leasesPath = (namespace: string): ApiPath => resourcePath({ ...leases, namespace });

const leasePath = (ref: LeaseRef): ApiPath => resourcePath({ ...leases, ...ref });

export const readLease = (
  transport: Transport,
  ref: LeaseRef,
  deadlineMs: number,
): Promise<Result<Lease, KubeError>> =>
  transport.request<Lease>({ method: "GET", path: leasePath(ref), deadlineMs, tries: 1 });

/**
 * Creates the Lease or, given its current metadata, replaces it. `AlreadyExists` or `Conflict`: another
 * replica was first.
 */
export function writeLease(
  transport: Transport,
  ref: LeaseRef,
  lease: { readonly spec: NonNullable<Lease["spec"]>; readonly metadata: ObjectMeta | null },
  deadlineMs: number,
): Promise<Result<Lease, KubeError>> {
  const { spec, metadata } = lease;
  const body = {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    // Keep metadata that others have set.
    metadata: { ...metadata, ...ref },
    spec,
  };
  return metadata === null
    ? transport.request({
        ...{ method: "POST", path: leasesPath(ref.namespace), body, deadlineMs, tries: 1 },
      })
    : transport.request({ method: "PUT", path: leasePath(ref), body, deadlineMs, tries: 1 });
}
