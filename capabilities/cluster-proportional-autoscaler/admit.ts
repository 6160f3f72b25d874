import type { ClusterProportionalAutoscalerSpec } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import { proportionalRules } from "../../engine/validate/cluster-proportional-autoscaler.ts";
import { validateInParts } from "../../engine/validate/validate-object.ts";
import type { FieldError } from "../../engine/model/values/result.ts";
import { otherSources } from "../../engine/proportional/other-dimensions.ts";
import {
  type InlineParameters,
  parametersFromSpec,
} from "../../engine/proportional/spec-parameters.ts";
import type { NodeFilter } from "../../engine/model/observation/node.ts";
import { mostNamed, type Rules } from "../admission/review-spec.ts";
import type { ClusterSizes } from "./cluster-sizes.ts";
import { configMapsForbidden, type ConfigMaps } from "./config-maps.ts";
import { nodesForbidden, objectCountsForbidden } from "./resource.ts";

type Sizes = Pick<ClusterSizes, "matchesNone"> | null;

/** @param mayCount whether the installation may list the pods and namespaces of the cluster */
export const rulesWith = (
  sizes: Sizes,
  configMaps: Pick<ConfigMaps, "mayRead">,
  mayCount: boolean,
): Rules => ({
  kind: "ClusterProportionalAutoscaler",
  validate: spec => validateInParts(proportionalRules, spec),
  targets: spec => {
    const { scaleTargetRefs } = (spec ?? {}) as { readonly scaleTargetRefs?: unknown };
    const refs = Array.isArray(scaleTargetRefs)
      ? (scaleTargetRefs.slice(0, mostNamed) as (ScaleTargetRef | null)[])
      : [];
    return refs.flatMap((ref, index) =>
      ref === null ? [] : [{ ref, path: `spec.scaleTargetRefs[${index}]` }],
    );
  },
  advise: (spec, { namespace }) =>
    Promise.resolve([
      ...adviseOnNodes(sizes, spec),
      ...(configMaps.mayRead(namespace) ? [] : adviseOnConfigMap(spec, namespace)),
      ...(mayCount ? [] : adviseOnCounts(spec)),
    ]),
});

/** Only warnings: the right, or such nodes, may be yet to come. */
function adviseOnNodes(sizes: Sizes, spec: unknown): FieldError[] {
  if (sizes === null) return [nodesForbidden];
  const { nodes } = spec as { readonly nodes?: NodeFilter | null };
  const { selector, excludeTaints } = nodes ?? {};
  const severity = "warning";
  if (selector && sizes.matchesNone({ selector })) {
    const message = "no node has these labels, so there is nothing to count now";
    const remedy = "correct the labels, unless such nodes are yet to come";
    const code = "NodeSelectorEmpty";
    return [{ path: "spec.nodes.selector", code, message, remedy, severity }];
  }
  if (!excludeTaints?.length || !nodes || !sizes.matchesNone(nodes)) return [];
  const message = "every node has one of these taints, so there is nothing to count now";
  const remedy = "remove some of them, unless nodes without them are yet to come";
  const code = "AllNodesExcluded";
  return [{ path: "spec.nodes.excludeTaints", code, message, remedy, severity }];
}

const adviseOnConfigMap = (spec: unknown, namespace: string): FieldError[] =>
  (spec as ClusterProportionalAutoscalerSpec).configMapRef ? [configMapsForbidden(namespace)] : [];

function adviseOnCounts(spec: unknown): FieldError[] {
  const parameters = parametersFromSpec(spec as InlineParameters);
  const { pods, namespaces } = otherSources(parameters);
  return pods || namespaces ? [objectCountsForbidden] : [];
}
