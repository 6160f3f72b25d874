import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { validateAutoscaler } from "../../engine/validate/autoscaler.ts";
import type { Rules } from "../admit.ts";

export const rules: Rules = {
  validate: validateAutoscaler,
  targets: spec => {
    const { scaleTargetRef: ref } = (spec ?? {}) as Partial<AutoscalerSpec>;
    return ref ? [{ ref, path: "spec.scaleTargetRef" }] : [];
  },
};
