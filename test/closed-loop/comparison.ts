import { type Allowances, allowanceOf, excesses } from "./allowances.ts";
import { type Combination, hpaAt, periodOf } from "./combinations.ts";
import { variesSeconds } from "./world/loads.ts";
import { type Outcome, runAutoscaler, runHpa } from "./run.ts";
import { type Scenario, scenarioOf } from "./scenario.ts";

/** One combination under one seed. */
export interface Comparison {
  readonly combination: Combination;
  readonly scenario: Scenario;
  readonly ours: Outcome;
  readonly hpa: Outcome;
  readonly excesses: readonly string[];
}

/** Runs combinations next to an HPA each. Many have the same HPA, which runs once. */
export class Comparer {
  readonly #allowances: Allowances;
  readonly #hpas = new Map<string, Outcome>();

  constructor(allowances: Allowances) {
    this.#allowances = allowances;
  }

  compare(combination: Combination, seed: number): Comparison {
    const scenario = scenarioOf(seed, combination);
    const ours = runAutoscaler(combination, scenario);
    const hpa = this.#hpaOf(combination, scenario);
    const allowance = allowanceOf(combination, this.#allowances);
    return { combination, scenario, ours, hpa, excesses: excesses(ours, hpa, allowance) };
  }

  #hpaOf(combination: Combination, scenario: Scenario): Outcome {
    const objects: unknown[] = [];
    for (let seconds = 0; seconds < variesSeconds; seconds += 60) {
      const object = hpaAt(combination, seconds);
      if (JSON.stringify(objects.at(-1)) !== JSON.stringify(object)) objects.push(object);
    }
    const key = JSON.stringify([scenario, objects, periodOf(combination)]);
    const outcome = this.#hpas.get(key) ?? runHpa(combination, scenario);
    this.#hpas.set(key, outcome);
    return outcome;
  }
}

/** The command that repeats a run. */
const replayOf = ({ combination, scenario }: Comparison): string =>
  `make closed-loop SEED=${scenario.seed} SEEDS=1 FEATURES='${combination.name}'`;

/** What a failure shows: the seed, the world and the way to repeat it. */
export const reportOf = (comparison: Comparison): string => {
  const { combination, scenario, excesses: all } = comparison;
  const { load, startSeconds, lagSeconds, events } = scenario;
  const world = `${load}, pods start in ${startSeconds} s, metrics ${lagSeconds} s late, ${events.join(", ")}`;
  return `${combination.name}, seed ${scenario.seed} (${world})\n  ${all.join("\n  ")}\n  ${replayOf(comparison)}`;
};
