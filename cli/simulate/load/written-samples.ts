import { type EpochMs, err, ok, type Result } from "../../../engine/model/values/result.ts";
import { printable } from "../../terminal/printable.ts";

/** What a dashboard and kubectl write after a number in place of its zeros. */
const scales: ReadonlyMap<string, number> = new Map([
  ...Object.entries({ n: 1e-9, u: 1e-6, µ: 1e-6, m: 1e-3, k: 1e3, K: 1e3, M: 1e6, G: 1e9 }),
  ...Object.entries({ T: 1e12, P: 1e15, E: 1e18, Mil: 1e6, Bil: 1e9, Tri: 1e12 }),
  ...["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"].map((scale, at) => [scale, 1024 ** (at + 1)] as const),
]);

const amount = /^(?![^]{65})([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(.*)$/u;
/** A scale stands on its own, before a space, or before the symbol of a unit: the m of "msg/s" is none. */
const scaled =
  /^(?![^]{65})(Mil|Bil|Tri|[KMGTPE]i|[nuµmkKMGTPE])(?:\s+(.*)|((?:bytes?|bits?|cores?|cpu|[BbsgWVAJ]|Hz)(?:\/.*|ps)?))?$/iu;
/** What a gap is written as. */
const absent = /^(|nan|null)$/i;

/**
 * Reads the values of the columns of a load as people and dashboards write them: 150 req/s, 1.5K, 250m. All values of a
 * column have the same unit, or none.
 */
export class WrittenValues {
  readonly #units = new Map<string, string>();

  /**
   * null: the value is absent, as in a gap.
   *
   * Errors  a sentence that shows the value.
   */
  read(column: string, text: string): Result<number | null, string> {
    // Almost all of them.
    const plain = Number(text);
    if (text !== "" && Number.isFinite(plain)) return ok(plain);
    if (absent.test(text)) return ok(null);
    const problem = (what: string) =>
      err(`${column} is "${printable(text.slice(0, 40))}", ${what}`);
    const [, digits, rest = ""] = amount.exec(text) ?? [];
    const { scale, unit } = partsOf(rest);
    const value = Number(digits) * scale;
    if (/^[,\d]/.test(rest) || !Number.isFinite(value)) return problem(remedyFor(text));
    if (unit === "") return ok(value);
    const usual = this.#units.get(column) ?? unit;
    this.#units.set(column, usual);
    if (unit === usual) return ok(value);
    return problem(`and the values above are in ${printable(usual)}; write one unit`);
  }
}

function partsOf(rest: string): { readonly scale: number; readonly unit: string } {
  const [, scale, spaced, joined] = scaled.exec(rest) ?? [];
  // Only the symbols of units are known in any case.
  const factor = scales.get(scale ?? "");
  if (factor === undefined) return { scale: 1, unit: rest };
  return { scale: factor, unit: spaced ?? joined ?? "" };
}

function remedyFor(text: string): string {
  const [number = ""] = /^-?[\d.]+,[\d.,]*/.exec(text) ?? [];
  if (number === "") return "which is no number; leave out the samples of a gap";
  const whole = number.replaceAll(",", "");
  const decimal = number.replaceAll(".", "").replace(",", ".");
  const isGrouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(number);
  const isUnclear = /^-?\d{1,3},\d{3}$/.test(number);
  const remedy = isUnclear ? `${whole} or ${decimal}` : isGrouped ? whole : decimal;
  return `and a comma is no decimal point; write ${remedy}`;
}

/** Numbers above this are milliseconds: as seconds, it is the year 5138. */
const mostSeconds = 1e11;
/** The last time that a Date can have. */
const lastTime = 8.64e15;

/**
 * The time of a sample: RFC 3339, a date with a time, or a number of seconds or milliseconds since 1970.
 * Without a zone, it is UTC. null: the text is no time.
 */
export function sampleTime(text: string): EpochMs | null {
  const plain = text.trim();
  if (/^\d+(\.\d+)?$/.test(plain)) {
    const number = Number(plain);
    const time = number > mostSeconds ? number : number * 1000;
    return time > lastTime ? null : time;
  }
  if (!/^\d{4}-\d\d-\d\d/.test(plain)) return null;
  const isDate = plain.length === 10;
  const isWhole = isDate || !isWithoutZone(plain);
  const time = Date.parse(isWhole ? plain : `${plain.replace(" ", "T")}Z`);
  return Number.isNaN(time) ? null : time;
}

/** Whether a time is a date or a time of some zone that the text does not name. */
export const isWithoutZone = (text: string): boolean =>
  text.includes("-") && !/(Z|[+-]\d\d:?\d\d)$/i.test(text.slice(10).trim());

/** The note about such a time. */
export const readAsUtc =
  "the times have no zone and are read as UTC; Grafana exports the zone of the browser";
