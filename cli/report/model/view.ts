import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { Period } from "./columns.ts";

/** A change of size of one candidate, or the worst moment of one. */
export interface Selection {
  readonly candidate: number;
  /** The index in the candidate's changes; at the worst moment, of the last one before it. */
  readonly change: number;
  readonly time: EpochMs;
  readonly isWorst?: true;
}

/** The shortest period that the charts show. */
const shortest = 60_000;

/** What the page shows: a period, some of the candidates, and one change. Only its methods write to it. */
export class View {
  readonly whole: Period;
  period: Period;
  shown: ReadonlySet<number>;
  selected: Selection | null = null;
  readonly #listeners = new Set<() => void>();

  constructor(whole: Period, shown: Iterable<number>) {
    this.whole = whole;
    this.period = whole;
    this.shown = new Set(shown);
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Keeps the length of the period if it fits. */
  show({ from, to }: Period): void {
    const all = this.whole.to - this.whole.from;
    const length = Math.min(all, Math.max(shortest, to - from));
    const begin = Math.min(Math.max(from, this.whole.from), this.whole.to - length);
    this.period = { from: begin, to: begin + length };
    this.#changed();
  }

  /** factor  2 shows twice as much time, around the same middle or the selected change */
  zoom(factor: number): void {
    const { from, to } = this.period;
    const time = this.selected?.time ?? NaN;
    const middle = time >= from && time <= to ? time : (from + to) / 2;
    this.show({ from: middle - (middle - from) * factor, to: middle + (to - middle) * factor });
  }

  /** share  of the period that is shown */
  move(share: number): void {
    const { from, to } = this.period;
    const by = (to - from) * share;
    this.show({ from: from + by, to: to + by });
  }

  toggle(candidate: number): void {
    const shown = new Set(this.shown);
    if (!shown.delete(candidate)) shown.add(candidate);
    this.shown = shown;
    if (this.selected && !shown.has(this.selected.candidate)) this.selected = null;
    this.#changed();
  }

  /** Moves the period if the change is outside of it. */
  select(selection: Selection | null): void {
    this.selected = selection;
    const { from, to } = this.period;
    if (selection && (selection.time < from || selection.time > to)) {
      const half = (to - from) / 2;
      this.show({ from: selection.time - half, to: selection.time + half });
    } else this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The changes of the shown candidates in the order of time. */
export const changesOf = (times: readonly (readonly EpochMs[])[], shown: ReadonlySet<number>) =>
  times
    .flatMap((of, candidate) =>
      shown.has(candidate) ? of.map((time, change) => ({ candidate, change, time })) : [],
    )
    .sort((a, b) => a.time - b.time || a.candidate - b.candidate);
