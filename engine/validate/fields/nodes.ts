import type { FieldReader } from "../field-reader.ts";

/** @param isFlagUnused whether a ConfigMap says which nodes count, and there is no default for it */
export function adviseNodes(nodes: FieldReader, isFlagUnused: boolean): void {
  for (const taint of nodes.objects("excludeTaints")) warnOfCondition(taint);
  if (nodes.text("unschedulable") !== "Count" || !isFlagUnused) return;
  nodes.warn("unschedulable", {
    code: "FlagUnused",
    message: "has no influence, because the ConfigMap has a flag of its own",
    remedy: 'write "includeUnschedulableNodes": true into the JSON of the ConfigMap',
  });
}

/** Such nodes would stop counting without the grace period for nodes that cease to be ready. */
function warnOfCondition(taint: FieldReader): void {
  const key = taint.text("key");
  if (!key?.startsWith("node.kubernetes.io/")) return;
  taint.warn("key", {
    code: "TaintOfCondition",
    message: `the control plane adds ${key} when a node has a problem, and the node then stops counting at once`,
    remedy: "remove the entry, so that a network partition does not shrink the target",
  });
}
