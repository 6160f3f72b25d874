import { stringify } from "yaml";

import type { StepOutcome } from "../../engine/evaluate/autoscaler-case.ts";
import type { CaseOutcome } from "../../engine/evaluate/proportional-case.ts";
import { printable, printableJson } from "../terminal/printable.ts";

/** The result of a case: one size, or one for every recorded sync. */
export type Outcome = CaseOutcome | { readonly steps: readonly StepOutcome[] };

export type Evaluated = { readonly name: string } & Outcome;

export const formats = ["json", "yaml", "table"] as const;
export type Format = (typeof formats)[number];

interface Renderer {
  readonly header: string;
  readonly render: (evaluated: Evaluated) => string;
}

/** Columns have fixed widths, because a row is printed before the next one is known. */
const row = (name: string, replicas: string, why: string): string =>
  `${printable(name).padEnd(24)} ${replicas.padStart(10)}  ${printable(why)}`.trimEnd() + "\n";

export const renderers: Readonly<Record<Format, Renderer>> = {
  json: { header: "", render: evaluated => `${printableJson(evaluated)}\n` },
  yaml: { header: "", render: evaluated => `---\n${stringify(evaluated)}` },
  table: {
    header: row("NAME", "REPLICAS", "WHY"),
    render: evaluated => {
      if ("steps" in evaluated) return evaluated.steps.map(stepRow(evaluated.name)).join("");
      return "error" in evaluated
        ? row(evaluated.name, "-", evaluated.error)
        : row(evaluated.name, String(evaluated.replicas), why(evaluated.trace));
    },
  },
};

const stepRow =
  (name: string) =>
  ({ desiredReplicas, trace }: StepOutcome, index: number): string =>
    row(`${name}[${index}]`, String(desiredReplicas), why(trace));

/** The winning vote, and the later steps that changed the count. */
function why(trace: StepOutcome["trace"]): string {
  return trace
    .filter(part => "step" in part && (part.step === "combine" || part.before !== part.after))
    .map(({ message }) => message)
    .join("; ");
}
