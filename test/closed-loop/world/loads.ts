// test/closed-loop/world/: a load, the pods that serve it, and what happens to them, in virtual time.

import type { Random } from "../../../cli/simulate/random.ts";

/** The demand in thousandths of a core, by seconds since the beginning. */
export type Demand = (seconds: number) => number;

/** For this long the load varies. It is then steady, so that every state must have been left at the end. */
export const variesSeconds = 75 * 60;
export const endSeconds = variesSeconds + 60 * 60;

const between = (random: Random, least: number, most: number): number =>
  least + random() * (most - least);

const listOf = <Item>(length: number, item: () => Item): Item[] => Array.from({ length }, item);

/** Most of them demand between one and three pods at first, and between 5 and 20 at peak. */
const shapes = {
  step(random) {
    const { base, peak } = levels(random);
    const start = between(random, 300, 1200);
    return seconds => (seconds >= start && seconds < start + 2400 ? peak : base);
  },

  sine(random) {
    const { base, peak } = levels(random);
    const period = between(random, 900, 2400);
    return seconds =>
      base + (peak - base) * (0.5 - 0.5 * Math.cos((2 * Math.PI * seconds) / period));
  },

  bursts(random) {
    const { base } = levels(random);
    const bursts = listOf(5, () => ({
      start: between(random, 0, variesSeconds - 600),
      length: between(random, 60, 460),
      height: between(random, 3000, 18_000),
    }));
    return seconds =>
      bursts
        .filter(({ start, length }) => seconds >= start && seconds < start + length)
        .reduce((most, { height }) => Math.max(most, height), base);
  },

  noise(random) {
    const { base, peak } = levels(random);
    const factors = listOf(variesSeconds / 15, () => between(random, 0.7, 1.3));
    return seconds => (base + peak / 4) * (factors[Math.floor(seconds / 15)] ?? 1);
  },

  ramp(random) {
    const { base, peak } = levels(random);
    const top = between(random, 1800, 3000);
    return seconds => base + (peak - base) * Math.max(0, 1 - Math.abs(seconds - top) / (top - 300));
  },

  /** A week in which a day takes ten minutes: five with a morning and an afternoon, and two quiet ones. */
  office(random) {
    const { base, peak } = levels(random);
    return seconds => {
      const day = Math.floor(seconds / 600) % 7;
      const hour = ((seconds % 600) / 600) * 24;
      const isBusy = day < 5 && hour >= 8 && hour < 18;
      const isLunch = hour >= 12 && hour < 13;
      return isBusy ? base + (peak - base) * (isLunch ? 0.6 : 1) : base;
    };
  },
} satisfies Readonly<Record<string, (random: Random) => Demand>>;

const levels = (random: Random) => ({
  base: between(random, 800, 2800),
  peak: between(random, 5000, 20_000),
});

export type LoadName = keyof typeof shapes;

export const loadNames = Object.keys(shapes) as LoadName[];

/** A load that varies and then demands between three and eight pods. */
export function demandOf(name: LoadName, random: Random): Demand {
  const shape = shapes[name](random);
  const rest = Math.round(between(random, 3000, 8000));
  return seconds => (seconds < variesSeconds ? Math.round(shape(seconds)) : rest);
}
