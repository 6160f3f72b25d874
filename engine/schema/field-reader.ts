import { type Fields, isFields } from "../model/values/json-values.ts";
import type { FieldError } from "../model/values/result.ts";
import { milliUnits } from "../model/values/quantity.ts";

export type Problem = Omit<FieldError, "path" | "severity">;

/**
 * A check in parts: between two of them, the caller may do something else, or answer true: time is scarce, so a
 * search that can only end in a warning ends.
 */
export type Parts<Value = void> = Generator<undefined, Value, boolean | undefined>;

/**
 * Reads the fields of an object for the rules, and collects what they find. The object has passed
 * `conform`: a value that its schema refuses is undefined, although the field is there. Only the
 * root may have an empty path.
 */
export class FieldReader {
  readonly path: string;
  readonly #fields: Fields;
  readonly #found: FieldError[];

  constructor(path: string, fields: Fields, found: FieldError[]) {
    this.path = path;
    this.#fields = fields;
    this.#found = found;
  }

  /** An empty `key` means the whole object. */
  report(key: string, problem: Problem): void {
    this.#found.push({ path: this.#at(key), ...problem, severity: "error" });
  }

  warn(key: string, problem: Problem): void {
    this.#found.push({ path: this.#at(key), ...problem, severity: "warning" });
  }

  /** Whether the field is there, with any value. */
  has(key: string): boolean {
    return Object.hasOwn(this.#fields, key);
  }

  raw(key: string): unknown {
    return this.#fields[key];
  }

  keys(): string[] {
    return Object.keys(this.#fields);
  }

  /** Whether the field is missing, or an empty list or object. */
  isEmpty(key: string): boolean {
    const value = this.#fields[key];
    const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
    return !this.has(key) || isEmpty;
  }

  /** Whether the schema accepts the field with everything in it. */
  isIntact(key: string): boolean {
    return isIntact(this.#fields[key]);
  }

  /** Reports a missing field; `example` shows what to write. */
  require(key: string, example: string): void {
    if (this.has(key)) return;
    this.report(key, { code: "Required", message: "is required", remedy: `write ${example}` });
  }

  /** The same for the field that `type` names. */
  requireSource(key: string, type: string, example: string): void {
    if (this.has(key)) return;
    const message = `is required for type ${type}`;
    this.report(key, { code: "SourceMissing", message, remedy: `write ${key}: ${example}` });
  }

  text(key: string): string | undefined {
    const value = this.#fields[key];
    return typeof value === "string" ? value : undefined;
  }

  number(key: string): number | undefined {
    const value = this.#fields[key];
    return typeof value === "number" ? value : undefined;
  }

  /** A number or text in thousandths; undefined for anything else. */
  milli(key: string): bigint | undefined {
    const text = this.number(key)?.toString() ?? this.text(key);
    const milli = text !== undefined && quantity.test(text) ? milliUnits(text) : null;
    return milli?.ok ? milli.value : undefined;
  }

  object(key: string): FieldReader | undefined {
    const value = this.#fields[key];
    return isFields(value) ? new FieldReader(this.#at(key), value, this.#found) : undefined;
  }

  list(key: string): readonly unknown[] | undefined {
    const value = this.#fields[key];
    return Array.isArray(value) ? (value as unknown[]) : undefined;
  }

  objects(key: string): FieldReader[] {
    return (this.list(key) ?? []).flatMap((item, index) =>
      isFields(item) ? [new FieldReader(`${this.#at(key)}[${index}]`, item, this.#found)] : [],
    );
  }

  #at(key: string): string {
    return key === "" || this.path === "" ? this.path + key : `${this.path}.${key}`;
  }
}

/** The form that `milliUnits` can parse, as in the CRD. */
const quantity =
  /^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?([0-5]?[0-9]|6[0-4]))?$/;

const isIntact = (value: unknown): boolean =>
  typeof value === "object" && value !== null
    ? Object.values(value).every(isIntact)
    : value !== undefined;
