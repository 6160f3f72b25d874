import { isError } from "../../engine/model/values/result.ts";
import { autoscalerRules } from "../../engine/validate/autoscaler.ts";
import { validateSpec } from "../../engine/validate/validate-object.ts";
import type { Load } from "../simulate/load/load.ts";
import { jobOf } from "../simulate/prepare.ts";
import type { Kept, Simulated } from "../simulate/result.ts";
import type { MetricSettings } from "../simulate/world/metrics.ts";
import type { PodJob } from "../simulate/world/pod-job.ts";
import { type Edit, withEdits } from "./edits.ts";
import { measuresOnly, type Outcome, outcomeOf, type Simulate } from "./search.ts";

/** Simulates one object under a load, perhaps in another thread. */
export type RunJob = (job: PodJob, load: Load, kept: Kept) => Promise<Simulated>;

type Given = Pick<MetricSettings, "columns" | "factors">;

/** Simulates an object with edits. */
export const simulating =
  (job: PodJob, given: Given, run: RunJob): Simulate =>
  (half, all) =>
    Promise.all(
      all.map(async (edits): Promise<Outcome | null> => {
        const edited = editedJob(job, edits, given);
        return edited && outcomeOf(await run(edited, half, measuresOnly));
      }),
    );

/** The job with an edited object; null: validation refuses the object. */
export function editedJob(
  { object, world }: PodJob,
  edits: readonly Edit[],
  given: Given,
): PodJob | null {
  const spec = withEdits(object.spec, edits);
  if (validateSpec(autoscalerRules, spec).some(isError)) return null;
  const changed = jobOf({ ...object, spec }, world, given);
  return changed.ok ? changed.value : null;
}
