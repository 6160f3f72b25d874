import type { Path } from "../../engine/schema/object-schema.ts";
import { valueAt } from "../../engine/schema/structure.ts";
import type { AutoscalerSpec } from "../../engine/model/spec/autoscaler-spec.ts";
import { withValueAt } from "../objects/read-objects.ts";

/** One field of an Autoscaler's spec, and its new value. */
export interface Edit {
  /** Without `spec`. */
  readonly path: Path;
  readonly value: unknown;
}

/** A copy of the spec with these values. Objects on the way are created. */
export const withEdits = (spec: AutoscalerSpec, edits: readonly Edit[]): AutoscalerSpec =>
  edits.reduce<unknown>(
    (whole, { path, value }) => withValueAt(whole, path, value),
    spec,
  ) as AutoscalerSpec;

/** An operation of a JSON Patch (RFC 6902). */
export interface Operation {
  readonly op: "add" | "replace" | "test";
  readonly path: string;
  readonly value: unknown;
}

/**
 * The operations that give an object these values. A missing object on the way is added with all that it has; null means
 * absent, as for the API server. An item of a list is only changed if it is what it is here.
 */
export function operationsFor(object: unknown, edits: readonly Edit[]): readonly Operation[] {
  let current = object;
  const operations: Operation[] = [];
  for (const { path, value } of edits) {
    const missing = path.findIndex((_, at) => valueAt(current, path.slice(0, at + 1)) == null);
    const at = missing >= 0 ? path.slice(0, missing + 1) : path;
    const pointer = pointerTo(at);
    if (missing < 0 && path.some(key => /^\d+$/.test(key))) {
      operations.push({ op: "test", path: pointer, value: valueAt(current, path) });
    }
    operations.push({
      ...{ op: missing >= 0 ? "add" : "replace", path: pointer },
      value: withValueAt(undefined, path.slice(at.length), value),
    });
    current = withValueAt(current, path, value);
  }
  return operations;
}

const pointerTo = (path: Path): string =>
  path.map(key => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
