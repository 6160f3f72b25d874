import type { NodeFilter as SpecNodes } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { ok, type Result } from "../result.ts";
import type { TrimmedNode } from "./node.ts";
import { compileSelector, type LabelSelector, selectorKey } from "./selectors/label-selector.ts";
import { matchesTaint } from "./taint.ts";

/** The part of `spec.nodes` that selects nodes. */
export interface NodeFilter extends Readonly<Pick<SpecNodes, "excludeTaints">> {
  readonly selector?: LabelSelector;
}

export type NodePredicate = (node: Pick<TrimmedNode, "labels" | "taints">) => boolean;

/** Nodes that the selector matches and that have none of the taints. An empty filter accepts all nodes. */
export function compileNodeFilter(filter: NodeFilter): Result<NodePredicate, string> {
  const { selector = {}, excludeTaints = [] } = filter;
  const compiled = compileSelector(selector);
  if (!compiled.ok) return compiled;
  const isExcluded: NodePredicate = ({ taints }) =>
    taints.some(taint => excludeTaints.some(excluded => matchesTaint(excluded, taint)));
  return ok(node => compiled.value(node.labels) && !isExcluded(node));
}

/** Equal for equivalent filters in another order or form, so that they can share a tally. */
export function nodeFilterKey({ selector = {}, excludeTaints = [] }: NodeFilter): string {
  const taints = excludeTaints.map(({ key, operator = "Equal", value = "", effect = "" }) =>
    JSON.stringify([key, operator, value, effect]),
  );
  const excluded = [...new Set(taints)].sort().join(",");
  return excluded === "" ? selectorKey(selector) : `${selectorKey(selector)};${excluded}`;
}
