/**
 * Displays the demo: on a terminal a story above a table that is redrawn in place, elsewhere one line for
 * every event.
 */
export class Stage {
  readonly #output: NodeJS.WriteStream;
  readonly #started = performance.now();
  #drawn = 0;
  #table: readonly string[] = [];

  constructor(output: NodeJS.WriteStream) {
    this.#output = output;
  }

  /** Adds a line to the story. */
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

  show(table: readonly string[]): void {
    this.#erase();
    this.#table = table;
    this.#draw();
  }

  /** Leaves the last table on the screen. */
  end(): void {
    const table = this.#table;
    this.#table = [];
    if (!this.#output.isTTY) for (const line of table) this.print(line);
    this.#drawn = 0;
  }

  #draw(): void {
    if (!this.#output.isTTY || this.#table.length === 0) return;
    // Truncates the table to the terminal's width: wrapped lines could not be erased.
    const width = this.#output.columns || Infinity;
    const lines = ["", ...this.#table.map(line => line.slice(0, width))];
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
