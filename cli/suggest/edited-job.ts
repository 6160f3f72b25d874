import { isError } from "../../engine/model/values/result.ts";
import { autoscalerRules } from "../../engine/validate/autoscaler.ts";
import { validateSpec } from "../../engine/validate/validate-object.ts";
import { jobOf } from "../simulate/prepare.ts";
import type { MetricSettings } from "../simulate/world/metrics.ts";
import type { PodJob } from "../simulate/world/pod-job.ts";
import { type Edit, withEdits } from "./edits.ts";

/** The job with an edited object; null: validation refuses the object. */
export function editedJob(
  { object, world }: PodJob,
  edits: readonly Edit[],
  given: Pick<MetricSettings, "columns" | "factors">,
): PodJob | null {
  const spec = withEdits(object.spec, edits);
  if (validateSpec(autoscalerRules, spec).some(isError)) return null;
  const changed = jobOf({ ...object, spec }, world, given);
  return changed.ok ? changed.value : null;
}
