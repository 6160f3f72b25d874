import { coolDown } from "./cooldown.ts";
import type { Step } from "../decision.ts";
import type { Cooldown, RolloutRule } from "../../spec/defaults.ts";
import type { History } from "../../history/history.ts";
import { holdRollout } from "./hold-rollout.ts";
import type { RolloutState } from "../../observation/rollout.ts";
import type { EpochMs } from "../../result.ts";

/** Rules that hold the count for some time; null: the spec does not ask for the rule, so it adds no step. */
export interface HoldRules {
  readonly rollout: { readonly rule: RolloutRule; readonly state: RolloutState | null } | null;
  readonly cooldown: Cooldown | null;
}

interface HoldInput {
  readonly desired: number;
  readonly currentReplicas: number;
  readonly rules: HoldRules;
  readonly now: EpochMs;
  readonly history: History;
}

interface Held {
  readonly after: number;
  readonly steps: readonly Step[];
  /** When each stage could let the count move. */
  readonly dues: readonly (EpochMs | null)[];
}

/** The stages between stabilization windows and rate limits. */
export function hold({ desired, rules: { rollout, cooldown }, ...given }: HoldInput): Held {
  const rolled =
    rollout && holdRollout({ ...given, desired, rule: rollout.rule, rollout: rollout.state });
  const rolledTo = rolled?.step.after ?? desired;
  const cooled = cooldown && coolDown({ ...given, desired: rolledTo, cooldown });
  const stages = [rolled, cooled].filter(stage => stage !== null);
  return {
    after: cooled?.step.after ?? rolledTo,
    steps: stages.map(({ step }) => step),
    dues: stages.map(({ due }) => due),
  };
}
