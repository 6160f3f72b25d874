import type { Row } from "./observe.ts";

const heads = ["OBJECT", "SEES", "NOW", "WANTED", "READY", "WHY"] as const;

/** The rows as a table of fixed columns; `why` takes what is left of the width. */
function renderTable(rows: readonly Row[], width: number): string[] {
  const cells = rows.map(({ name, sees, current, desired, running, why }) => [
    name,
    sees,
    ...[current, desired, running].map(String),
    why,
  ]);
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...cells.map(row => row[column]?.length ?? 0)),
  );
  return [[...heads], ...cells].map(row =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0, column))
      .join("  ")
      .slice(0, width)
      .trimEnd(),
  );
}

/** Numbers to the right, words to the left. */
const pad = (cell: string, width: number, column: number): string =>
  column >= 2 && column <= 4 ? cell.padStart(width) : cell.padEnd(width);

/**
 * Shows the demo: on a terminal a story above a table that is redrawn in place, elsewhere one line
 * for everything that happens.
 */
export class Stage {
  readonly #output: NodeJS.WriteStream;
  readonly #started = performance.now();
  #drawn = 0;
  #rows: readonly Row[] = [];

  constructor(output: NodeJS.WriteStream) {
    this.#output = output;
  }

  /** A line of the story. */
  say(text: string): void {
    this.#erase();
    for (const line of text.split("\n")) this.#output.write(`${this.#clock()}  ${line}\n`);
    this.#draw();
  }

  /** A line without a time: headings, the summary. */
  print(text: string): void {
    this.#erase();
    this.#output.write(`${text}\n`);
    this.#draw();
  }

  update(rows: readonly Row[]): void {
    this.#rows = rows;
    if (!this.#output.isTTY) return;
    this.#erase();
    this.#draw();
  }

  /** Leaves the last table standing. */
  end(): void {
    if (!this.#output.isTTY) for (const line of renderTable(this.#rows, 200)) this.print(line);
    this.#drawn = 0;
    this.#rows = [];
  }

  #draw(): void {
    if (!this.#output.isTTY || this.#rows.length === 0) return;
    const lines = ["", ...renderTable(this.#rows, this.#output.columns)];
    this.#output.write(lines.map(line => `${line}\n`).join(""));
    this.#drawn = lines.length;
  }

  #erase(): void {
    if (this.#drawn > 0) this.#output.write(`\u001b[${this.#drawn}A\u001b[J`);
    this.#drawn = 0;
  }

  #clock(): string {
    return `${((performance.now() - this.#started) / 1000).toFixed(1).padStart(6)} s`;
  }
}
