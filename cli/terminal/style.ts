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
