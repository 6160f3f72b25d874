import type { Stage } from "../model/feature.ts";
import { wholeGroups } from "../arithmetic/whole-groups.ts";
import type { DefaultedSpec } from "../spec/defaults.ts";

interface GroupContext {
  readonly currentReplicas: number;
  readonly spec: Pick<DefaultedSpec, "replicaMultiple">;
}

/**
 * Rounds the count up to whole groups. It comes after the windows, which remember what was
 * recommended, and before all stages that hold or limit the count. Where a person has written part
 * of a group, rounding turns neither a hold nor a decrease into an increase.
 */
export const roundToGroups: Stage<GroupContext> = {
  name: "multiple",
  field: "replicaMultiple",
  inHpa: { lost: "the size can be any number within the bounds", isSame: value => value === 1 },
  reasons: { RoundedToMultiple: { phrase: "rounded up to whole groups", word: "groups" } },
  run: ({ count: before }, { currentReplicas, spec: { replicaMultiple: multiple } }) => {
    if (multiple === 1) return null;
    const most = before > currentReplicas ? Infinity : currentReplicas;
    const after = Math.min(most, wholeGroups(before, multiple));
    const step = { step: "multiple", before, after } as const;
    if (after === before) {
      const isWhole = after % multiple === 0;
      const message = isWhole ? `a multiple of ${multiple}` : "a person's count, which stays";
      return { step: { ...step, reason: "DesiredWithinRange", message } };
    }
    const message = `whole groups of ${multiple} make it ${after}`;
    // The largest multiple that int32 holds may be less.
    const range = after > before ? { atLeast: after } : { atMost: after };
    return { step: { ...step, ...range, reason: "RoundedToMultiple", message } };
  },
};
