import { shortAge } from "../../terminal/times.ts";
import type { RowsMessage, State, UiRow } from "../messages.ts";

/** All rows in the order of their keys. */
export class Rows {
  readonly #rows = new Map<string, UiRow>();
  /** From before the connection was lost, and not yet sent again. */
  #stale = new Set<string>();
  #sorted: readonly UiRow[] = [];
  #isSorted = true;

  apply({ phase, rows, removed }: RowsMessage): void {
    if (phase === "Begin") this.#stale = new Set(this.#rows.keys());
    for (const row of rows) {
      this.#stale.delete(row.key);
      this.#rows.set(row.key, row);
    }
    for (const key of phase === "Complete" ? this.#stale : removed) this.#rows.delete(key);
    if (phase === "Complete") this.#stale.clear();
    this.#isSorted = false;
  }

  sorted(): readonly UiRow[] {
    if (!this.#isSorted) {
      this.#sorted = [...this.#rows.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
      this.#isSorted = true;
    }
    return this.#sorted;
  }
}

export interface Filter {
  readonly search: string;
  readonly state: State | null;
}

/** The order of the buttons. */
export const stateNames: ReadonlyMap<State, string> = new Map([
  ["held", "Held back"],
  ["conflict", "In conflict"],
  ["maximum", "At maximum"],
  ["obstacle", "With an obstacle"],
]);

/** The rows that contain each word of the search somewhere, and are in the state. */
export function filtered(rows: readonly UiRow[], { search, state }: Filter): UiRow[] {
  const words = search.toLowerCase().match(/\S+/g) ?? [];
  return rows.filter(row => {
    if (state !== null && !row.states.includes(state)) return false;
    const { namespace, name, kind, target, load, vote, limits } = row;
    const texts = [`${namespace}/${name}`, kind, target, load, vote, ...limits];
    const text = texts.join(" ").toLowerCase();
    return words.every(word => text.includes(word));
  });
}

export function countStates(rows: readonly UiRow[]): ReadonlyMap<State, number> {
  const counts = new Map<State, number>();
  for (const { states } of rows) {
    for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return counts;
}

/** "5m", as in `trimtab top`. */
export const age = (time: string | null, now: number): string =>
  time === null ? "" : shortAge(Date.parse(time), now);
