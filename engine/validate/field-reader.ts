import type { FieldError } from "../field-error.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A problem and its remedy, without the field's path. */
export type Problem = Omit<FieldError, "path" | "severity">;

/** Inclusive at both ends. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
}

/**
 * Reads the fields of an untrusted object: a file, or an object stored under an older schema. A
 * missing field (null counts as missing, as for the API server) or one of the wrong type reads as
 * undefined; a wrong type is also reported. Never throws.
 *
 * Codes: Required, Type, Range, TooFew, TooMany, TooLong, NotSupported. On the API server, the
 * schema checks these; every other code belongs to a CEL rule.
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

  /** A reader for an object at `path`; undefined and an error if `value` is not an object. */
  static of(path: string, value: unknown, found: FieldError[]): FieldReader | undefined {
    if (isFields(value)) return new FieldReader(path, value, found);
    found.push({ path, ...wrongType(value, "an object"), severity: "error" });
    return undefined;
  }

  /** An empty `key` means the whole object. */
  report(key: string, problem: Problem): void {
    this.#found.push({ path: this.#at(key), ...problem, severity: "error" });
  }

  warn(key: string, problem: Problem): void {
    this.#found.push({ path: this.#at(key), ...problem, severity: "warning" });
  }

  has(key: string): boolean {
    return isPresent(this.#fields[key]);
  }

  /** The field's raw value, of any type. */
  raw(key: string): unknown {
    return this.#fields[key];
  }

  keys(): string[] {
    return Object.keys(this.#fields).filter(key => this.has(key));
  }

  /** Reports a missing field; `example` shows what to write. */
  require(key: string, example: string): void {
    if (this.has(key)) return;
    this.report(key, { code: "Required", message: "is required", remedy: `write ${example}` });
  }

  boolean(key: string): boolean | undefined {
    const value = this.#fields[key];
    if (typeof value === "boolean") return value;
    this.#wrongType(key, "true or false");
    return undefined;
  }

  number(key: string, range: Range = {}): number | undefined {
    const value = this.#fields[key];
    if (typeof value === "number" && Number.isFinite(value)) return this.#within(key, value, range);
    this.#wrongType(key, "a number");
    return undefined;
  }

  integer(key: string, range: Range): number | undefined {
    const value = this.#fields[key];
    if (typeof value === "number" && Number.isInteger(value))
      return this.#within(key, value, range);
    this.#wrongType(key, "a whole number");
    return undefined;
  }

  oneOf<T extends string>(key: string, values: readonly T[]): T | undefined {
    const text = this.#fields[key];
    const value = values.find(candidate => candidate === text);
    if (value === undefined && this.has(key)) {
      const remedy = `write ${alternatives(values)}`;
      this.report(key, { code: "NotSupported", message: `${show(text)} is not supported`, remedy });
    }
    return value;
  }

  object(key: string): FieldReader | undefined {
    return this.has(key)
      ? FieldReader.of(this.#at(key), this.#fields[key], this.#found)
      : undefined;
  }

  /** A missing object reads as an empty one, so that its missing fields are reported, as in upstream. */
  objectOrEmpty(key: string): FieldReader | undefined {
    return this.has(key) ? this.object(key) : new FieldReader(this.#at(key), {}, this.#found);
  }

  /** The entries of a list; undefined if it is absent, too short or too long. */
  list(key: string, { min = 0, max = Infinity }: Range): unknown[] | undefined {
    const value: unknown = this.#fields[key];
    if (!Array.isArray(value)) {
      this.#wrongType(key, "a list");
      return undefined;
    }
    const { length } = value;
    if (length >= min && length <= max) return value as unknown[];
    this.report(key, {
      code: length < min ? "TooFew" : "TooMany",
      message: `has ${length} entries, but must have ${length < min ? `at least ${min}` : `at most ${max}`}`,
      remedy: length < min ? `add ${min - length}` : `remove ${length - max}`,
    });
    return undefined;
  }

  /** The entries of a list of objects. An entry that is not an object is reported and left out. */
  objects(key: string, size: Range): FieldReader[] | undefined {
    return this.list(key, size)
      ?.map((item, index) => FieldReader.of(`${this.#at(key)}[${index}]`, item, this.#found))
      .filter(reader => reader !== undefined);
  }

  #within(
    key: string,
    value: number,
    { min = -Infinity, max = Infinity }: Range,
  ): number | undefined {
    if (value >= min && value <= max) return value;
    this.report(key, {
      code: "Range",
      message: `must be at ${value < min ? `least ${min}` : `most ${max}`}, but is ${value}`,
      remedy: `write ${value < min ? `${min} or more` : `${max} or less`}`,
    });
    return undefined;
  }

  #at(key: string): string {
    return key === "" ? this.path : `${this.path}.${key}`;
  }

  #wrongType(key: string, wanted: string): void {
    if (this.has(key)) this.report(key, wrongType(this.#fields[key], wanted));
  }
}

export const wrongType = (value: unknown, wanted: string): Problem => ({
  code: "Type",
  message: `must be ${wanted}, but is ${show(value)}`,
  remedy: `write ${wanted}`,
});

/** A value for a message: short and printable. */
export function show(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value.length > 64 ? `${value.slice(0, 64)}...` : value);
  }
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

/** `A, B or C`. */
export function alternatives(values: readonly string[]): string {
  const [last = "", ...others] = values.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(", ")} or ${last}`;
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
