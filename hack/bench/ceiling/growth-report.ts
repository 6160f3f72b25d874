import { exponentOf } from "./fit.ts";
import type { Measured } from "./measure.ts";
import { markdown } from "./markdown.ts";

/** One kind of cost, by the number of objects. */
export interface Cost {
  readonly name: string;
  readonly unit: string;
  /** Zero and NaN: nothing was measured. */
  readonly values: readonly { readonly objects: number; readonly value: number }[];
  /** Whether the goal for the exponent applies. */
  readonly isFitted: boolean;
}

/** The sizes between which the exponent is fitted: below, what the process needs anyway dominates. */
const fittedFrom = 1_000;

/** @param base without any object */
export function costsOf(base: Measured, measured: readonly Measured[]): Cost[] {
  const cost = (
    name: string,
    unit: string,
    ...[of, isFitted = false]: [of: (each: Measured) => number, isFitted?: boolean]
  ): Cost => ({
    ...{ name, unit, isFitted },
    values: measured.map(each => ({ objects: each.population.objects, value: of(each) })),
  });
  const memory = ({ steady }: Measured): number => (steady?.memoryBytes ?? NaN) / 1e6;
  const busy = ({ steady }: Measured): number => 100 * (steady?.busy.operator ?? NaN);
  return [
    cost("CPU", "% of a core", busy, true),
    cost("CPU per 1,000 objects", "% of a core", each => (1_000 * busy(each)) / sizeOf(each)),
    cost("memory", "MB", memory),
    cost("memory above that without objects", "MB", each => memory(each) - memory(base), true),
    cost("lateness, p99", "ms", ({ steady }) => steady?.lateness.p99 ?? NaN),
    cost("longest stall", "ms", ({ steady }) => steady?.longestStallMs ?? NaN),
    cost("requests per sync", "", ({ steady }) => steady?.requestsPerSync ?? NaN),
    cost("restart: all decided after", "s", ({ restart }) => restart.after.all),
    cost("restart: memory, at most", "MB", ({ restart }) => restart.peakBytes / 1e6),
  ];
}

const sizeOf = ({ population }: Measured): number => population.objects;

export function growthTable(costs: readonly Cost[]): string {
  const head = ["objects", ...(costs[0]?.values.map(({ objects }) => objects) ?? [])].map(String);
  const rows = costs.map(({ name, unit, values }) => [
    unit === "" ? name : `${name}, ${unit}`,
    ...values.map(({ value }) => shown(value)),
  ]);
  return markdown([head, ...rows]);
}

/** Three significant digits. */
const shown = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value.toPrecision(value >= 1 ? 3 : 2);

function fittedExponent({ values }: Cost): number {
  return exponentOf(values.filter(({ objects }) => objects >= fittedFrom));
}

/** `CPU grows with the power 0.98 of the objects` */
export const exponents = (costs: readonly Cost[]): string =>
  costs
    .filter(({ isFitted }) => isFitted)
    .map(cost => `${cost.name}: exponent ${fittedExponent(cost).toFixed(3)}`)
    .join("\n");
