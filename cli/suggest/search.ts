import type { Load } from "../simulate/load/load.ts";
import type { Kept, Measures, Simulated } from "../simulate/result.ts";
import type { Edit } from "./edits.ts";
import type { Halves } from "./halves.ts";
import type { Group, Parameter, Setting } from "./parameter.ts";

/** Measures of an object whose pods bear a load. */
export interface Outcome extends Pick<Measures, "replicaHours" | "changes"> {
  /** 0 to 1. */
  readonly lostWork: number;
}

export const outcomeOf = ({ measures }: Pick<Simulated, "measures">): Outcome => {
  const { replicaHours, changes, lostWork = 0 } = measures;
  return { replicaHours, changes, lostWork };
};

/** A search looks at measures alone. */
export const measuresOnly: Kept = { sizes: false, decisions: 0 };

/** In each half. */
export type Outcomes = readonly [first: Outcome, second: Outcome];

/** What changes of the object: the parameters that are absent stay as they are. */
export type Choice = ReadonlyMap<Parameter, Setting>;

export interface Change {
  readonly parameter: Parameter;
  readonly setting: Setting;
  /** All other changes without this one. */
  readonly without: Outcomes;
}

export interface Suggestion {
  /** Of the half that chose. */
  readonly chosenBy: HalfName;
  readonly changes: readonly Change[];
  readonly suggested: Outcomes;
}

/** The best of one half, which the other one does not confirm. */
export interface Rejected {
  readonly chosenBy: HalfName;
  readonly choice: Choice;
  readonly outcomes: Outcomes;
}

export interface Found {
  readonly today: Outcomes;
  readonly suggestion: Suggestion | null;
  readonly rejected: readonly Rejected[];
}

export const halfNames = ["first", "second"] as const;
export type HalfName = (typeof halfNames)[number];

/** What a search improves, and what it leaves as it is. */
export interface Goal {
  /** What becomes smaller. */
  readonly valueOf: (outcome: Outcome) => number;
  /** Whether the half that chooses may choose it. */
  readonly isAllowed: (outcome: Outcome, today: Outcome) => boolean;
  /** Whether a suggestion is worth it, in each half. */
  readonly isBetter: (suggested: Outcome, today: Outcome) => boolean;
  /** A change is not worth a line if the value without it is at most this multiple. */
  readonly leastGain: number;
  /** Whether settings that cost less come first: the first one that is allowed is the best one. */
  readonly isCheapestFirst: boolean;
}

/** A suggestion loses at most this share of what is lost today. */
const mostLost = 0.8;
/** The half that chooses allows no more than today's cost: the other half differs by about as much as it may. */
const mostCost = 1.01;

/** A fifth less lost work at the same cost. */
export const lessLostWork: Goal = {
  valueOf: ({ lostWork }) => lostWork,
  isAllowed: ({ replicaHours }, today) => replicaHours <= today.replicaHours,
  isBetter: ({ lostWork, replicaHours }, today) =>
    today.lostWork > 0 &&
    lostWork <= mostLost * today.lostWork &&
    replicaHours <= mostCost * today.replicaHours,
  leastGain: 1.05,
  isCheapestFirst: false,
};

const edits = (choice: Choice): readonly Edit[] =>
  [...choice.values()].flatMap(setting => setting.edits);

/** Simulates one half with each of these edits, in their order; null: the object would be invalid. */
export type Simulate = (
  half: Load,
  edits: readonly (readonly Edit[])[],
) => Promise<readonly (Outcome | null)[]>;

interface Accepted extends Rejected {
  /** The value of the other half. */
  readonly judged: number;
}

interface Tried {
  readonly choice: Choice;
  readonly outcome: Outcome;
}

/** Searches on one half what is best there, and has the other half judge it; and the reverse. */
export class Search {
  readonly #halves: Halves;
  readonly #simulate: Simulate;
  readonly #goal: Goal;

