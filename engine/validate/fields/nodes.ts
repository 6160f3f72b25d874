import type { FieldReader } from "../field-reader.ts";
import { checkText, nodeLabels, nodeTaints, readName } from "../names/names.ts";
import { checkLabelSelector } from "./label-selector.ts";

/** @param isFlagUnused whether a ConfigMap says which nodes count, and there is no default for it */
export function checkNodes(nodes: FieldReader, isFlagUnused: boolean): void {
  const selector = nodes.object("selector");
  if (selector !== undefined) checkLabelSelector(selector, nodeLabels);
  for (const taint of nodes.objects("excludeTaints")) checkTaint(taint);
  if (nodes.text("unschedulable") !== "Count" || !isFlagUnused) return;
  nodes.warn("unschedulable", {
    code: "FlagUnused",
    message: "has no influence, because the ConfigMap has a flag of its own",
    remedy: 'write "includeUnschedulableNodes": true into the JSON of the ConfigMap',
  });
}

function checkTaint(taint: FieldReader): void {
  const key = readName(taint, "key", nodeTaints.key);
  checkText(taint, "value", taint.text("value"), nodeTaints.value);
  if (taint.text("operator") === "Exists" && (taint.text("value") ?? "") !== "") {
    taint.report("value", {
      code: "TaintValueForbidden",
      message: "operator Exists takes no value",
      remedy: "remove value, or write the operator Equal",
    });
  }
  if (key?.startsWith("node.kubernetes.io/")) warnOfCondition(taint, key);
}

/** Such nodes would stop counting without the grace period for nodes that cease to be ready. */
function warnOfCondition(taint: FieldReader, key: string): void {
  taint.warn("key", {
    code: "TaintOfCondition",
    message: `the control plane adds ${key} when a node has a problem, and the node then stops counting at once`,
    remedy: "remove the entry, so that a network partition does not shrink the target",
  });
}
