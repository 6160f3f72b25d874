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

/** What is missing in a twin's steps; empty: both sides scale alike. */
export function problemsOf(steps: readonly Step[], least: Moves): string[] {
  const twin = steps[0]?.twin ?? "a twin";
  const { rises, falls, values, oneSided: odd } = totalsOf(steps);
  const few = (moves: number, wanted: number, what: string): string[] =>
    moves < wanted ? [`${twin}: ${moves} ${what}, not ${wanted}`] : [];
  return [
    ...steps.flatMap(stepProblem),
    ...few(rises, least.rises, "rises"),
    ...few(falls, least.falls, "falls"),
    ...(odd * oneSidedShare > values
      ? [`${twin}: ${odd} of ${values} values on one side only, more than one in ten`]
      : []),
  ];
}

function stepProblem(step: Step): string[] {
  if (isEqual(step)) return [];
  const at = `${step.twin}, step ${step.number}, ${step.load}`;
  if (step.unrest !== null) return [`${at}: not still; ${step.unrest}`];
  const ends = sides.map(side => `${sideNames[side]} ${settled(step)[side]}`);
  return [`${at}: settled apart: ${ends.join(", ")}`];
}