  constructor(halves: Halves, simulate: Simulate, goal: Goal) {
    [this.#halves, this.#simulate, this.#goal] = [halves, simulate, goal];
  }

  /**
   * @param groupsFor  what may change, from the half that chooses
   */
  async find(groupsFor: (half: Load) => readonly Group[]): Promise<Found> {
    const today = await this.#inBoth(new Map());
    const rejected: Rejected[] = [];
    const accepted: Accepted[] = [];
    for (const [index, half] of this.#halves.entries()) {
      const [chosenBy, own] = [halfNames[index] ?? "first", today[index]];
      if (!own || this.#goal.valueOf(own) === 0) continue;
      const best = await this.#bestOn(half, own, groupsFor(half));
      const choice = await this.#needed(half, own, best);
      if (choice.size === 0) continue;
      const outcomes = await this.#inBoth(choice);
      const holds = outcomes.every((outcome, at) =>
        this.#goal.isBetter(outcome, today[at] ?? outcome),
      );
      // Only the other half says what a suggestion is worth.
      const judged = this.#goal.valueOf(outcomes[1 - index] ?? impossible);
      if (holds) accepted.push({ chosenBy, choice, outcomes, judged });
      else rejected.push({ chosenBy, choice, outcomes });
    }
    const [best] = accepted.toSorted((a, b) => a.judged - b.judged);
    return { today, suggestion: best ? await this.#explained(best) : null, rejected };
  }

  /** The groups one after the other, each with the best of those before. */
  async #bestOn(half: Load, today: Outcome, groups: readonly Group[]): Promise<Choice> {
    let best: Tried = { choice: new Map(), outcome: today };
    const { valueOf, isAllowed } = this.#goal;
    for (const group of groups) {
      const bounded = group.find(({ costFalls }) => costFalls);
      const choices = combinationsOf(
        group.filter(parameter => parameter !== bounded),
        best.choice,
      );
      const tried = bounded
        ? await this.#firstAllowed(half, choices, bounded, today)
        : await this.#tryAll(half, choices);
      for (const each of tried) {
        const { outcome } = each;
        if (isAllowed(outcome, today) && valueOf(outcome) < valueOf(best.outcome)) best = each;
      }
    }
    return best.choice;
  }

  /** In their order. */
  async #tryAll(half: Load, choices: readonly Choice[]): Promise<Tried[]> {
    const outcomes = await this.#simulate(half, choices.map(edits));
    return choices.map((choice, index) => ({ choice, outcome: outcomes[index] ?? impossible }));
  }

  async #outcomeOf(half: Load, choice: Choice): Promise<Outcome> {
    const [outcome] = await this.#simulate(half, [edits(choice)]);
    return outcome ?? impossible;
  }

  /**
   * For each choice, the first setting of a parameter that is allowed: what costs more loses less, so none after it is
   * better. Halves the range of all choices at once, so that they share the workers.
   */
  async #firstAllowed(
    half: Load,
    choices: readonly Choice[],
    parameter: Parameter,
    today: Outcome,
  ): Promise<Tried[]> {
    const { isAllowed, isCheapestFirst } = this.#goal;
    const all = isCheapestFirst ? parameter.settings.toReversed() : parameter.settings;
    const ranges = choices.map(choice => ({ choice, low: 0, high: all.length }));
    const tried: Tried[] = [];
    for (;;) {
      const open = ranges.filter(({ low, high }) => low < high);
      if (open.length === 0) return tried;
      const middles = open.map(({ low, high }) => Math.floor((low + high) / 2));
      const next = open.map(({ choice }, at) =>
        withSetting(choice, parameter, all[middles[at] ?? 0]),
      );
      for (const [at, each] of (await this.#tryAll(half, next)).entries()) {
        const [range, middle = 0] = [open[at], middles[at]];
        if (!range) continue;
        tried.push(each);
        if (isAllowed(each.outcome, today)) range.high = middle;
        else range.low = middle + 1;
      }
    }
  }

  /** Without the changes that gain little where they were chosen. */
  async #needed(half: Load, today: Outcome, choice: Choice): Promise<Choice> {
    const { valueOf, isAllowed, leastGain } = this.#goal;
    const whole = await this.#outcomeOf(half, choice);
    let needed = choice;
    for (const parameter of choice.keys()) {
      const rest = new Map([...needed].filter(([other]) => other !== parameter));
      const without = await this.#outcomeOf(half, rest);
      const isAsGood = valueOf(without) <= leastGain * valueOf(whole);
      if (isAsGood && isAllowed(without, today)) needed = rest;
    }
    return needed;
  }

  /** What each change gains. */
  async #explained({ chosenBy, choice, outcomes: suggested }: Accepted): Promise<Suggestion> {
    const changes: Change[] = [];
    for (const [parameter, setting] of choice) {
      const rest = new Map([...choice].filter(([other]) => other !== parameter));
      changes.push({ parameter, setting, without: await this.#inBoth(rest) });
    }
    return { chosenBy, changes, suggested };
  }

  async #inBoth(choice: Choice): Promise<Outcomes> {
    const [first, second] = this.#halves;
    return [await this.#outcomeOf(first, choice), await this.#outcomeOf(second, choice)];
  }
}

/** A specification that the API server would refuse is no choice. */
const impossible: Outcome = { replicaHours: Infinity, changes: 0, lostWork: Infinity };

/** How many simulations of each half a group takes. */
export const runsOf = (group: Group): number =>
  group.reduce(
    (product, { settings, costFalls }) =>
      product * (costFalls ? Math.ceil(Math.log2(settings.length + 1)) : settings.length),
    1,
  );

/** Today's setting is no choice. */
function withSetting(choice: Choice, parameter: Parameter, setting?: Setting): Choice {
  if (!setting || setting === parameter.today) return choice;
  return new Map([...choice, [parameter, setting]]);
}

/** All combinations of settings of the group, next to what has been chosen before. */
function combinationsOf(group: Group, chosen: Choice): readonly Choice[] {
  let all: readonly Choice[] = [chosen];
  for (const parameter of group) {
    all = all.flatMap(choice =>
      parameter.settings.map(setting => withSetting(choice, parameter, setting)),
    );
  }
  return all;
}
