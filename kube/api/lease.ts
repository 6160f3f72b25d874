import { ok } from "../../engine/model/values/result.ts";
import type { ApiPath } from "../transport/api-path.ts";
import type { KubeAnswer } from "../transport/errors.ts";
import { listAll } from "../watch/list.ts";
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

/** Reads the Leases of this name in all namespaces. A role that names it suffices. */
export async function listLeases(transport: Transport, name: string): KubeAnswer<Lease[]> {
  const found: Lease[] = [];
  const from = { path: resourcePath(leases), selector: { fieldSelector: `metadata.name=${name}` } };
  const add = (lease: Lease): void => void found.push(lease);
  const listed = await listAll(transport, from, add, new AbortController().signal);
  return listed.ok ? ok(found) : listed;
}

export const readLease = (
  transport: Transport,
  ref: LeaseRef,
  deadlineMs: number,
): KubeAnswer<Lease> =>
  transport.request<Lease>({ method: "GET", path: leasePath(ref), deadlineMs, tries: 1 });

/**
 * Creates the Lease or, given its current metadata, replaces it. `AlreadyExists` or `Conflict`: another
 * replica was first.
 */
export function writeLease(
  transport: Transport,
  ref: LeaseRef,
  lease: {
    readonly spec: NonNullable<Lease["spec"]>;
    readonly metadata: ObjectMeta | null;
    /** Absent: as they are. */
    readonly annotations?: ObjectMeta["annotations"];
  },
  deadlineMs: number,
): KubeAnswer<Lease> {
  const { spec, metadata, annotations } = lease;
  // Keep metadata that others have set.
  const merged = { ...metadata, ...(annotations && { annotations }), ...ref };
  const body = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: merged, spec };
  const sent = { body, deadlineMs, tries: 1 };
  return metadata === null
    ? transport.request({ method: "POST", path: leasesPath(ref.namespace), ...sent })
    : transport.request({ method: "PUT", path: leasePath(ref), ...sent });
}
