const codes = { bold: "1", dim: "2", red: "31", green: "32", yellow: "33" } as const;

export type Style = keyof typeof codes;

/** Styles a text; a style never carries information that the text lacks. */
export type Paint = (style: Style, text: string) => string;

export const plain: Paint = (_, text) => text;

export const coloured: Paint = (style, text) =>
  text === "" ? "" : `\u001b[${codes[style]}m${text}\u001b[0m`;

export interface Page {
  readonly width: number;
  readonly paint: Paint;
}

/** The width of a terminal; otherwise `COLUMNS`, or 80, which fits everywhere. */
export function pageFor(
  output: { readonly isTTY?: boolean; readonly columns?: number },
  env: Readonly<NodeJS.ProcessEnv>,
): Page {
  const asked = Number(env["COLUMNS"]);
  const width = output.isTTY ? output.columns : asked >= minWidth ? Math.floor(asked) : undefined;
  // Source  no-color.org: present and not empty, whatever its value.
  const isColoured = output.isTTY && !env["NO_COLOR"] && env["TERM"] !== "dumb";
  return { width: Math.max(minWidth, width ?? 80), paint: isColoured ? coloured : plain };
}

const minWidth = 20;

/** Lines of at most `width` characters, wrapped between words; a longer word is cut. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap(word => pieces(word, width))) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

const pieces = (word: string, width: number): string[] =>
  word.length <= width
    ? [word]
    : Array.from({ length: Math.ceil(word.length / width) }, (_, index) =>
        word.slice(index * width, (index + 1) * width),
      );

/** At most `width` characters; an ellipsis marks the omission. */
export const shorten = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;

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
/** Next to labels, on a narrow page. */
const narrowest = 10;

/** Labels on the left, texts on the right; a label that is too long gets its own line. */
export function entries(list: readonly Entry[], page: Page): string[] {
  const fitting = list.map(({ label }) => label.length).filter(length => length <= widestLabel);
  const width = Math.max(0, ...fitting);
  const gap = " ".repeat(width + 4);
  return list.flatMap(({ label, text, style }) => {
    const [first = "", ...rest] = wrap(text, Math.max(narrowest, page.width - gap.length)).map(
      line => `${gap}${line}`,
    );
    const [begun = first] = painted([first.slice(gap.length)], page, style);
    const others = painted(rest, page, style);
    return label.length > width
      ? [...indented(label, 2, page), gap + begun, ...others]
      : [`  ${label.padEnd(width)}  ${begun}`, ...others];
  });
}
