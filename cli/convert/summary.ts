import { printable } from "../terminal/printable.ts";
import { aligned } from "../terminal/table.ts";
import type { Converted, Skipped } from "./report.ts";

/** What became of an object, in words. */
const outcomes = {
  converted: "converted",
  inPart: "converted in part",
  refused: "without an equivalent",
  invalid: "with an invalid result",
  skipped: "skipped",
};
type Outcome = keyof typeof outcomes;

export function summaryOf(
  converted: readonly Converted[],
  skipped: readonly Skipped[],
  others: readonly string[],
) {
  const autoscalers = new Map<string, Record<Outcome, number>>();
  const count = (kind: string, outcome: Outcome): void => {
    const none = { converted: 0, inPart: 0, refused: 0, invalid: 0, skipped: 0 };
    const counts = autoscalers.get(kind) ?? none;
    counts[outcome] += 1;
    autoscalers.set(kind, counts);
  };
  for (const one of converted) count(one.kind, outcomeOf(one));
  for (const { kind } of skipped) count(kind, "skipped");
  const kinds = new Map<string, number>();
  for (const kind of others) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  return {
    /** How many objects of each kind had each outcome. */
    autoscalers: Object.fromEntries(autoscalers),
    /** Objects that are no autoscalers, or that are of the kind to convert to, by kind. */
    others: Object.fromEntries([...kinds].toSorted(([, a], [, b]) => b - a)),
  };
}

function outcomeOf({ conversion, errors }: Converted): Outcome {
  if (conversion.object === null) return "refused";
  if (errors.length > 0) return "invalid";
  return conversion.fields.some(({ verdict }) => verdict === "lost") ? "inPart" : "converted";
}

/** A line for each kind of autoscaler, and one for all other kinds. */
export function summaryText({ autoscalers, others }: ReturnType<typeof summaryOf>): string {
  const lines = Object.entries(autoscalers).map(([kind, counts]): [string, string] => [
    kind,
    Object.entries(counts)
      .flatMap(([outcome, count]) => (count > 0 ? `${count} ${outcomes[outcome as Outcome]}` : []))
      .join(", "),
  ]);
  const rest = Object.entries(others).map(([kind, count]) => `${count} ${kind}`);
  if (rest.length > 0) lines.push(["other kinds", rest.join(", ")]);
  return aligned(lines)
    .map(line => `${printable(line)}\n`)
    .join("");
}
