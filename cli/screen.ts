/** The part of a terminal, or of what stands in for one, that is written to. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

/** Lines that are redrawn in place; what was on the terminal before stays above them. */
export class Screen {
  readonly #output: Output;
  #drawn = 0;
  #columns: number | undefined;

  constructor(output: Output) {
    this.#output = output;
  }

  draw(lines: readonly string[]): void {
    // On a terminal of another width, old lines are broken anew: nobody knows how many they are.
    const isResized = this.#drawn > 0 && this.#columns !== this.#output.columns;
    const back = this.#drawn > 0 ? `\u001b[${this.#drawn}A\r\u001b[J` : "";
    const erase = isResized ? "\u001b[2J\u001b[H" : back;
    // In one write, so that nothing flickers.
    this.#output.write(erase + lines.map(line => `${line}\n`).join(""));
    this.#drawn = lines.length;
    this.#columns = this.#output.columns;
  }
}
