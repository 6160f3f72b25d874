import { describe, expect, it } from "vitest";

import { emptyHistory } from "../model/history.ts";
import { roundToGroups } from "./groups.ts";

const step = (count: number, currentReplicas: number, replicaMultiple: number) =>
  roundToGroups.run(
    { count, history: emptyHistory("uid") },
    { currentReplicas, spec: { replicaMultiple } },
  )?.step;

describe("rounding to whole groups of 4", () => {
  // prettier-ignore
  it.each([
    { shows: "part of a group on the way up",       desired: 9, from: 8,  after: 12, reason: "RoundedToMultiple",  message: "whole groups of 4 make it 12" },
    { shows: "part of a group on the way down",     desired: 5, from: 12, after: 8,  reason: "RoundedToMultiple",  message: "whole groups of 4 make it 8" },
    { shows: "a group that is still needed",        desired: 5, from: 8,  after: 8,  reason: "RoundedToMultiple",  message: "whole groups of 4 make it 8" },
    { shows: "whole groups",                        desired: 8, from: 4,  after: 8,  reason: "DesiredWithinRange", message: "a multiple of 4" },
    { shows: "nothing",                             desired: 0, from: 4,  after: 0,  reason: "DesiredWithinRange", message: "a multiple of 4" },
    { shows: "a person's count that is held",       desired: 6, from: 6,  after: 6,  reason: "DesiredWithinRange", message: "a person's count, which stays" },
    { shows: "a person's count above the need",     desired: 5, from: 6,  after: 6,  reason: "RoundedToMultiple",  message: "whole groups of 4 make it 6" },
    { shows: "a person's count far above the need", desired: 4, from: 6,  after: 4,  reason: "DesiredWithinRange", message: "a multiple of 4" },
    { shows: "a person's count below the need",     desired: 7, from: 6,  after: 8,  reason: "RoundedToMultiple",  message: "whole groups of 4 make it 8" },
  ])("$shows: $desired from $from becomes $after", ({ desired, from, after, reason, message }) => {
    expect(step(desired, from, 4)).toMatchObject({ before: desired, after, reason, message });
  });

  it("does not occur without groups", () => {
    expect(step(5, 4, 1)).toBeUndefined();
  });
});
