import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { validateAutoscaler } from "../../engine/validate/autoscaler.ts";
import type { Transport } from "../../kube/transport/transport.ts";
import type { Rules, Surroundings } from "../admission/review-spec.ts";
import { orderForbidden } from "./driver.ts";
import type { SomePods } from "./some-pods.ts";
import type { FieldError } from "../../engine/field-error.ts";
import { fromStoredSpec } from "../../engine/spec/autoscaler-fields.ts";
import { resourceOf } from "../../engine/sources/metric-name.ts";
import { resourceSamples } from "../../engine/observation/pod-sample.ts";
import { tooCoarse } from "../../engine/recommend/thresholds/threshold-reading.ts";
import { resolutionMs } from "../../engine/recommend/thresholds/threshold-sample.ts";
import type { ThresholdSpec } from "../../engine/spec/threshold-spec.ts";
import { listPodMetrics } from "../../kube/metrics/pod-metrics.ts";
import type { MetricSpec, Targeted } from "../../engine/spec/autoscaler-spec.ts";
import { withDefaults } from "../../engine/spec/defaults.ts";
import { type MeteredResource, sourceIn } from "../../engine/spec/metric.ts";
import { requestOf } from "../../engine/observation/pod-requests.ts";
import { intendedMetric } from "../../engine/recommend/intention.ts";
import { upstreamSettings } from "../../engine/spec/settings.ts";

interface Ports {
  readonly transport: Transport;
  readonly pods: Pick<SomePods, "read">;
  readonly ordersRemovals: boolean;
}

export const rulesWith = ({ transport, pods, ordersRemovals }: Ports): Rules => ({
  kind: "Autoscaler",
  validate: validateAutoscaler,
  targets: spec => {
    const { scaleTargetRef: ref } = (spec ?? {}) as Partial<AutoscalerSpec>;
    return ref ? [{ ref, path: "spec.scaleTargetRef" }] : [];
  },
  selectors: spec => {
    const { targetSelector, monitorSelectors } = (spec ?? {}) as Partial<AutoscalerSpec>;
    const monitors = Array.isArray(monitorSelectors) ? monitorSelectors : [];
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
  return waits.flatMap(({ path, resource, container, durationSeconds }) => {
    const samples = [...resourceSamples(items.value, resource, container).values()];
    const coarse = tooCoarse(resolutionMs(samples), durationSeconds);
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
  const given = fromStoredSpec(spec as AutoscalerSpec);
  const { metrics, thresholds } = withDefaults(given, upstreamSettings);
  const asked = [
    ...metrics.map((metric, index) => {
      const path = (given.metrics ?? []).length > 0 ? `spec.metrics[${index}]` : "spec.metrics";
      return { of: percentageOf(metric), path };
    }),
    ...thresholds.map((threshold, index) => {
      return { of: percentageIn(threshold), path: `spec.thresholds[${index}]` };
    }),
  ];
  const percentages = asked.flatMap(({ of, path }) => (of ? [{ ...of, path }] : []));
  // The first pods that the selector matches may be those of another workload.
  const isOfAll = given.selectionStrategy !== "OwnerReference";
  if (percentages.length === 0 || labelSelector === "" || !isOfAll) return [];
  const read = await pods.read(namespace, labelSelector);
  // Only advice: the controller reports the same for pods that it uses.
  if (!read.ok) return [];
  return percentages.flatMap(({ path: at, resource, container }) => {
    const [missing] = read.value.flatMap(({ name, requests }) => {
      const request = requestOf(requests, resource, container);
      return request.ok ? [] : [`pod ${name} has ${request.error}`];
    });
    if (missing === undefined) return [];
    const message = `${missing}, so there is nothing to take a percentage of`;
    const remedy = `let every container request ${resource}, or aim for an averageValue`;
    return [{ path: at, code: "RequestMissing", message, remedy, severity: "warning" } as const];
  });
}

function percentageIn(threshold: ThresholdSpec): MeteredResource | null {
  if (threshold.type === "Intention") return percentageOf(intendedMetric(threshold.intention));
  const { metric, valueType } = threshold.value;
  return valueType === "Utilization" ? resourceOf(metric) : null;
}

function percentageOf(metric: MetricSpec): MeteredResource | null {
  const { target } = sourceIn<Targeted>(metric);
  return target?.averageUtilization == null ? null : resourceOf(metric);
}
