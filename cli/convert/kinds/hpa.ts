import type { Draft } from "../conversion.ts";
import {
  beginOurs,
  type Context,
  copyAnnotations,
  copyBehavior,
  copyWithQuantities,
  isOfKind,
  type SourceKind,
} from "./source-kind.ts";

/** autoscaling/v2, and v2beta2, which has the same fields. */
export const hpa: SourceKind = {
  name: "HorizontalPodAutoscaler",
  matches: isOfKind("HorizontalPodAutoscaler", /^autoscaling\/v2(beta2)?$/),
  convert: (object, context) => {
    const draft = beginOurs(object, "Autoscaler");
    copyAnnotations(draft);
    copyTarget(draft);
    draft.copy("spec", "selectionStrategy");
    copyWithQuantities(draft, ["spec", "metrics"]);
    copyBehavior(draft, ["spec", "behavior"]);
    writeAlgorithm(draft, context);
    return draft.finish();
  },
};

export function copyTarget(draft: Draft): void {
  draft.copy("spec", "scaleTargetRef");
  draft.copy("spec", "minReplicas");
  draft.copy("spec", "maxReplicas");
}

/** Trimtab-1 is the default. */
export function writeAlgorithm(draft: Draft, { keepsArithmetic }: Context): void {
  if (!keepsArithmetic) return;
  draft.add(["spec", "algorithm"], "HPA-1.36", "decides as a HorizontalPodAutoscaler does");
}
