export interface PageTable {
  readonly columns: readonly string[];
  /** The numbers of each row, without their units, by the text of the first cell. */
  readonly rows: ReadonlyMap<string, readonly number[]>;
}

const cellsOf = (line: string): string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map(cell => cell.trim());

/** The table of a page whose first cell has a text. */
export function tableIn(page: string, first: string): PageTable {
  const lines = page.split("\n");
  const start = lines.findIndex(line => line.startsWith("|") && cellsOf(line)[0] === first);
  if (start === -1) throw new Error(`the page has no table with the first cell "${first}"`);
  const [head = "", , ...rest] = lines.slice(start);
  const length = rest.findIndex(line => !line.startsWith("|"));
  const rows = rest.slice(0, length === -1 ? undefined : length).map((line): [string, number[]] => {
    const [name = "", ...cells] = cellsOf(line);
    return [name, cells.map(cell => Number.parseFloat(cell.replaceAll(",", "")))];
  });
  return { columns: cellsOf(head).slice(1), rows: new Map(rows) };
}
