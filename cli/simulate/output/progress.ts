import { spanText } from "../../terminal/times.ts";
import type { Output } from "../../terminal/terminal.ts";

const width = 24;
const clearLine = "\r\u001b[K";

/** A bar with the remaining time on a terminal, and nothing elsewhere. */
export class Progress {
  readonly #output: Output;
  readonly #started = performance.now();

  constructor(output: Output) {
    this.#output = output;
  }

  show(done: number, total: number): void {
    if (!this.#output.isTTY || total < 2) return;
    const filled = Math.round((done / total) * width);
    const bar = `${"#".repeat(filled)}${".".repeat(width - filled)}`;
    const left = ((performance.now() - this.#started) / done) * (total - done);
    const remaining = done === total ? "" : `, ${spanText(left)} remain`;
    this.#output.write(`${clearLine}[${bar}] ${done} of ${total} simulated${remaining}`);
  }

  end(): void {
    if (this.#output.isTTY) this.#output.write(clearLine);
  }
}
