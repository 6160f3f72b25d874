import type { EpochMs } from "../../engine/result.ts";
import { printable } from "../terminal/printable.ts";

/** The fields of a type, with values of any type: external input is not validated. */
export type Fields<T> = { readonly [K in keyof T]?: unknown };

/** The fields of an object; none for any other value. */
export const fieldsOf = <T extends object>(raw: unknown): Fields<T> =>
  typeof raw === "object" && raw !== null && !Array.isArray(raw) ? (raw as Fields<T>) : {};

export const listOf = (raw: unknown): readonly unknown[] => (Array.isArray(raw) ? raw : []);

/** Text that is safe on a terminal: a status may contain text from third-party servers. */
export const textOf = (raw: unknown): string =>
  typeof raw === "string" ? printable(raw).replace(/\s+/gu, " ").trim() : "";

export const countOf = (raw: unknown): number | null =>
  typeof raw === "number" && Number.isFinite(raw) ? raw : null;

/** A quantity may be a number. */
export const quantityOf = (raw: unknown): string =>
  typeof raw === "number" ? String(raw) : textOf(raw);

export function timeOf(raw: unknown): EpochMs | null {
  const time = typeof raw === "string" ? Date.parse(raw) : NaN;
  return Number.isNaN(time) ? null : time;
}
