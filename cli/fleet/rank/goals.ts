import type { Group } from "../../suggest/parameter.ts";
import { type Goal, lessLostWork } from "../../suggest/search.ts";

/** A replay of the past finds costs to about two points, so less is no saving. */
const leastSaving = 0.05;
/** Differences of the lost work below this multiple are within the noise of a replay. */
const sameLoss = 1.2;
/** The half that chooses allows less, so that the other half confirms it more often. */
const sameLossWhereChosen = 1.1;

/** Fewer replicas with the same lost work. */
export const lessCost: Goal = {
  valueOf: ({ replicaHours }) => replicaHours,
  isAllowed: ({ lostWork }, today) => lostWork <= sameLossWhereChosen * today.lostWork,
  isBetter: ({ lostWork, replicaHours }, today) =>
    replicaHours <= (1 - leastSaving) * today.replicaHours && lostWork <= sameLoss * today.lostWork,
  leastGain: 1.01,
  isCheapestFirst: true,
};

export type GoalName = "LessLostWork" | "LessCost";

export const goals: Readonly<Record<GoalName, Goal>> = {
  LessLostWork: lessLostWork,
  LessCost: lessCost,
};

/** An object that loses less than this share of the work is not short. */
const shortFrom = 0.0005;

/** What to improve, the more important first: an object that is short needs more before it may cost less. */
export const goalsFor = (lostWork: number): readonly GoalName[] =>
  lostWork >= shortFrom ? ["LessLostWork", "LessCost"] : ["LessCost"];

/** What makes an object cheaper. */
const cheaper: ReadonlySet<string> = new Set(["target", "scale-down window", "minimum"]);

/** The parameters that a goal varies: a larger maximum or another window of scale-up saves nothing. */
export const variedFor = (goal: GoalName, groups: readonly Group[]): readonly Group[] =>
  goal === "LessLostWork"
    ? groups
    : groups
        .map(group => group.filter(({ name }) => cheaper.has(name)))
        .filter(({ length }) => length > 0);
