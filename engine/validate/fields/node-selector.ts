import type { FieldReader } from "../field-reader.ts";
import { checkLabelSelector } from "./label-selector.ts";
import { nodeLabels } from "../names/names.ts";

/** An absent or empty selector matches every node. */
export function checkNodeSelector(spec: FieldReader): void {
  const selector = spec.object("nodeSelector");
  if (selector === undefined) return;
  checkLabelSelector(selector, nodeLabels);
}
