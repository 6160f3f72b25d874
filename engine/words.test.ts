import { describe, expect, it } from "vitest";

import type { Step } from "./model/decision.ts";
import { limitReasonsOf } from "./words.ts";

const step = (name: string, before: number, after: number, reason: string): Step => ({
  ...{ step: name, before, after, reason },
  message: "",
});
const votes = (before: number, after: number): Step =>
  step("combine", before, after, "LargestVote");
const free = (count: number): Step => step("stabilize", count, count, "ReadyForNewScale");

// prettier-ignore
const rows: readonly { shows: string; steps: readonly Step[]; holds: readonly string[] }[] = [
  { shows: "nothing if the votes are applied",        steps: [votes(3, 5), free(5)],                                              holds: [] },
  { shows: "votes for the current count",             steps: [votes(3, 3), free(3)],                                              holds: ["OnTarget"] },
  { shows: "a failed vote",                           steps: [step("combine", 3, 3, "ScaleDownBlocked")],                         holds: ["ScaleDownBlocked"] },
  { shows: "that all votes abstain",                  steps: [step("combine", 3, 3, "AllAbstain"), free(3)],                      holds: ["AllAbstain"] },
  { shows: "a person's zero",                         steps: [step("combine", 0, 0, "ScalingDisabled")],                          holds: ["ScalingDisabled"] },
  { shows: "a stabilization window",                  steps: [votes(5, 3), step("stabilize", 3, 5, "ScaleDownStabilized")],       holds: ["ScaleDownStabilized"] },
  { shows: "a window that allows part of the change", steps: [votes(5, 3), step("stabilize", 3, 4, "ScaleDownStabilized")],       holds: ["ScaleDownStabilized"] },
  { shows: "a rollout",                               steps: [votes(5, 3), free(3), step("rollout", 3, 5, "RolloutInProgress"), free(5)], holds: ["RolloutInProgress"] },
  { shows: "no rollout without effect",               steps: [votes(5, 7), free(7), step("rollout", 7, 7, "RolloutUnaffected"), free(7)], holds: [] },
  { shows: "a cooldown",                              steps: [votes(5, 8), free(8), step("cooldown", 8, 5, "ScaleUpCooldown"), free(5)], holds: ["ScaleUpCooldown"] },
  { shows: "both a policy and the bounds",            steps: [votes(5, 30), free(30), step("limit", 30, 10, "ScaleUpLimit"), step("bound", 10, 8, "TooManyReplicas")], holds: ["ScaleUpLimit", "TooManyReplicas"] },
  { shows: "bounds that raise votes for the current count", steps: [votes(1, 1), free(1), step("bound", 1, 2, "TooFewReplicas")],       holds: ["TooFewReplicas"] },
  { shows: "nothing for the correction of violated bounds", steps: [step("bound", 9, 8, "AboveMaxReplicas")],                           holds: [] },
];

describe("limitReasonsOf", () => {
  it.each(rows)("returns $shows", ({ steps, holds }) => {
    const decision = { time: 0, from: 0, to: 0, votes: [], steps };
    expect(limitReasonsOf(decision)).toEqual(holds);
  });
});
