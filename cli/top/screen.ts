import type { Output } from "../terminal/terminal.ts";

/** Redraws lines in place; earlier content of the terminal stays above them. */
export function drawOn(output: Output): (lines: readonly string[]) => void {
  let drawn = 0;
  let columns: number | undefined;
  return lines => {
    // After a resize, old lines wrap differently, so their number is unknown.
    const isResized = drawn > 0 && columns !== output.columns;
    const back = drawn > 0 ? `\u001b[${drawn}A\r\u001b[J` : "";
    const erase = isResized ? "\u001b[2J\u001b[H" : back;
    // In one write, to avoid flickering.
    output.write(erase + lines.map(line => `${line}\n`).join(""));
    drawn = lines.length;
    columns = output.columns;
  };
}
