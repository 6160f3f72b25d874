import { type History, type RescaleContext, update } from "../history/history.ts";
import type { DefaultedSpec, DirectionRules } from "../spec/defaults.ts";
import type { AutoscalerProfile } from "../spec/profile.ts";
import type { Settings } from "../spec/settings.ts";
import type { Decision } from "./decision.ts";
import { hasOutsideMetric } from "./idle.ts";

interface Decided {
  readonly decision: Decision;
  readonly history: History;
}

/**
 * What a change after this decision leaves in the history. If other objects count too, the target
 * can reach 0 while the application is not idle: that is remembered whatever the settings.
 *
 * Source  upstream horizontal.go, condition ScaledToZero in reconcileAutoscaler; storeScaleEvent.
 */
export function rescaleContext(spec: DefaultedSpec, { scaleToZero }: Settings): RescaleContext {
  const { behavior, minReplicas, hasSelectors = false } = spec;
  const mayIdle = scaleToZero ? minReplicas === 0 && hasOutsideMetric(spec) : null;
  return {
    mayIdle: hasSelectors || mayIdle,
    longestPeriodSeconds: behavior && {
      scaleUp: longestPeriod(behavior.scaleUp),
      scaleDown: longestPeriod(behavior.scaleDown),
    },
  };
}

const longestPeriod = ({ policies }: DirectionRules): number =>
  Math.max(0, ...policies.map(({ periodSeconds }) => periodSeconds));

/** The same history if the terms are those of the decision before, and no cooldown ends. */
export function withTerms<Outcome extends Decided>(
  outcome: Outcome,
  known: RescaleContext,
  { boundChanges }: Pick<AutoscalerProfile, "boundChanges">,
): Outcome {
  const { decision } = outcome;
  const { added, ...ended } = outcome.history;
  const before = added && isOverruled(decision) ? ended : outcome.history;
  const isFree = boundChanges === "Free" && isByBounds(decision);
  const terms: RescaleContext = { ...known, ...(isFree ? { cause: "Bounds" } : {}) };
  const history = update(before, { terms });
  return history === outcome.history ? outcome : { ...outcome, history };
}

/** Whether no vote asks for a change in this direction. */
function isByBounds({ from, to, votes, steps }: Decision): boolean {
  const asked = steps.find(({ step }) => step === "bound")?.before ?? from;
  return to !== from && (votes.length === 0 || (to > from ? asked <= from : asked >= from));
}

const askedBy = ({ steps }: Decision): number | undefined =>
  steps.find(({ step }) => step === "combine")?.after;

/**
 * Whether it removes more than the votes ask for, as for a maximum. The cooldown is about what the
 * load needs, so it must not hold the count down once the maximum is gone.
 */
const isOverruled = (decision: Decision): boolean =>
  decision.to < Math.min(decision.from, askedBy(decision) ?? Infinity);

/** What an addition answers. A count of 0 is activated, and a step that is cut answers nothing. */
export function answered(
  { decision }: Pick<Decided, "decision">,
  hasCooldown: boolean,
): Pick<RescaleContext, "answered"> {
  const { from, to } = decision;
  const asked = askedBy(decision) ?? to;
  return hasCooldown && from > 0 && to > from && asked <= to ? { answered: to } : {};
}
