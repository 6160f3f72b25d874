import { editedJob } from "../../suggest/edited-job.ts";
import { halvesOf } from "../../suggest/halves.ts";
import { groupsOf } from "../../suggest/parameters.ts";
import { assumedSafeShare } from "../../suggest/safe-share.ts";
import {
  type Found,
  nothingKept,
  type Outcome,
  outcomeOf,
  Search,
  type Simulate,
  type Suggestion,
} from "../../suggest/search.ts";
import type { Job } from "../../simulate/job.ts";
import type { Load } from "../../simulate/load/load.ts";
import type { Kept, Simulated } from "../../simulate/result.ts";
import type { PodJob } from "../../simulate/world/pod-job.ts";
import type { Past } from "../model/assessment.ts";
import { type GoalName, goals, goalsFor, variedFor } from "./goals.ts";

/** Simulates one object under a load, perhaps in another thread. */
export type RunJob = (job: Job, load: Load, kept: Kept) => Promise<Simulated>;

/** Settings of an object that are better than its own. */
export interface Improvement {
  readonly goal: GoalName;
  readonly suggestion: Suggestion;
  /** The edited object. */
  readonly job: PodJob;
}

/** Searches what is better for an object under its past: one half of it chooses, and the other one judges. null: nothing is. */
export async function improvementOf(
  job: PodJob,
  { load, factors }: Pick<Past, "load" | "factors">,
  run: RunJob,
): Promise<Improvement | null> {
  const halves = halvesOf(load);
  if (!halves.ok) return null;
  const given = { columns: load.columns, factors };
  const simulate: Simulate = (half, all) =>
    Promise.all(
      all.map(async (edits): Promise<Outcome | null> => {
        const edited = editedJob(job, edits, given);
        return edited && outcomeOf(await run(edited, half, nothingKept));
      }),
    );
  const whole = outcomeOf(await run(job, load, nothingKept));
  // Nodes have room for requests: what a limit allows beyond them is not there when all pods need it.
  const safe = assumedSafeShare.share / (factors.get(load.columns[0] ?? "") ?? 1);
  for (const goal of goalsFor(whole.lostWork)) {
    const search = new Search(halves.value, simulate, goals[goal]);
    const groups = (half: Load) => variedFor(goal, groupsOf(job, half, assumedSafeShare.share));
    const { suggestion }: Found = await search.find(groups);
    const edits = suggestion?.changes.flatMap(({ setting }) => setting.edits) ?? [];
    const edited = editedJob(job, edits, given);
    if (suggestion && edited) return { goal, suggestion, job: edited };
  }
  return null;
}

/** Both on a longer past. null: there, the suggestion is no improvement. */
export async function confirmed(
  { goal, job: edited }: Improvement,
  job: PodJob,
  load: Load,
  run: RunJob,
) {
  const kept: Kept = { ...nothingKept, sizes: true };
  const [today, suggested] = await Promise.all([run(job, load, kept), run(edited, load, kept)]);
  const isBetter = goals[goal].isBetter(outcomeOf(suggested), outcomeOf(today));
  return isBetter ? { today, suggested } : null;
}
