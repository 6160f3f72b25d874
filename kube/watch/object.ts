import type { ObjectMeta as ReadMeta } from "../../crds/generated/shared.ts";
import type { ManagedFields } from "../../engine/model/observation/observation.ts";
import { apiPath, type ApiPath } from "../transport/api-path.ts";

/** The metadata fields that generic code needs; callers define the other types. */
export interface ObjectMeta extends Readonly<ReadMeta> {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly managedFields?: readonly ManagedFields[];
  readonly ownerReferences?: readonly { readonly controller?: boolean; readonly uid?: string }[];
}

export interface KubeObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: ObjectMeta;
}

/** True if a received value has the fields that every object must have. */
export function isKubeObject(value: unknown): value is KubeObject {
  const { metadata } = (value ?? {}) as Partial<KubeObject>;
  return typeof metadata?.name === "string" && typeof metadata.resourceVersion === "string";
}

/** `namespace/name`, or `name` for cluster-scoped objects: the key of caches and queues. */
export const objectKey = (metadata: { namespace?: string; name: string }): string =>
  metadata.namespace ? `${metadata.namespace}/${metadata.name}` : metadata.name;

export function splitKey(key: string): { namespace: string; name: string } {
  const slash = key.indexOf("/");
  return slash < 0
    ? { namespace: "", name: key }
    : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

/** The group of an apiVersion; empty for the core group. */
export const groupOf = (apiVersion: string): string =>
  apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";

/** The API path of one object or, without a name, of the list. */
export function resourcePath(options: {
  group: string;
  version: string;
  plural: string;
  namespace?: string | undefined;
  name?: string | undefined;
  subresource?: string;
}): ApiPath {
  const { group, version, plural, namespace, name, subresource } = options;
  return apiPath(
    ...(group === "" ? ["api", version] : ["apis", group, version]),
    ...(namespace === undefined || namespace === "" ? [] : ["namespaces", namespace]),
    plural,
    ...(name === undefined ? [] : [name]),
    ...(subresource === undefined ? [] : [subresource]),
  );
}

/**
 * True if `a` was certainly written before `b`. Resource versions of one resource are comparable integers
 * (KEP-5504); any other value proves nothing.
 */
export function isOlder(
  a: { readonly resourceVersion: string },
  b: { readonly resourceVersion: string },
): boolean {
  const known = [a, b].every(({ resourceVersion }) => /^\d+$/.test(resourceVersion));
  return known && BigInt(a.resourceVersion) < BigInt(b.resourceVersion);
}
