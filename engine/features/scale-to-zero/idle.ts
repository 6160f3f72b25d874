import type { History } from "../../model/history.ts";
import type { DefaultedSpec } from "../../spec/defaults.ts";
import type { EpochMs } from "../../model/values/result.ts";
import type { AutoscalerProfile } from "../../model/spec/profile.ts";
import { type Vote, winnerOf, keptIn } from "../../model/decision.ts";
import { idleSeconds } from "../../votes/activity.ts";
import { held, type Stage } from "../../model/feature.ts";

interface IdleContext {
  readonly now: EpochMs;
  readonly currentReplicas: number;
  readonly spec: Pick<DefaultedSpec, "idle" | "metrics" | "minReplicas" | "replicaMultiple">;
}

/**
 * Keeps the last replica, or the last group, until every metric that could start the workload has been
 * inactive for some time. Of the part of a group that a person wrote, it keeps what there is. The policies of scale-down come after it, so a large workload goes to 0 in their steps.
 */
export const delayIdling: Stage<IdleContext> = {
  name: "idle",
  field: "idle",
  inHpa: { lost: "the window of scale-down also applies to the last replica" },
  reasons: {
    IdleDelay: held("last replica before 0", "idle", {
      clause: () => "the last replica stays until nothing has been asked for long enough",
    }),
  },
  holds: true,
  run: ({ count: desired, history }, { now, currentReplicas, spec }) => {
    const { minReplicas, replicaMultiple } = spec;
    const afterSeconds = idleSeconds(spec);
    if (afterSeconds === null || minReplicas > 0 || currentReplicas === 0) return null;
    const until = idleUntil(history, afterSeconds);
    const isOver = until !== null && until <= now;
    // Without a time there is nothing to wait for, except that an expression can ask for 0 of an active workload.
    if (afterSeconds === 0 && (isOver || desired > 0)) return null;
    const range = isOver ? {} : { atLeast: Math.min(currentReplicas, replicaMultiple) };
    const step = keptIn("idle", desired, range);
    if (step.after === desired) {
      const message = desired === 0 ? "idle for long enough" : "not about to idle";
      return { step: { ...step, reason: "IdleUnaffected", message } };
    }
    const message = delayText(afterSeconds);
    return { step: { ...step, ...(until !== null && { until }), reason: "IdleDelay", message } };
  },
};

/** null: not known, because a metric is active or has failed. */
const idleUntil = ({ idle }: History, afterSeconds: number): EpochMs | null =>
  idle && "since" in idle ? idle.since + afterSeconds * 1000 : null;

const delayText = (afterSeconds: number): string =>
  afterSeconds === 0
    ? "not every metric that can start it is known to be inactive"
    : `idle for less than ${afterSeconds} s`;

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
  reasons: { LeavesZero: { phrase: "starts from 0", word: "start", followsVotes: true } },
  run: ({ count: before }, { currentReplicas, votes, spec, profile }) => {
    if (currentReplicas > 0 || profile.leavingZero === "Growth") return null;
    const atLeast = spec?.replicaMultiple ?? 1;
    if (before >= atLeast || (winnerOf(votes)?.replicas ?? 0) <= 0) return null;
    const message = `from 0, nothing delays the first ${atLeast === 1 ? "replica" : "group"}`;
    const step = { step: "activate", before, after: atLeast, atLeast } as const;
    return { step: { ...step, reason: "LeavesZero", message } };
  },
};
