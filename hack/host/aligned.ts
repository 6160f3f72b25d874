/** Lines of cells, in columns of equal width. */
export function aligned(lines: readonly (readonly string[])[]): string {
  const columns = Math.max(0, ...lines.map(({ length }) => length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...lines.map(line => line[column]?.length ?? 0)),
  );
  return lines
    .map(line =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
