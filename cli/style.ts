const codes = { bold: "1", dim: "2", red: "31", green: "32", yellow: "33" } as const;

export type Style = keyof typeof codes;

/** Gives a text its looks, which never carry anything that the text does not say. */
export type Paint = (style: Style, text: string) => string;

export const plain: Paint = (_, text) => text;

export const coloured: Paint = (style, text) =>
  text === "" ? "" : `\u001b[${codes[style]}m${text}\u001b[0m`;

/** Source  no-color.org: present and not empty, whatever its value. */
function paintFor(isTerminal: boolean, env: Readonly<NodeJS.ProcessEnv>): Paint {
  const isWanted = isTerminal && !env["NO_COLOR"] && env["TERM"] !== "dumb";
  return isWanted ? coloured : plain;
}

/** What the output may look like. */
export interface Page {
  readonly width: number;
  readonly paint: Paint;
}

/** Of a terminal; elsewhere `COLUMNS` or the 80 that fit everywhere. */
export function pageFor(
  output: { readonly isTTY?: boolean; readonly columns?: number },
  env: Readonly<NodeJS.ProcessEnv>,
): Page {
  const asked = Number(env["COLUMNS"]);
  const width = output.isTTY ? output.columns : asked >= minWidth ? Math.floor(asked) : undefined;
  return { width: Math.max(minWidth, width ?? 80), paint: paintFor(output.isTTY === true, env) };
}

const minWidth = 20;
