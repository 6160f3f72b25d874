/** A Markdown table; the first row is the head. */
export function markdown(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map(row => row[column]?.length ?? 0)),
  );
  const lines = rows.map(row => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  const rule = widths.map(width => "-".repeat(width));
  const [head = [], ...rest] = lines;
  return [head, rule, ...rest].map(cells => `| ${cells.join(" | ")} |`).join("\n");
}
