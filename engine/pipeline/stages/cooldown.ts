import { within } from "./bound.ts";
import type { Step } from "../decision.ts";
import type { Progress, Stage } from "../stage.ts";
import type { Cooldown, DefaultedSpec } from "../../spec/defaults.ts";
import type { History } from "../../history/history.ts";
import type { EpochMs } from "../../result.ts";

interface CooldownContext {
  readonly now: EpochMs;
  readonly currentReplicas: number;
  readonly spec: Pick<DefaultedSpec, "cooldown">;
}

export const coolDown: Stage<CooldownContext> = {
  name: "cooldown",
  limitReasons: ["ScaleUpCooldown", "ScaleDownCooldown"],
  holds: true,
  run: (progress, context) => {
    const { cooldown } = context.spec;
    return cooldown && { step: cooldownStep(progress, { ...context, cooldown }) };
  },
};

/**
 * Keeps the count for some time after every change by the operator, in either direction. Each
 * direction has its own cooldown.
 *
 * Source  the Kubernetes design of 2015, horizontal-pod-autoscaler.md: 3 minutes for up, 5 for
 *         down.
 */
function cooldownStep(
  { count: desired, history }: Progress,
  { now, currentReplicas, cooldown }: CooldownContext & { readonly cooldown: Cooldown },
): Step {
  const ends = cooldownEnds(history, cooldown);
  const range = {
    ...(ends.scaleDown > now && { atLeast: currentReplicas }),
    ...(ends.scaleUp > now && { atMost: currentReplicas }),
  };
  const after = within(desired, range);
  const step = { step: "cooldown", before: desired, after, ...range } as const;
  if (after === desired) {
    const message = "no change of late that this would follow too soon";
    return { ...step, reason: "CooledDown", message };
  }
  const isUp = desired > after;
  const seconds = isUp ? cooldown.scaleUpSeconds : cooldown.scaleDownSeconds;
  const reason = isUp ? "ScaleUpCooldown" : "ScaleDownCooldown";
  const message = `the latest change is less than ${seconds} s old`;
  return { ...step, until: isUp ? ends.scaleUp : ends.scaleDown, reason, message };
}

/** The newest change is kept whatever its age: only later changes push out earlier ones. */
function cooldownEnds({ scaleEvents }: Pick<History, "scaleEvents">, cooldown: Cooldown) {
  const latest = scaleEvents.at(-1)?.time ?? -Infinity;
  return {
    scaleUp: latest + cooldown.scaleUpSeconds * 1000,
    scaleDown: latest + cooldown.scaleDownSeconds * 1000,
  };
}
