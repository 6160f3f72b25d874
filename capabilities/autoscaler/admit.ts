import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { validateAutoscaler } from "../../engine/validate/autoscaler.ts";
import type { Rules } from "../admit.ts";

export const rules: Rules = {
  validate: validateAutoscaler,
  targets: spec => [{ ref: (spec as AutoscalerSpec).scaleTargetRef, path: "spec.scaleTargetRef" }],
};
