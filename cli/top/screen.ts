/** The output functions of a terminal or its substitute. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

/** Lines that are redrawn in place; earlier content of the terminal stays above them. */
export class Screen {
  readonly #output: Output;
  #drawn = 0;
  #columns: number | undefined;

  constructor(output: Output) {
    this.#output = output;
  }

  draw(lines: readonly string[]): void {
    // After a resize, old lines wrap differently, so their number is unknown.
    const isResized = this.#drawn > 0 && this.#columns !== this.#output.columns;
    const back = this.#drawn > 0 ? `\u001b[${this.#drawn}A\r\u001b[J` : "";
    const erase = isResized ? "\u001b[2J\u001b[H" : back;
    // In one write, to avoid flickering.
    this.#output.write(erase + lines.map(line => `${line}\n`).join(""));
    this.#drawn = lines.length;
    this.#columns = this.#output.columns;
  }
}
