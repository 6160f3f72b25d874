// cli/convert/: `trimtab convert`. command-line.ts alone imports it.

import type { Fields } from "../../engine/json-values.ts";
import { isWithin, type Path } from "../../engine/validate/object-schema.ts";
import { valueAt } from "../../engine/validate/structure.ts";
import { printable } from "../terminal/printable.ts";

/** changed: another value or form, or left out because it has no effect; `reason` says why. */
export type Verdict = "same" | "changed" | "lost";

export interface FieldReport {
  readonly verdict: Verdict;
  /** null: only the result has the field. */
  readonly from: Path | null;
  /** null: the result has no such field. */
  readonly to: Path | null;
  readonly reason: string;
}

/** A field of the result that has another path in the source. */
export interface Move {
  readonly from: Path;
  readonly to: Path;
}

export interface Conversion {
  /** null: the object has no equivalent, and stays as it is. */
  readonly object: Fields | null;
  readonly moves: readonly Move[];
  readonly fields: readonly FieldReport[];
}

/** A conversion in progress. Each method accounts for one field of the source, with all that is in it. */
export class Draft {
  readonly #source: unknown;
  readonly #object: Record<string, unknown> = {};
  readonly #moves: Move[] = [];
  readonly #fields: FieldReport[] = [];
  readonly #replaced: Path[] = [];
  readonly #kind: string;
  #isRefused = false;

  /** @param kind of the result */
  constructor(source: unknown, kind: string) {
    this.#source = source;
    this.#kind = kind;
  }

  /** null and undefined mean absent, as for the API server. */
  at(...path: Path): unknown {
    return valueOrAbsent(this.#source, path);
  }

  has(...path: Path): boolean {
    return this.at(...path) !== undefined;
  }

  /** Keeps a field if it is there. */
  copy(...path: Path): void {
    this.move(path, path);
  }

  /** Keeps a field under another name. */
  move(from: Path, to: Path): void {
    const value = this.at(...from);
    if (value === undefined) return;
    this.#write(from, to, value);
    this.#fields.push({ verdict: "same", from, to, reason: "" });
  }

  /** Writes another value for a field of the source. */
  change(from: Path, to: Path, value: unknown, reason: string): void {
    this.#write(from, to, value);
    this.#fields.push({ verdict: "changed", from, to, reason });
  }

  /** Keeps the comments of a list whose items are fields of their own. */
  carry(from: Path, to: Path): void {
    this.#moves.push({ from, to });
  }

  /** Writes another value without a report: every conversion has another kind. */
  replace(path: Path, value: unknown): void {
    this.set(path, value);
    this.#replaced.push(path);
  }

  /** Writes a field that the source does not have. */
  add(to: Path, value: unknown, reason: string): void {
    setAt(this.#object, to, value);
    this.#fields.push({ verdict: "changed", from: null, to, reason });
  }

  /** Keeps a field under another name, or writes the default that it has in the source. */
  moveOrAdd(from: Path, to: Path, value: unknown, reason: string): void {
    if (this.has(...from)) this.move(from, to);
    else this.add(to, value, reason);
  }

  /** Writes another value for a field, or for its absence. */
  changeOrAdd(from: Path, to: Path, value: unknown, reason: string): void {
    if (this.has(...from)) this.change(from, to, value, reason);
    else this.add(to, value, reason);
  }

  /** Leaves out a field that has no effect in the result. */
  omit(from: Path, reason: string): void {
    if (this.has(...from)) this.#fields.push({ verdict: "changed", from, to: null, reason });
  }

  lose(from: Path, reason: string): void {
    if (this.has(...from)) this.#fields.push({ verdict: "lost", from, to: null, reason });
  }

  /** The whole object has no equivalent. */
  refuse(from: Path, reason: string): void {
    this.#isRefused = true;
    this.#fields.push({ verdict: "lost", from, to: null, reason });
  }

  /** A default of the source that the result does not have. */
  miss(from: Path, reason: string): void {
    this.#fields.push({ verdict: "lost", from, to: null, reason });
  }

  /** The same fields mean something else in the result, because `from` is absent. */
  warn(from: Path, reason: string): void {
    this.#fields.push({ verdict: "changed", from, to: null, reason });
  }

  /** Fields that no method accounted for are lost, unless `rest` says why they have no effect. */
  finish(rest?: string): Conversion {
    const known = [...this.#replaced, ...this.#fields.flatMap(({ from }) => (from ? [from] : []))];
    for (const from of unknownFields(this.#source, [], known)) {
      if (rest === undefined) this.lose(from, `${this.#kind} has no such field`);
      else this.omit(from, rest);
    }
    const object = this.#isRefused ? null : this.#object;
    return { object, moves: this.#moves, fields: this.#fields };
  }

  /** Sets a field of the result without a report: part of a field that another call reports. */
  set(to: Path, value: unknown): void {
    setAt(this.#object, to, value);
  }

  #write(from: Path, to: Path, value: unknown): void {
    setAt(this.#object, to, value);
    if (from.join("\0") !== to.join("\0")) this.#moves.push({ from, to });
  }
}

const valueOrAbsent = (source: unknown, path: Path): unknown => {
  const parent = valueAt(source, path.slice(0, -1));
  const isHolder = typeof parent === "object" && parent !== null;
  return (isHolder || path.length === 0 ? valueAt(source, path) : undefined) ?? undefined;
};

/** The outermost fields that are neither known nor contain known ones. */
function unknownFields(value: unknown, at: Path, known: readonly Path[]): Path[] {
  if (value === null || value === undefined) return [];
  if (known.some(path => isWithin(path, at))) return [];
  const isPartlyKnown = at.length === 0 || known.some(path => isWithin(at, path));
  if (!isPartlyKnown || typeof value !== "object") return [at];
  return Object.entries(value).flatMap(([key, field]) => unknownFields(field, [...at, key], known));
}

/** Creates the objects and lists on the way: an index is a key of digits in a list that the caller made. */
function setAt(object: Record<string, unknown>, path: Path, value: unknown): void {
  const [key = "", ...rest] = path;
  if (rest.length === 0) object[key] = value;
  else {
    const isIndex = /^\d+$/.test(rest[0] ?? "");
    object[key] ??= isIndex ? [] : {};
    setAt(object[key] as Record<string, unknown>, rest, value);
  }
}

/** `spec.metrics[0].resource`, `metadata.annotations[a/b]`; one line, as names are texts of other people. */
export const fieldText = (path: Path): string =>
  printable(
    path
      .map((name, index) =>
        /^\d+$/.test(name) || !/^\w+$/.test(name) ? `[${name}]` : `${index > 0 ? "." : ""}${name}`,
      )
      .join(""),
  );
