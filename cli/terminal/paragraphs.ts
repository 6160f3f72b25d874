import type { Page, Style } from "./style.ts";
import { wrap } from "./wrap.ts";

export interface Entry {
  readonly label: string;
  readonly text: string;
  readonly style?: Style;
}

const painted = (lines: readonly string[], page: Page, style?: Style): string[] =>
  lines.map(line => (style ? page.paint(style, line) : line));

export const indented = (text: string, by: number, page: Page, style?: Style): string[] =>
  painted(
    wrap(text, page.width - by).map(line => " ".repeat(by) + line),
    page,
    style,
  );

const widestLabel = 24;

/** Labels on the left, texts on the right; a label that is too long gets its own line. */
export function entries(list: readonly Entry[], page: Page): string[] {
  const fitting = list.map(({ label }) => label.length).filter(length => length <= widestLabel);
  const width = Math.max(0, ...fitting);
  const gap = " ".repeat(width + 4);
  return list.flatMap(({ label, text, style }) => {
    const [first = "", ...rest] = wrap(text, page.width - gap.length).map(line => `${gap}${line}`);
    const [begun = first] = painted([first.slice(gap.length)], page, style);
    const others = painted(rest, page, style);
    return label.length > width
      ? [...indented(label, 2, page), gap + begun, ...others]
      : [`  ${label.padEnd(width)}  ${begun}`, ...others];
  });
}
