import { stringify } from "yaml";

import type { CaseOutcome } from "../engine/proportional-case.ts";

export type Evaluated = { readonly name: string } & CaseOutcome;

export const formats = ["json", "yaml", "table"] as const;
export type Format = (typeof formats)[number];

interface Renderer {
  readonly header: string;
  readonly render: (evaluated: Evaluated) => string;
}

/** Columns have fixed widths, because a row is printed before the next one is known. */
const row = (name: string, replicas: string, why: string): string =>
  `${name.padEnd(24)} ${replicas.padStart(10)}  ${why}`.trimEnd() + "\n";

export const renderers: Readonly<Record<Format, Renderer>> = {
  json: { header: "", render: evaluated => `${JSON.stringify(evaluated)}\n` },
  yaml: { header: "", render: evaluated => `---\n${stringify(evaluated)}` },
  table: {
    header: row("NAME", "REPLICAS", "WHY"),
    render: evaluated =>
      "error" in evaluated
        ? row(evaluated.name, "-", evaluated.error)
        : row(evaluated.name, String(evaluated.replicas), why(evaluated.trace)),
  },
};

/** The winning vote, and the steps after it that changed the count. */
function why(trace: Extract<CaseOutcome, { replicas: number }>["trace"]): string {
  return trace
    .filter(part => "step" in part && (part.step === "combine" || part.before !== part.after))
    .map(({ message }) => message)
    .join("; ");
}
