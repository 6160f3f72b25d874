import { sideNames } from "./sides.ts";
import { isEqual, oneSided, settled, totalsOf, type Step } from "./verdict.ts";

/** At most 80 columns in total, unless a side passes through more than four sizes. */
const columns =
  (...widths: readonly number[]) =>
  (...cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();

const line = columns(9, 4, 6, 15, 15, 7, 5);
const sumLine = columns(9, 5, 5, 7, 6, 16);

export const heading = line("TWIN", "STEP", "LOAD", "HPA", "TRIMTAB", "SETTLED", "EQUAL");

/** A load and its results on both sides; below it the sizes that only one side passed through. */
export function row(step: Step): string {
  const { twin, number, load, values, unrest } = step;
  const { hpa, trimtab } = settled(step);
  const paths = [values.hpa, values.trimtab].map(path => path.join(" → "));
  const ends = unrest === null ? `${hpa}, ${trimtab}` : "not yet";
  const equal = isEqual(step) ? "yes" : "NO";
  const odd = oneSided(step).map(({ side, replicas }) => `${replicas} ${sideNames[side]}`);
  const note = odd.length > 0 ? [`  in passing on one side only: ${odd.join(", ")}`] : [];
  return [line(twin, String(number), load, ...paths, ends, equal), ...note].join("\n");
}

const totalHeading = sumLine("TWIN", "RISES", "FALLS", "ALIKE", "VALUES", "ON ONE SIDE ONLY");

/** One line for each twin; the number of values written covers both sides. */
export function totals(played: readonly (readonly Step[])[]): string {
  const lines = played.map(steps => {
    const { rises, falls, values, oneSided: odd } = totalsOf(steps);
    const alike = `${steps.filter(isEqual).length} of ${steps.length}`;
    return sumLine(steps[0]?.twin ?? "", ...[rises, falls, alike, values, odd].map(String));
  });
  return [totalHeading, ...lines].join("\n");
}
