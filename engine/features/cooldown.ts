import { keptIn, type Step, type Decision } from "../model/decision.ts";
import { held, type Progress, type Stage } from "../model/feature.ts";
import { plain, record, time } from "../model/codec.ts";
import type { SerializedAddition } from "../model/generated/history.ts";
import { slot } from "../model/slot.ts";
import type { AutoscalerSpec } from "../model/spec/autoscaler-spec.ts";
import type { EpochMs } from "../model/values/result.ts";

interface CooldownContext {
  readonly now: EpochMs;
  readonly currentReplicas: number;
  readonly spec: Pick<AutoscalerSpec, "cooldown">;
}

export const coolDown: Stage<CooldownContext> = {
  name: "cooldown",
  field: "cooldown",
  memory: slot({
    name: "added",
    codec: record<SerializedAddition>({ to: plain, time, moved: plain }),
  }),
  reasons: {
    ScaleUpCooldown: held("held by the cooldown", "cooldown", {
      clause: after => `the cooldown keeps ${after} for now`,
    }),
  },
  holds: true,
  run: (progress, context) => {
    const { cooldown } = context.spec;
    if (!cooldown) return null;
    return { step: cooldownStep(progress, context, cooldown.scaleUpSeconds ?? 0) };
  },
  terms: ({ decision }, { spec }) => (spec.cooldown ? answered(decision) : {}),
  concludes: outcome => {
    if (!outcome.history.added || !isOverruled(outcome.decision)) return outcome;
    const { added: _, ...history } = outcome.history;
    return { ...outcome, history };
  },
};

/**
 * For some time after an addition, no vote for as many replicas or fewer adds again what this object has
 * removed since. A larger vote shows a larger need, the first replica of a workload at 0 is no growth,
 * and what another client removes has no effect to wait for: these do not wait.
 *
 * Source  the Kubernetes design of 2015, horizontal-pod-autoscaler.md, where every change of the size
 *         started it and every vote waited.
 */
function cooldownStep(
  { count: desired, history }: Progress,
  { now, currentReplicas }: CooldownContext,
  scaleUpSeconds: number,
): Step {
  const { to: answered = 0, time = -Infinity, moved = 0 } = history.added ?? {};
  const until = time + scaleUpSeconds * 1000;
  const isOwn = answered + moved === currentReplicas;
  const isAnswered = until > now && desired <= answered && currentReplicas > 0 && isOwn;
  const step = keptIn("cooldown", desired, isAnswered ? { atMost: currentReplicas } : {});
  if (step.after === desired) {
    const message = "no addition of late that answers the same votes";
    return { ...step, reason: "CooledDown", message };
  }
  const message = `as many were added less than ${scaleUpSeconds} s ago`;
  return { ...step, until, reason: "ScaleUpCooldown", message };
}

const askedBy = ({ steps }: Decision): number | undefined =>
  steps.find(({ step }) => step === "combine")?.after;

/**
 * Whether it removes more than the votes ask for, as for a maximum. The cooldown is about what the
 * load needs, so it must not hold the count down once the maximum is gone.
 */
const isOverruled = (decision: Decision): boolean =>
  decision.to < Math.min(decision.from, askedBy(decision) ?? Infinity);

/**
 * What an addition answers. A count of 0 is activated, a step that is cut answers nothing, and bounds
 * need no votes.
 */
function answered(decision: Decision): { readonly answered?: number } {
  const { from, to } = decision;
  return from > 0 && to > from && (askedBy(decision) ?? Infinity) <= to ? { answered: to } : {};
}
