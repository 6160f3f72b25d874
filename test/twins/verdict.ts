import { sideNames, sides, type Side } from "./sides.ts";

/** The result of one load. */
export interface Step {
  readonly twin: string;
  /** From 1. */
  readonly number: number;
  readonly load: string;
  /** `spec.replicas` at its start and every later value; the last one is the settled one. */
  readonly values: Readonly<Record<Side, readonly number[]>>;
  /** Why it was aborted before both were quiet. */
  readonly unrest: string | null;
}

export interface OneSided {
  readonly side: Side;
  readonly replicas: number;
}

/** The number of steps that ended above and below their start. */
export interface Moves {
  readonly rises: number;
  readonly falls: number;
}

interface Totals extends Moves {
  /** Number of values written, on both sides. */
  readonly values: number;
  readonly oneSided: number;
}

/** One in this many intermediate values may occur on one side only. */
const oneSidedShare = 10;

export const settled = ({ values }: Step): Readonly<Record<Side, number>> => ({
  hpa: values.hpa.at(-1) ?? NaN,
  trimtab: values.trimtab.at(-1) ?? NaN,
});

export function isEqual(step: Step): boolean {
  const { hpa, trimtab } = settled(step);
  return step.unrest === null && hpa === trimtab;
}

/** Intermediate values, neither first nor settled, that the other side did not pass as often. */
export function oneSided({ values }: Step): OneSided[] {
  const passed = { hpa: values.hpa.slice(1, -1), trimtab: values.trimtab.slice(1, -1) };
  return [
    ...without(passed.hpa, passed.trimtab).map(replicas => ({ side: "hpa" as const, replicas })),
    ...without(passed.trimtab, passed.hpa).map(replicas => ({
      side: "trimtab" as const,
      replicas,
    })),
  ];
}

function without(values: readonly number[], others: readonly number[]): number[] {
  const left = [...others];
  return values.filter(value => {
    const index = left.indexOf(value);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

export function totalsOf(steps: readonly Step[]): Totals {
  const count = (is: (step: Step) => boolean): number => steps.filter(is).length;
  const moved = (by: (from: number, to: number) => boolean) => (step: Step) =>
    sides.every(side => by(step.values[side][0] ?? NaN, settled(step)[side]));
  const written = steps.flatMap(({ values }) => sides.map(side => values[side].length - 1));
  return {
    rises: count(moved((from, to) => to > from)),
    falls: count(moved((from, to) => to < from)),
    values: written.reduce((sum, values) => sum + values, 0),
    oneSided: steps.flatMap(oneSided).length,
  };
}

/** What is missing in a twin's steps; empty: both sides settle at equal sizes and move often enough. */
export function problemsOf(steps: readonly Step[], least: Moves): string[] {
  const twin = twinOf(steps);
  const { rises, falls } = totalsOf(steps);
  const few = (moves: number, wanted: number, what: string): string[] =>
    moves < wanted ? [`${twin}: ${moves} ${what}, not ${wanted}`] : [];
  return [
    ...steps.flatMap(stepProblem),
    ...few(rises, least.rises, "rises"),
    ...few(falls, least.falls, "falls"),
  ];
}

/**
 * Whether the sides differ in too many intermediate values. It needs a long script: a sample that one side reads
 * in the middle of a change adds a value, and that is more than one in ten of a few.
 */
export function passingProblems(steps: readonly Step[]): string[] {
  const { values, oneSided: odd } = totalsOf(steps);
  if (odd * oneSidedShare <= values) return [];
  return [`${twinOf(steps)}: ${odd} of ${values} values on one side only, more than one in ten`];
}

/** The values that are not between the first and the settled one: without an error in the load, neither side overshoots. */
export function strayProblems(steps: readonly Step[]): string[] {
  return steps.flatMap(step => sides.flatMap(side => strays(step, side)));
}

function strays(step: Step, side: Side): string[] {
  const ends = [step.values[side][0] ?? NaN, settled(step)[side]];
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  return step.values[side]
    .filter(value => !(value >= least && value <= most))
    .map(value => `${at(step)}: ${sideNames[side]} passes ${value} from ${ends.join(" to ")}`);
}

const twinOf = (steps: readonly Step[]): string => steps[0]?.twin ?? "a twin";
const at = ({ twin, number, load }: Step): string => `${twin}, step ${number}, ${load}`;

function stepProblem(step: Step): string[] {
  if (isEqual(step)) return [];
  if (step.unrest !== null) return [`${at(step)}: not still; ${step.unrest}`];
  const ends = sides.map(side => `${sideNames[side]} ${settled(step)[side]}`);
  return [`${at(step)}: settled apart: ${ends.join(", ")}`];
}
