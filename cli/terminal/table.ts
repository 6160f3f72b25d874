/** The lines of a table without styles. Texts begin at the left edge of their column, numbers end at its right one. */
export function aligned(
  rows: readonly (readonly string[])[],
  isNumber: (column: number) => boolean = () => false,
): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map(row => row[at]?.length ?? 0)));
  const padded = (text: string, at: number): string =>
    isNumber(at) ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0);
  return rows.map(row => row.map(padded).join("  ").trimEnd());
}
