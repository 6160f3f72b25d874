import { mutants, needsCluster, type RowMutant } from "./mutants.ts";

/** A row of a table of attacks. */
export interface ThreatRow {
  /** The text of its first column, which mutants name. */
  readonly attack: string;
  /** What its tests link to, relative to the root. */
  readonly tests: readonly string[];
}

const titles = ["they try to", "what stops them", "test", "the tests fail when"] as const;

export const threatRows = (page: string): readonly ThreatRow[] =>
  linesOf(page).flatMap(({ kind, cells: [attack = "", , tests = ""] }) =>
    kind === "row" ? [{ attack, tests: linkedIn(tests) }] : [],
  );

const linkedIn = (cell: string): readonly string[] =>
  Array.from(cell.matchAll(/\]\(\.\.\/([^)#]+)\)/g), ([, path = ""]) => path);

/** The page with the mutants of each row in the last column of its tables. */
export const withMutants = (page: string, all: readonly RowMutant[] = mutants): string =>
  linesOf(page)
    .map(({ kind, text, cells }) => {
      if (kind === "text") return text;
      const [attack = "", stops = "", tests = ""] = cells;
      if (kind === "titles") return lineOf(titles);
      if (kind === "rule") return lineOf(titles.map(() => "---"));
      return lineOf([attack, stops, tests, whenOf(all.filter(({ row }) => row === attack))]);
    })
    .join("\n");

const lineOf = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

const whenOf = (all: readonly RowMutant[]): string =>
  all
    .map(({ when, tests }) => (tests.some(needsCluster) ? `${when} (on a cluster)` : when))
    .join("; ")
    .replaceAll("|", "\\|");

interface Line {
  /** Of a table of attacks; all else is text. */
  readonly kind: "titles" | "rule" | "row" | "text";
  readonly text: string;
  readonly cells: readonly string[];
}

function linesOf(page: string): readonly Line[] {
  let before: Line["kind"] = "text";
  return page.split("\n").map(text => {
    const cells = cellsOf(text);
    if (cells[0] === titles[0]) before = "titles";
    else if (cells.length === 0) before = "text";
    else if (before === "titles") before = "rule";
    else if (before === "rule") before = "row";
    return { kind: before, text, cells };
  });
}

/** Empty: not a line of a table. */
function cellsOf(line: string): readonly string[] {
  if (!line.startsWith("|")) return [];
  return line
    .replace(/^\|/, "")
    .replace(/\|\s*$/, "")
    .split(/(?<!\\)\|/)
    .map(cell => cell.trim());
}
