import { MAX_REPLICAS } from "./pipeline/stages/bound.ts";
import type { EpochMs } from "./result.ts";

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** A uid has 36 characters; a much longer text is not a uid. */
const MAX_UID_LENGTH = 128;

/**
 * Reads untrusted values as the expected types. It keeps the first problem in `error`, a sentence
 * with the path, and returns a harmless default instead. Callers must check `error` at the end and
 * discard everything if it is set.
 */
export class Reader {
  readonly #now: EpochMs;
  error: string | null = null;

  constructor(now: EpochMs) {
    this.#now = now;
  }

  fail(path: string, problem: string): void {
    this.error ??= `${path} ${problem}`;
  }

  object(raw: unknown, path: string): Readonly<Record<string, unknown>> {
    if (typeof raw === "object" && raw !== null && !Array.isArray(raw)) {
      return raw as Readonly<Record<string, unknown>>;
    }
    this.fail(path, "is not an object");
    return {};
  }

  /** The items of a list with their paths; an absent list is empty. */
  list(raw: unknown, path: string, max: number): { item: unknown; path: string }[] {
    if (raw === undefined || raw === null) return [];
    if (!Array.isArray(raw)) {
      this.fail(path, "is not a list");
      return [];
    }
    if (raw.length > max) this.fail(path, `has more than ${String(max)} items`);
    const items: readonly unknown[] = raw.slice(0, max);
    return items.map((item, index) => ({ item, path: `${path}[${String(index)}]` }));
  }

  /** An integer from `min` to the largest replica count. */
  integer(raw: unknown, path: string, min: number): number {
    if (typeof raw === "number" && Number.isInteger(raw) && raw >= min && raw <= MAX_REPLICAS) {
      return raw;
    }
    this.fail(path, `is not a whole number from ${String(min)} to ${String(MAX_REPLICAS)}`);
    return 0;
  }

  /** An RFC 3339 time; a time in the future counts as now. */
  time(raw: unknown, path: string): EpochMs {
    const time = typeof raw === "string" && RFC3339.test(raw) ? Date.parse(raw) : NaN;
    if (!Number.isNaN(time)) return Math.min(time, this.#now);
    this.fail(path, "is not an RFC 3339 time");
    return this.#now;
  }

  /** Whether a time is in the future. */
  isAhead(raw: unknown): boolean {
    return typeof raw === "string" && Date.parse(raw) > this.#now;
  }

  /** null if absent. */
  flag(raw: unknown, path: string): boolean | null {
    if (raw === undefined || raw === null) return null;
    if (typeof raw !== "boolean") this.fail(path, "is neither true nor false");
    return raw === true;
  }

  text(raw: unknown, path: string): string {
    if (typeof raw === "string") return raw;
    this.fail(path, "is not a text");
    return "";
  }

  /** A number that a double can hold, at least `min`. */
  number(raw: unknown, path: string, min: number): number {
    if (typeof raw === "number" && raw >= min) return raw;
    this.fail(path, `is not a number from ${String(min)}`);
    return min;
  }

  uid(raw: unknown, path: string): string {
    if (typeof raw === "string" && raw.length <= MAX_UID_LENGTH) return raw;
    this.fail(path, "is not a uid");
    return "";
  }
}
