import type { Bounds, Step } from "./model/decision.ts";
import type {
  DecisionOutcome,
  Feature,
  Observed,
  Progress,
  SpecOf,
  StepResult,
  Unvoted,
} from "./model/feature.ts";
import type { History, RescaleContext } from "./model/history.ts";
import type { EpochMs } from "./model/values/result.ts";
import { earliest } from "./model/values/time.ts";

export interface Staged {
  readonly steps: readonly Step[];
  readonly history: History;
  readonly due: EpochMs | null;
}

/**
 * The features of a kind as one: each function calls the member of that name of every feature that has it,
 * in their order.
 */
export function chainOf<Context>(features: readonly Feature<Context>[]) {
  const { inForce, observe, bounds, keeps, caps, answers, terms, concludes } = {
    inForce: features.flatMap(feature => feature.inForce ?? []),
    observe: features.flatMap(feature => feature.observe ?? []),
    bounds: features.flatMap(feature => feature.bounds ?? []),
    keeps: features.flatMap(feature => feature.keeps ?? []),
    caps: features.flatMap(feature => feature.caps ?? []),
    answers: features.flatMap(feature => feature.answers ?? []),
    terms: features.flatMap(feature => feature.terms ?? []),
    concludes: features.flatMap(feature => feature.concludes ?? []),
  };
  const stages = features.flatMap(({ name, run }) => (run ? { name, run } : []));
  return {
    inForce: (spec: SpecOf<Context>, now: EpochMs): SpecOf<Context> =>
      inForce.reduce((known, each) => each(known, now), spec),
    observe: (history: History, context: Observed<Context>): History =>
      observe.reduce((known, each) => each(known, context), history),
    bounds: (given: Bounds, history: History, context: Observed<Context>): Bounds =>
      bounds.reduce((known, each) => each(known, history, context), given),
    /** The most that a feature keeps. */
    keeps: (history: History, context: Unvoted<Context>): number =>
      keeps.reduce((most, each) => Math.max(most, each(history, context)), 0),
    /** The least to which a feature brings the count down; null: none does. */
    caps: (history: History, context: Unvoted<Context>): number | null =>
      caps.reduce<number | null>((least, each) => {
        const cap = each(history, context);
        return least === null || (cap !== null && cap < least) ? cap : least;
      }, null),
    /** The first answer that needs no votes; null: none. */
    answers(history: History, context: Unvoted<Context>): StepResult | null {
      for (const answer of answers) {
        const result = answer(history, context);
        if (result) return result;
      }
      return null;
    },
    /** The steps from the votes to the count. */
    run(begin: Progress, context: Context): Staged {
      const steps: Step[] = [];
      let { count, history } = begin;
      let due: EpochMs | null = null;
      for (const { name, run } of stages) {
        const result = run({ count, history }, context);
        if (result === null) continue;
        const { step } = result;
        steps.push(step.step === name ? step : { ...step, step: name });
        count = step.after;
        history = result.history ?? history;
        due = earliest([due, result.due === undefined ? (step.until ?? null) : result.due]);
        if (result.isLast) break;
      }
      return { steps, history, due };
    },
    terms: (outcome: DecisionOutcome, context: Unvoted<Context>): RescaleContext =>
      Object.assign({ ...noTerms }, ...terms.map(each => each(outcome, context))) as RescaleContext,
    conclude: <Outcome extends DecisionOutcome>(
      outcome: Outcome,
      context: Unvoted<Context>,
    ): Outcome =>
      concludes.reduce<DecisionOutcome>((known, each) => each(known, context), outcome) as Outcome,
  };
}

const noTerms: RescaleContext = { mayIdle: null, longestPeriodSeconds: null };
