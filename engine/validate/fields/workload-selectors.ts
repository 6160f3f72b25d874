import type { FieldReader } from "../field-reader.ts";
import { checkLabelSelector } from "./label-selector.ts";
import { workloadLabels } from "../names/names.ts";
import { checkKind, checkTargetRef } from "../names/target-refs.ts";

/** The target, by name or by labels, and the other objects that count. */
export function checkTargets(spec: FieldReader): void {
  const isSelected = spec.has("targetSelector");
  checkTargetRef(spec, !isSelected);
  if (isSelected && spec.has("scaleTargetRef")) {
    spec.report("targetSelector", {
      code: "TargetAmbiguous",
      message: "only one of scaleTargetRef and targetSelector says what is scaled",
      remedy: "remove one of them",
    });
  }
  const selector = spec.object("targetSelector");
  if (selector !== undefined) checkSelector(selector);
  for (const each of spec.objects("monitorSelectors")) checkSelector(each);
}

function checkSelector(selector: FieldReader): void {
  checkKind(selector);
  checkLabelSelector(selector, workloadLabels);
  const isEmpty = ["matchLabels", "matchExpressions"].every(key => selector.isEmpty(key));
  if (isEmpty) {
    selector.report("", {
      code: "SelectorEmpty",
      message: "would select every workload of the kind",
      remedy: "write matchLabels: {app: web}, or matchExpressions",
    });
  }
}
