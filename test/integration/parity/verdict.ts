import type { ApiResponse } from "../../../hack/cluster/api.ts";

/** One thing that the API server says is wrong with an object. */
export interface Cause {
  readonly field: string;
  readonly reason: string;
  readonly message: string;
}

export interface Verdict {
  /** Unreadable: what was sent is no object of that kind at all. */
  readonly kind: "Accepted" | "Refused" | "Unreadable";
  readonly causes: readonly Cause[];
  /** The fields that are wrong, each once. */
  readonly fields: ReadonlySet<string>;
  /** Whether the schema refused it before the rules were looked at: there may be more. */
  readonly isPartial: boolean;
}

/** Errors  throws when the answer is none to the question. */
export function toVerdict({ code, body, text }: ApiResponse): Verdict {
  if (code === 200 || code === 201) return verdict("Accepted", []);
  if (code === 400) return verdict("Unreadable", []);
  if (code !== 422) throw new Error(`${code}: ${text}`);
  const { details } = body as { readonly details?: { readonly causes?: readonly Cause[] } };
  return verdict("Refused", details?.causes ?? []);
}

/** The cause by which a partial answer tells that it is one. */
const nowhere = "<nil>";

function verdict(kind: Verdict["kind"], causes: readonly Cause[]): Verdict {
  const known = causes.filter(({ field }) => field !== nowhere);
  const fields = new Set(known.map(({ field }) => field));
  return { kind, causes: known, fields, isPartial: known.length < causes.length };
}
