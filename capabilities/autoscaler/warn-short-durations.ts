import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { fromStoredSpec } from "../../engine/spec/autoscaler-fields.ts";
import type { FieldError } from "../../engine/field-error.ts";
import { resourceOf } from "../../engine/sources/metric-name.ts";
import { resourceSamples } from "../../engine/observation/pod-sample.ts";
import { tooCoarse } from "../../engine/recommend/thresholds/threshold-reading.ts";
import { resolutionMs } from "../../engine/recommend/thresholds/threshold-sample.ts";
import type { ThresholdSpec } from "../../engine/spec/threshold-spec.ts";
import { listPodMetrics } from "../../kube/metrics/pod-metrics.ts";
import type { Transport } from "../../kube/transport/transport.ts";
import type { Surroundings } from "../admission/review-spec.ts";

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
