import type { ParityCase } from "./cases.ts";
import { type Exception, exceptions, schemaFirst, valueAt } from "./exceptions.ts";
import type { Verdict } from "./verdict.ts";

export interface Comparison {
  /** An unexpected difference; null: none. */
  readonly problem: string | null;
  readonly excusedBy: readonly Exception[];
}

/**
 * Checks that both reject a case for the same fields, except for fields that an exception covers. No fields
 * on both sides means that both accept it. Trimtab must reject what upstream cannot parse, for any reason.
 */
export function compare(parityCase: ParityCase, upstream: Verdict, ours: Verdict): Comparison {
  if (upstream.kind === "Unreadable") {
    const problem = ours.kind === "Accepted" ? "ours accepts what upstream cannot read" : null;
    return { problem, excusedBy: [] };
  }
  const more = [...ours.fields].filter(field => !upstream.fields.has(field));
  const less = [...upstream.fields].filter(field => !ours.fields.has(field));
  const covering = more.map(field => exceptionFor(field, parityCase));
  const excusedBy = covering.filter(exception => exception !== undefined);
  const uncovered = more.filter((_, index) => covering[index] === undefined);
  if (uncovered.length > 0) return { problem: `only ours: ${uncovered.join(", ")}`, excusedBy };
  if (less.length === 0) return { problem: null, excusedBy };
  if (ours.isPartial) return { problem: null, excusedBy: [...excusedBy, schemaFirst] };
  return { problem: `only upstream: ${less.join(", ")}`, excusedBy };
}

const exceptionFor = (field: string, { spec }: ParityCase): Exception | undefined =>
  exceptions.find(({ covers }) => covers(field, valueAt(spec, field), spec));
