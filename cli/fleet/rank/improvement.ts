// cli/fleet/rank/: what is better for an object under its past, and what that is worth.

import { halvesOf } from "../../suggest/halves.ts";
import type { Group } from "../../suggest/parameter.ts";
import { groupsOf } from "../../suggest/parameters.ts";
import { assumedSafeShare } from "../../suggest/safe-share.ts";
import {
  type Goal,
  lessLostWork,
  measuresOnly,
  type Outcome,
  outcomeOf,
  Search,
  type Suggestion,
} from "../../suggest/search.ts";
import { editedJob, type RunJob, simulating } from "../../suggest/simulating.ts";
import type { Load } from "../../simulate/load/load.ts";
import type { PodJob } from "../../simulate/world/pod-job.ts";
import type { Past } from "../past/past-of.ts";

/** A replay of the past finds costs to about two points, so less is no saving. */
const leastSaving = 0.05;
/** Differences of the lost work below this multiple are within the noise of a replay. */
const sameLoss = 1.2;
/** The half that chooses allows less, so that the other half confirms it more often. */
const sameLossWhereChosen = 1.1;

/** Each change starts pods, or ends some that serve. */
const isAsSteady = ({ changes }: Outcome, today: Outcome): boolean =>
  changes <= 1.25 * today.changes + 2;

/** Fewer replicas with the same lost work, and about as many changes. */
export const lessCost: Goal = {
  valueOf: ({ replicaHours }) => replicaHours,
  isAllowed: (outcome, today) =>
    outcome.lostWork <= sameLossWhereChosen * today.lostWork && isAsSteady(outcome, today),
  isBetter: (outcome, today) =>
    outcome.replicaHours <= (1 - leastSaving) * today.replicaHours &&
    outcome.lostWork <= sameLoss * today.lostWork &&
    isAsSteady(outcome, today),
  leastGain: 1.01,
  isCheapestFirst: true,
};

/** An object that loses less than this share of the work is not short. */
const shortFrom = 0.0005;

/** What to improve, the more important first: an object that is short needs more before it may cost less. */
export const goalsFor = (lostWork: number): readonly Goal[] =>
  lostWork >= shortFrom ? [lessLostWork, lessCost] : [lessCost];

/** What makes an object cheaper: a larger maximum or another window of scale-up saves nothing. */
const cheaper: ReadonlySet<string> = new Set(["target", "scale-down window", "minimum"]);

const variedFor = (goal: Goal, groups: readonly Group[]): readonly Group[] =>
  goal === lessLostWork
    ? groups
    : groups
        .map(group => group.filter(({ name }) => cheaper.has(name)))
        .filter(({ length }) => length > 0);

/** Settings of an object that are better than its own. */
export interface Improvement {
  readonly goal: Goal;
  readonly suggestion: Suggestion;
  /** The edited object. */
  readonly job: PodJob;
}

/** One half of the past chooses what is better, and the other one judges. null: nothing is. */
export async function improvementOf(
  job: PodJob,
  { load, factors }: Pick<Past, "load" | "factors">,
  run: RunJob,
): Promise<Improvement | null> {
  const halves = halvesOf(load);
  if (!halves.ok) return null;
  const given = { columns: load.columns, factors };
  const simulate = simulating(job, given, run);
  const { lostWork } = outcomeOf(await run(job, load, measuresOnly));
  // Nodes have room for requests: what a limit allows beyond them is not there when all pods need it.
  const whole = 1 / Math.max(1, factors.get(load.columns[0] ?? "") ?? 1);
  const shares = { safe: assumedSafeShare.share * whole, whole };
  for (const goal of goalsFor(lostWork)) {
    const groups = (half: Load) => variedFor(goal, groupsOf(job, half, shares));
    const { suggestion } = await new Search(halves.value, simulate, goal).find(groups);
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
  const [today, suggested] = await Promise.all(
    [job, edited].map(each => run(each, load, measuresOnly)),
  );
  if (!today || !suggested) return null;
  return goal.isBetter(outcomeOf(suggested), outcomeOf(today)) ? { today, suggested } : null;
}
