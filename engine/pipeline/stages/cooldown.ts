import { within } from "./bound.ts";
import type { Step } from "../decision.ts";
import { held, type Progress, type Stage } from "../stage.ts";
import type { Cooldown, DefaultedSpec } from "../../spec/defaults.ts";
import type { EpochMs } from "../../result.ts";

interface CooldownContext {
  readonly now: EpochMs;
  readonly currentReplicas: number;
  readonly spec: Pick<DefaultedSpec, "cooldown">;
}

export const coolDown: Stage<CooldownContext> = {
  name: "cooldown",
  reasons: {
    ScaleUpCooldown: held("held by the cooldown", "cooldown", {
      clause: after => `the cooldown keeps ${after} for now`,
    }),
  },
  holds: true,
  run: (progress, context) => {
    const { cooldown } = context.spec;
    return cooldown && { step: cooldownStep(progress, { ...context, cooldown }) };
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
  { now, currentReplicas, cooldown }: CooldownContext & { readonly cooldown: Cooldown },
): Step {
  const { scaleUpSeconds } = cooldown;
  const { to: answered = 0, time = -Infinity, moved = 0 } = history.added ?? {};
  const until = time + scaleUpSeconds * 1000;
  const isOwn = answered + moved === currentReplicas;
  const isAnswered = until > now && desired <= answered && currentReplicas > 0 && isOwn;
  const range = isAnswered ? { atMost: currentReplicas } : {};
  const after = within(desired, range);
  const step = { step: "cooldown", before: desired, after, ...range } as const;
  if (after === desired) {
    const message = "no addition of late that answers the same votes";
    return { ...step, reason: "CooledDown", message };
  }
  const message = `as many were added less than ${scaleUpSeconds} s ago`;
  return { ...step, until, reason: "ScaleUpCooldown", message };
}
