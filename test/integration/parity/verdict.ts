import type { ApiResponse } from "../../../hack/cluster/api.ts";

/** One problem with an object, as reported by the API server. */
export interface Cause {
  readonly field: string;
  readonly reason: string;
  readonly message: string;
}

export interface Verdict {
  /** Unreadable: the request is not an object of that kind at all. */
  readonly kind: "Accepted" | "Refused" | "Unreadable";
  readonly causes: readonly Cause[];
  /** The invalid fields, without duplicates. */
  readonly fields: ReadonlySet<string>;
  /** True if the schema rejected it before the rules ran: there may be more problems. */
  readonly isPartial: boolean;
}

/** Errors  throws for a response that is not a verdict. */
export function toVerdict({ code, body, text }: ApiResponse): Verdict {
  if (code === 200 || code === 201) return verdict("Accepted", []);
  if (code === 400) return verdict("Unreadable", []);
  if (code !== 422) throw new Error(`${code}: ${text}`);
  const { details } = body as { readonly details?: { readonly causes?: readonly Cause[] } };
  return verdict("Refused", details?.causes ?? []);
}

/** The field of the cause that marks a partial response. */
const nowhere = "<nil>";

function verdict(kind: Verdict["kind"], causes: readonly Cause[]): Verdict {
  const known = causes.filter(({ field }) => field !== nowhere);
  const fields = new Set(known.map(({ field }) => field));
  return { kind, causes: known, fields, isPartial: known.length < causes.length };
}
