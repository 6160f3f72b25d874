// cli/convert/: `trimtab convert`.

import { type Fields, fieldsOf, listOf } from "../../engine/model/values/json-values.ts";
import { isWithin, type Path } from "../../engine/schema/object-schema.ts";
import { valueAt } from "../../engine/schema/structure.ts";
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

/** Where a field of the result was in the source. */
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
  readonly #carried: Move[] = [];
  readonly #fields: FieldReport[] = [];
  readonly #kind: string;
  readonly #refused: Path[] = [];

  /** @param kind of the result */
  constructor(source: unknown, kind: string) {
    this.#source = source;
    this.#kind = kind;
  }

  /** null and undefined mean absent, as for the API server. */
  at(...path: Path): unknown {
    const isHeld = path.length === 0 || isHolder(valueAt(this.#source, path.slice(0, -1)));
    return (isHeld ? valueAt(this.#source, path) : undefined) ?? undefined;
  }

  has(...path: Path): boolean {
    return this.at(...path) !== undefined;
  }

  /** The fields of an object; none if it is no object. */
  fieldsAt(...path: Path): Fields {
    return fieldsOf(this.at(...path));
  }

  /** The items of a list with their paths; none if it is no list. */
  itemsAt(...path: Path): readonly (readonly [item: unknown, path: Path])[] {
    return listOf(this.at(...path)).map((item, index) => [item, [...path, String(index)]]);
  }

  /** Keeps a field if it is there. */
  copy(...path: Path): void {
    this.move(path, path);
  }

  /** Keeps a field under another name. */
  move(from: Path, to: Path): void {
    const value = this.at(...from);
    if (value === undefined) return;
    // Later calls may write into it, and the source stays as it is.
    this.set(to, structuredClone(value));
    this.#report("same", from, to, "");
  }

  /** Writes another value for a field of the source. */
  change(from: Path, to: Path, value: unknown, reason: string): void {
    this.set(to, value);
    this.#carryValues(from, to, value);
    this.#report("changed", from, to, reason);
  }

  /** Keeps the comments of values that the other form of a field has, too. */
  #carryValues(from: Path, to: Path, value: unknown): void {
    const isKept = (path: Path): boolean => valueAt(value, path.slice(from.length)) !== undefined;
    const old = leavesOf(this.at(...from), from).filter(([path]) => !isKept(path));
    for (const [path, made] of leavesOf(value, to)) {
      const same = old.findIndex(([, leaf]) => String(leaf) === String(made));
      for (const [origin] of same < 0 ? [] : old.splice(same, 1)) this.carry(origin, path);
    }
  }

  /** Keeps the comments of a list whose items are fields of their own. */
  carry(from: Path, to: Path): void {
    this.#carried.push({ from, to });
  }

  /** Writes a field that the source does not have. */
  add(to: Path, value: unknown, reason: string): void {
    this.set(to, value);
    this.#report("changed", null, to, reason);
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
    if (this.has(...from)) this.warn(from, reason);
  }

  /** Whether a field has a value that has no effect in the result; then it is left out. */
  omitsUsual(from: Path, usual: unknown, reason: string): boolean {
    const isUsual = this.at(...from) === usual;
    if (isUsual) this.omit(from, reason);
    return isUsual;
  }

  lose(from: Path, reason: string): void {
    if (this.has(...from)) this.miss(from, reason);
  }

  /** The whole object has no equivalent. */
  refuse(from: Path, reason: string): void {
    this.#refused.push(from);
    this.miss(from, reason);
  }

  get isRefused(): boolean {
    return this.#refused.length > 0;
  }

  /** A default of the source that the result does not have. */
  miss(from: Path, reason: string): void {
    this.#report("lost", from, null, reason);
  }

  /** The same fields mean something else in the result, because `from` is absent. */
  warn(from: Path, reason: string): void {
    this.#report("changed", from, null, reason);
  }

  /**
   * Fields that no method accounted for are lost. An object that is refused stays as it is, and has
   * only the reasons for that.
   */
  finish(): Conversion {
    if (this.isRefused) {
      const isReason = ({ verdict, from }: FieldReport): boolean =>
        verdict === "lost" && this.#refused.some(path => isWithin(path, from ?? []));
      return { object: null, moves: [], fields: this.#fields.filter(isReason) };
    }
    const known = [...typeFields, ...this.#fields.flatMap(({ from }) => (from ? [from] : []))];
    for (const from of unknownFields(this.#source, [], known)) {
      this.lose(from, `${this.#kind} has no such field`);
    }
    const moved = this.#fields.flatMap(({ from, to }) => (from && to ? [{ from, to }] : []));
    return { object: this.#object, moves: [...moved, ...this.#carried], fields: this.#fields };
  }

  /** Sets a field of the result without a report: part of a field that another call reports. */
  set(to: Path, value: unknown): void {
    setAt(this.#object, to, value);
  }

  #report(...[verdict, from, to, reason]: [Verdict, Path | null, Path | null, string]): void {
    this.#fields.push({ verdict, from, to, reason });
  }
}

/** Every conversion has others, so no report says it. */
const typeFields: readonly Path[] = [["apiVersion"], ["kind"]];

const isHolder = (value: unknown): value is object => typeof value === "object" && value !== null;

/** The outermost fields that are neither known nor contain known ones. */
function unknownFields(value: unknown, at: Path, known: readonly Path[]): Path[] {
  if (value === null || value === undefined) return [];
  if (known.some(path => isWithin(path, at))) return [];
  const isPartlyKnown = at.length === 0 || known.some(path => isWithin(at, path));
  if (!isPartlyKnown || !isHolder(value)) return [at];
  return Object.entries(value).flatMap(([key, field]) => unknownFields(field, [...at, key], known));
}

const leavesOf = (value: unknown, at: Path): [Path, unknown][] =>
  isHolder(value)
    ? Object.entries(value).flatMap(([key, field]) => leavesOf(field, [...at, key]))
    : [[at, value]];

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
