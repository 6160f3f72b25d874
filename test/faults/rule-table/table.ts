/** The layers that check an object, in order. */
export const enforcers = ["CLI", "schema", "CEL", "policy", "webhook", "controller"] as const;
export type Enforcer = (typeof enforcers)[number];

/** One invalid object. */
export interface Example {
  readonly code: string;
  readonly kind: string;
  readonly when: string;
}

/** Which layers reject each example. */
export type Refusals = ReadonlyMap<Example, ReadonlySet<Enforcer>>;

/** One row for each code: which layers reject all of its examples (yes), or how many of them. */
export function toTable(refusals: Refusals): string {
  const byCode = new Map<string, Example[]>();
  for (const example of refusals.keys()) {
    byCode.set(example.code, [...(byCode.get(example.code) ?? []), example]);
  }
  const rows = [...byCode]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, examples]) => {
      const marks = enforcers.map(enforcer => {
        const count = examples.filter(example => refusals.get(example)?.has(enforcer)).length;
        if (count === 0) return "";
        return count === examples.length ? "yes" : `${count} of ${examples.length}`;
      });
      const example = examples[0]!;
      return [`\`${code}\``, `${example.kind}: ${example.when}`, ...marks];
    });
  const head = ["Rule", "For example", ...enforcers];
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map(cells => `| ${cells.join(" | ")} |`).join("\n");
}
