import type { EpochMs } from "../../../engine/result.ts";

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
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/i.test(plain);
  const isDate = plain.length === 10;
  const time = Date.parse(hasZone || isDate ? plain : `${plain.replace(" ", "T")}Z`);
  return Number.isNaN(time) ? null : time;
}
