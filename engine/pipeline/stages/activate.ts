import { combine } from "./combine.ts";
import type { Vote } from "../decision.ts";
import type { Stage } from "../stage.ts";
import type { DefaultedSpec } from "../../spec/defaults.ts";
import type { AutoscalerProfile } from "../../spec/profile.ts";

interface ActivateContext {
  readonly currentReplicas: number;
  readonly votes: readonly Vote[];
  readonly spec?: Pick<DefaultedSpec, "replicaMultiple">;
  readonly profile: Pick<AutoscalerProfile, "leavingZero">;
}

/**
 * Leaving 0 is activation, not growth. A window, a cooldown, a health gate or a policy keeps a size for a
 * reason; none of these reasons is one to keep a workload asleep that the votes want to run. So whatever
 * they say, the votes get the first replica, or the first group. The bounds come after this stage.
 *
 * Source  KEDA, which goes from 0 to 1 without the HorizontalPodAutoscaler.
 */
export const activate: Stage<ActivateContext> = {
  name: "activate",
  limitReasons: [],
  run: ({ count: before }, { currentReplicas, votes, spec, profile }) => {
    if (currentReplicas > 0 || profile.leavingZero === "Growth") return null;
    const atLeast = spec?.replicaMultiple ?? 1;
    if (before >= atLeast || combine(votes, 0).after === 0) return null;
    const message = `from 0, nothing delays the first ${atLeast === 1 ? "replica" : "group"}`;
    const step = { step: "activate", before, after: atLeast, atLeast } as const;
    return { step: { ...step, reason: "LeavesZero", message } };
  },
};
