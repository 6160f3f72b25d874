import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { autoscalerRules } from "../../engine/validate/autoscaler.ts";
import { validateInParts } from "../../engine/validate/validate-object.ts";
import type { Transport } from "../../kube/transport/transport.ts";
import { mostNamed, type Rules, type Surroundings } from "../admission/review-spec.ts";
import { orderForbidden } from "./driver.ts";
import type { SomePods } from "./some-pods.ts";
import { warnMissingRequests } from "./warn-missing-requests.ts";
import { warnShortDurations } from "./warn-short-durations.ts";
import type { FieldError } from "../../engine/field-error.ts";

interface Ports {
  readonly transport: Transport;
  readonly pods: Pick<SomePods, "read">;
  readonly ordersRemovals: boolean;
}

export const rulesWith = ({ transport, pods, ordersRemovals }: Ports): Rules => ({
  kind: "Autoscaler",
  validate: spec => validateInParts(autoscalerRules, spec),
  targets: spec => {
    const { scaleTargetRef: ref } = (spec ?? {}) as Partial<AutoscalerSpec>;
    return ref ? [{ ref, path: "spec.scaleTargetRef" }] : [];
  },
  selectors: spec => {
    const { targetSelector, monitorSelectors } = (spec ?? {}) as Partial<AutoscalerSpec>;
    const monitors = Array.isArray(monitorSelectors) ? monitorSelectors.slice(0, mostNamed) : [];
    const all = [
      { path: "spec.targetSelector", selector: targetSelector, isTarget: true },
      ...monitors.map((selector, index) => ({
        ...{ path: `spec.monitorSelectors[${index}]`, selector, isTarget: false },
      })),
    ];
    return all.flatMap(({ selector, ...named }) => (selector ? [{ ...named, selector }] : []));
  },
  advise: async (spec, about) => {
    const read = await Promise.all([
      warnMissingRequests(pods, spec, about),
      warnShortDurations(transport, spec, about),
    ]);
    const { scaleDownOrder } = (spec ?? {}) as Partial<AutoscalerSpec>;
    const order = scaleDownOrder && !ordersRemovals ? [orderForbidden] : [];
    return [...warnStoppedTarget(about), ...read.flat(), ...order];
  },
});

/**
 * Warns about a target at 0, which an Autoscaler leaves alone. A HorizontalPodAutoscaler or KEDA that scaled it to
 * 0 would have ended that; after a migration, no autoscaler does.
 */
const warnStoppedTarget = ({ namespace, stopped }: Surroundings): FieldError[] =>
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
