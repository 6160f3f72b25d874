import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { autoscalerRules } from "../../engine/validate/autoscaler.ts";
import { validateInParts } from "../../engine/validate/validate-object.ts";
import type { Transport } from "../../kube/transport/transport.ts";
import { mostNamed, type Rules, type Surroundings } from "../admission/review-spec.ts";
import type { SomePods } from "./some-pods.ts";
import { missingRequest, percentagesIn } from "../../engine/validate/metrics/missing-requests.ts";
import type { FieldError } from "../../engine/model/values/result.ts";
import { fromStoredSpec } from "../../engine/spec/autoscaler-fields.ts";
import { resourceOf } from "../../engine/sources/registry.ts";
import { resourceSamples } from "../../engine/model/observation/pod-sample.ts";
import { tooCoarse } from "../../engine/votes/threshold-reading.ts";
import { resolutionMs } from "../../engine/arithmetic/threshold-sample.ts";
import type { ThresholdSpec } from "../../engine/model/spec/autoscaler-spec.ts";
import { listPodMetrics } from "../../kube/metrics/pod-metrics.ts";

interface Ports {
  readonly transport: Transport;
  readonly pods: Pick<SomePods, "read">;
}

export const rulesWith = ({ transport, pods }: Ports): Rules => ({
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
    return [...warnStoppedTarget(about), ...read.flat()];
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

const deadlineMs = 2_000;

/** Warns about value thresholds with a duration below the time over which their samples are measured. */
export async function warnShortDurations(
  transport: Transport,
  spec: unknown,
  { namespace, selectors: [labelSelector = ""] }: Surroundings,
): Promise<FieldError[]> {
  const { thresholds } = fromStoredSpec(spec as AutoscalerSpec);
  const waits = (thresholds ?? []).flatMap((threshold, index) => {
    const wait = waitFor(threshold);
    return wait ? [{ ...wait, path: `spec.thresholds[${index}].value.durationSeconds` }] : [];
  });
  if (waits.length === 0 || labelSelector === "") return [];
  const items = await listPodMetrics(transport, { namespace, labelSelector, deadlineMs });
  // Only advice: the controller reports the same for samples that it uses.
  if (!items.ok) return [];
  // Once for each resource: a spec has up to 32 thresholds, and a target thousands of pods.
  const known = new Map<string, number>();
  return waits.flatMap(({ path, resource, container, durationSeconds }) => {
    const measured = `${resource}/${container}`;
    const samples = () => [...resourceSamples(items.value, resource, container).values()];
    const windowMs = known.get(measured) ?? resolutionMs(samples());
    known.set(measured, windowMs);
    const coarse = tooCoarse(windowMs, durationSeconds);
    return coarse ? [{ path, ...coarse, severity: "warning" } as const] : [];
  });
}

function waitFor(threshold: ThresholdSpec) {
  if (threshold.type !== "Value") return null;
  const { metric, durationSeconds } = threshold.value;
  const used = resourceOf(metric);
  return used && { ...used, durationSeconds };
}

/** Warns about percentages if existing pods do not request the resource. */
export async function warnMissingRequests(
  pods: Pick<SomePods, "read">,
  spec: unknown,
  { namespace, selectors: [labelSelector = ""] }: Surroundings,
): Promise<FieldError[]> {
  const percentages = percentagesIn(spec as AutoscalerSpec);
  // The first pods that the selector matches may be those of another workload.
  const isOfAll = (spec as AutoscalerSpec).selectionStrategy !== "OwnerReference";
  if (percentages.length === 0 || labelSelector === "" || !isOfAll) return [];
  const read = await pods.read(namespace, labelSelector);
  // Only advice: the controller reports the same for pods that it uses.
  if (!read.ok) return [];
  const named = read.value.map(({ name, requests }) => ({ name: `pod ${name}`, requests }));
  return percentages.flatMap(percentage => missingRequest(percentage, named));
}
