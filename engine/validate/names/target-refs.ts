import type { FieldReader } from "../field-reader.ts";
import { apiVersion, kind, objectName, readName } from "./names.ts";

interface Reference {
  readonly apiVersion: string | undefined;
  readonly kind: string | undefined;
  readonly name: string | undefined;
}

/**
 * One well-formed reference; it is required unless another field selects the target. Without it, the
 * errors name its fields, as upstream's do.
 */
export function checkTargetRef(spec: FieldReader, isDemanded: boolean): void {
  const entry = isDemanded ? spec.objectOrEmpty("scaleTargetRef") : spec.object("scaleTargetRef");
  if (entry === undefined) return;
  if (spec.has("scaleTargetRef")) checkReference(entry);
  else for (const [key, example] of demanded) entry.require(key, `${key}: ${example}`);
}

const demanded = [
  ["apiVersion", "apps/v1"],
  ["kind", "Deployment"],
  ["name", "web"],
] as const;

/** Well-formed references, each to another object. */
export function checkTargetRefs(spec: FieldReader): void {
  const seen = new Set<string>();
  for (const entry of spec.objects("scaleTargetRefs")) {
    const reference = checkReference(entry);
    const identity = identityOf(reference);
    if (identity === undefined) continue;
    if (seen.has(identity)) {
      entry.report("", {
        code: "DuplicateTarget",
        message: `${reference.kind ?? ""} ${reference.name ?? ""} is listed again (versions of one API group are the same object)`,
        remedy: "remove one of them",
      });
    }
    seen.add(identity);
  }
}

function checkReference(entry: FieldReader): Reference {
  const reference = {
    apiVersion: readName(entry, "apiVersion", apiVersion),
    kind: readName(entry, "kind", kind),
    name: readName(entry, "name", objectName),
  };
  checkGroup(entry, reference);
  return reference;
}

type Kind = Pick<Reference, "apiVersion" | "kind">;

export function checkKind(entry: FieldReader): void {
  const named = {
    apiVersion: readName(entry, "apiVersion", apiVersion, "apps/v1"),
    kind: readName(entry, "kind", kind, "Deployment"),
  };
  checkGroup(entry, named);
}

function checkGroup(entry: FieldReader, { apiVersion: version, kind: type }: Kind): void {
  // ReplicationController is the only scalable kind of the core group.
  const isCore = version === "v1" && type === "ReplicationController";
  if (version === undefined || version.includes("/") || isCore) return;
  entry.report("apiVersion", {
    code: "ApiGroupMissing",
    message: `apiVersion ${version} has no API group, but ${type ?? "the workload"} needs one`,
    remedy: "write group/version, such as apps/v1 for a Deployment",
  });
}

/** Group, kind and name: versions of one group are the same object. */
function identityOf({ apiVersion: version, kind: type, name }: Reference): string | undefined {
  if (version === undefined || type === undefined || name === undefined) return undefined;
  const group = version.includes("/") ? version.slice(0, version.indexOf("/")) : "";
  return `${group}/${type}/${name}`;
}
