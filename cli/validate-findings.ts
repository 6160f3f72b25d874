import type { FieldError } from "../engine/field-error.ts";
import type { Kind } from "./scaling-object.ts";

/** Where something begins; both from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What an object is called; empty: it does not say. */
export interface Identity {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Something wrong with one field of an object in a file. */
export interface Finding extends FieldError {
  readonly place: Place;
  readonly object: Identity;
}

/** A reference of an autoscaler to what it scales. */
export interface Claim {
  readonly place: Place;
  readonly path: string;
  /** Group, kind and name: versions of one group are the same object. */
  readonly target: string;
  /** By what labels it claims all that have them; absent: it names its target. */
  readonly requirements?: readonly string[];
  /** For people. */
  readonly targetName: string;
}

/** An object of ours, or one of another kind that scales, too. */
export interface Claimant {
  readonly object: Identity;
  /** Where its name stands. */
  readonly place: Place;
  /** Null: of another kind, which is looked at for what it scales only. */
  readonly ourKind: Kind | null;
  /** Whether it writes; DryRun and Paused do not. */
  readonly isActive: boolean;
  readonly claims: readonly Claim[];
}

export const nameOf = ({ kind, namespace, name }: Identity): string =>
  `${kind} ${namespace === "" ? name : `${namespace}/${name}`}`;

export const placeText = ({ file, line, column }: Place): string => `${file}:${line}:${column}`;
