import type { PageTable } from "./page-table.ts";
import { rect, svg, text } from "./svg.ts";

const size = { width: 860, bar: 26, gap: 12, left: 150, right: 70, top: 66 };
const plotWidth = size.width - size.left - size.right;
/** The row with the sum of the others. */
const all = "in all";
/** The autoscaler has a colour of its own in all pictures. */
const kinds = ["f1", "f0", "f2", "f3"];

/** An SVG of a table of `make bench`: a bar for each column, and a part of it for each row. */
export function causesPicture({ columns, rows }: PageTable): string {
  const totals = rows.get(all) ?? [];
  // A process may use a little less than in the idle cluster.
  const parts = [...rows]
    .filter(([name]) => name !== all)
    .map(([name, values]) => ({ name, values: values.map(value => Math.max(0, value)) }));
  const widest = Math.max(
    ...columns.map((_, column) =>
      parts.reduce((sum, { values }) => sum + (values[column] ?? 0), 0),
    ),
  );
  const scale = plotWidth / widest;
  const bars = columns.flatMap((label, column) => {
    const y = size.top + column * (size.bar + size.gap);
    let x = size.left;
    const drawn = parts.map(({ values }, index) => {
      const width = (values[column] ?? 0) * scale;
      x += width;
      return rect(kinds[index] ?? "f3", x - width, y, [width, size.bar]);
    });
    const middle = y + size.bar / 2 + 5;
    return [
      text(size.left - 8, middle, label, "end"),
      ...drawn,
      text(x + 6, middle, `${(totals[column] ?? NaN).toFixed(1)}%`),
    ];
  });
  const below = size.top + columns.length * (size.bar + size.gap) + 6;
  const legend = parts.flatMap(({ name }, index) => {
    const x = 12 + (index * (size.width - 24)) / parts.length;
    return [rect(kinds[index] ?? "f3", x, below, [12, 12]), text(x + 18, below + 11, name)];
  });
  const note =
    "Changing: the load of 10% of the Deployments changes each minute. Part of it is the start of new pods, the same for all.";
  return svg({
    ...{ width: size.width, height: below + 46 },
    content: [...bars, ...legend, text(12, below + 36, note)],
    title: "CPU that autoscaling 1,000 Deployments costs the cluster",
    about:
      "In percent of one hardware thread, beyond the same cluster without autoscaling. Lower is better.",
  });
}
