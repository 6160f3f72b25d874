import type { Path } from "../../engine/schema/object-schema.ts";
import type { Edit } from "./edits.ts";

/** One value that a parameter may have, for people and for the spec. */
export interface Setting {
  readonly text: string;
  readonly edits: readonly Edit[];
}

/** A number of the spec, or several that belong together. */
export interface Parameter {
  readonly name: string;
  /** One of the settings, which edits nothing. */
  readonly today: Setting;
  readonly settings: readonly Setting[];
  /** Whether each setting costs less, and loses more, than the one before; absent: that is not known. */
  readonly costFalls?: true;
}

/** Settings that give a field of the spec these values. */
export const settingsOf = (
  path: Path,
  values: readonly (string | number)[],
  unit = "",
): readonly Setting[] =>
  values.map(value => ({ text: `${value}${unit}`, edits: [{ path, value }] }));

/** A parameter whose settings differ by their texts. */
export function parameterOf(
  name: string,
  todayText: string,
  others: readonly Setting[],
): Parameter {
  const today = { text: todayText, edits: [] };
  return { name, today, settings: [today, ...others.filter(({ text }) => text !== todayText)] };
}

/** The parameters that depend on each other are varied together, the groups one after the other. */
export type Group = readonly Parameter[];
