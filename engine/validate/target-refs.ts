import type { FieldReader } from "./field-reader.ts";
import { apiVersion, kind, objectName, readName } from "./names.ts";

interface Reference {
  readonly apiVersion: string | undefined;
  readonly kind: string | undefined;
  readonly name: string | undefined;
}

/** One well-formed reference. */
export function checkTargetRef(spec: FieldReader): void {
  const entry = spec.objectOrEmpty("scaleTargetRef");
  if (entry !== undefined) checkReference(entry, "web");
}

/** 1 to 16 well-formed references, no two to the same object. */
export function checkTargetRefs(spec: FieldReader): void {
  spec.require(
    "scaleTargetRefs",
    "scaleTargetRefs: [{apiVersion: apps/v1, kind: Deployment, name: coredns}]",
  );
  const seen = new Set<string>();
  for (const entry of spec.objects("scaleTargetRefs", { min: 1, max: 16 }) ?? []) {
    const reference = checkReference(entry, "coredns");
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

function checkReference(entry: FieldReader, exampleName: string): Reference {
  const reference = {
    apiVersion: readName(entry, "apiVersion", apiVersion, "apps/v1"),
    kind: readName(entry, "kind", kind, "Deployment"),
    name: readName(entry, "name", objectName, exampleName),
  };
  const version = reference.apiVersion;
  // ReplicationController is the one scalable kind of the group without a name.
  const isCore = version === "v1" && reference.kind === "ReplicationController";
  if (version !== undefined && !version.includes("/") && !isCore) {
    entry.report("apiVersion", {
      code: "ApiGroupMissing",
      message: `apiVersion ${version} has no API group, but ${reference.kind ?? "the workload"} needs one`,
      remedy: "write group/version, such as apps/v1 for a Deployment",
    });
  }
  return reference;
}

/** Group, kind and name: versions of one group are the same object. */
function identityOf({ apiVersion: version, kind: type, name }: Reference): string | undefined {
  if (version === undefined || type === undefined || name === undefined) return undefined;
  const group = version.includes("/") ? version.slice(0, version.indexOf("/")) : "";
  return `${group}/${type}/${name}`;
}
