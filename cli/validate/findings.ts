import type { Percentage } from "../../engine/validate/metrics/missing-requests.ts";
import type { FieldError } from "../../engine/model/values/result.ts";
import { valueAt } from "../../engine/schema/structure.ts";
import type { Kind } from "../objects/scaling-object.ts";
import { cleanText } from "../terminal/printable.ts";
import type { Reference } from "./claims.ts";

/** Where something begins; both from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The name of an object; empty: not set. */
export interface Identity {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

export const identityOf = (raw: unknown): Identity => ({
  kind: cleanText(valueAt(raw, ["kind"])),
  namespace: cleanText(valueAt(raw, ["metadata", "namespace"])),
  name: cleanText(valueAt(raw, ["metadata", "name"])),
});

export interface Finding extends FieldError {
  readonly place: Place;
  readonly object: Identity;
}

/** A reference, and where it is. */
export interface Claim extends Reference {
  readonly place: Place;
}

export interface Claimant {
  readonly object: Identity;
  readonly place: Place;
  /** Null: another kind, of which only the target is read. */
  readonly ourKind: Kind | null;
  /** Objects in DryRun hold none. */
  readonly holdsClaim: boolean;
  readonly claims: readonly Claim[];
  /** What it counts besides what it claims. */
  readonly monitors: readonly Claim[];
  /** Of a valid Autoscaler: what it measures as a percentage of requests. */
  readonly percentages: readonly (Percentage & { readonly place: Place })[];
}

/** A claim, or a selector of what is monitored, and whose it is. */
export interface Holder {
  readonly claimant: Claimant;
  readonly claim: Claim;
}

export const nameOf = ({ kind, namespace, name }: Identity): string =>
  `${kind} ${namespace === "" ? name : `${namespace}/${name}`}`;

export const placeText = ({ file, line, column }: Place): string => `${file}:${line}:${column}`;

/** Whether one of two selectors has all requirements of the other. */
export function isNested({ requirements: a = [] }: Claim, { requirements: b = [] }: Claim) {
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  return fewer.every(requirement => more.includes(requirement));
}
