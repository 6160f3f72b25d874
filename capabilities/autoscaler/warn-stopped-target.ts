import type { FieldError } from "../../engine/field-error.ts";
import type { Surroundings } from "../admission/review-spec.ts";

/**
 * Warns about a target at 0, which an Autoscaler leaves alone. A HorizontalPodAutoscaler or KEDA that scaled it to
 * 0 would have ended that; after a migration, no autoscaler does.
 */
export const warnStoppedTarget = ({ namespace, stopped }: Surroundings): FieldError[] =>
  stopped.flatMap(({ path, refs: [ref, ...others] }) => {
    if (!ref) return [];
    const { kind, name } = ref;
    const which =
      others.length === 0
        ? `${kind} ${name} has 0 replicas`
        : `all ${others.length + 1} matching objects have 0 replicas`;
    const message = `${which}, which only a person ends, unless the operator scaled it to 0`;
    const command = `kubectl scale --namespace ${namespace} ${kind.toLowerCase()}/${name} --replicas=1`;
    const remedy = `set it to 1 or more: ${command}`;
    return [{ path, code: "ScalingDisabled", message, remedy, severity: "warning" }];
  });
