// cli/simulate/testing/foresight/: what a forecast does with loads that a forecast suits, and with loads that it does not. `acceptance.ts`
// holds what it may cost. `make foresight` runs all of it.

import { seeded } from "../../random.ts";

const days = 42;
const minutesOfDay = 1_440;

/** One value for each minute of six weeks that begin on a Monday, in pods at their target. */
type Generator = (random: Random) => (hour: number, day: number, minute: number) => number;

export interface Random {
  /** From 0 up to 1. */
  readonly uniform: () => number;
  /** With a mean of 0 and a deviation of 1. */
  readonly normal: () => number;
  /** A count with this mean. */
  readonly poisson: (mean: number) => number;
}

function randomOf(seed: number): Random {
  const uniform = seeded(seed);
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(uniform() + 1e-12)) * Math.cos(2 * Math.PI * uniform());
  const poisson = (mean: number): number => {
    if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
    const limit = Math.exp(-mean);
    let [count, product] = [0, uniform()];
    while (product > limit) {
      product *= uniform();
      count += 1;
    }
    return count;
  };
  return { uniform, normal, poisson };
}

const isOffice = (hour: number, day: number): boolean => day % 7 < 5 && hour >= 8 && hour < 18;
const wave = (hour: number): number => 0.5 - 0.5 * Math.cos(((hour - 3) / 24) * 2 * Math.PI);
const noisy = (value: number, { normal }: Random, share = 0.05): number =>
  value * (1 + share * normal());

/** Source  `steps` between a night and a day with noise on both. */
const steps =
  (isDay: (hour: number, day: number) => boolean): Generator =>
  random =>
  (hour, day) =>
    isDay(hour, day) ? noisy(20, random) : noisy(2.5, random, 0.1);

// prettier-ignore
const generators = {
  office:   steps(isOffice),
  jitter:   random => { const starts = Array.from({ length: days }, () => 8 + (random.uniform() - 0.5) / 3); return (hour, day) => (day % 7 < 5 && hour >= (starts[day] ?? 8) && hour < 18 ? noisy(20, random) : noisy(2.5, random, 0.1)); },
  ramp:     random => (hour, day) => noisy(2.5 + 17.5 * (day % 7 < 5 ? Math.max(0, Math.min(1, (hour - 8) * 3, (18 - hour) * 2)) : 0), random),
  holidays: steps((hour, day) => isOffice(hour, day) && !(day >= 21 && day <= 25) && day !== 32),
  pauses:   random => (hour, day) => noisy(Math.floor(day / 7) % 4 < 3 && hour >= 8 && hour < 18 ? 20 : 2.5, random),
  eights:   random => (hour, day) => { const pays = day < 16 || Math.floor((day - 16) / 8) % 2 === 1; return noisy(hour >= 8 && hour < 18 ? (pays ? 20 : 5) : 2.5, random); },
  up:       random => (hour, day) => noisy((day < 26 ? 0.4 : 1) * (hour >= 8 && hour < 18 ? 20 : 4), random),
  down:     random => (hour, day) => noisy((day < 26 ? 1 : 0.4) * (hour >= 8 && hour < 18 ? 20 : 4), random),
  clocks:   random => (_, day, minute) => { const hour = ((minute + (day >= 27 ? 60 : 0)) / 60) % 24; return noisy(day % 7 < 5 && hour >= 8 && hour < 18 ? 20 : 2.5, random); },
  noise:    ({ normal }) => () => 10 * Math.exp(0.4 * normal()),
  poisson:  ({ poisson }) => () => poisson(40) / 4,
  walk:     ({ normal }) => { let x = 10; return () => (x = Math.min(30, Math.max(2, x * Math.exp(0.01 * normal())))); },
  fastWalk: ({ normal }) => { let x = 10; return () => (x = Math.min(30, Math.max(2, x * Math.exp(0.04 * normal())))); },
  flash:    ({ uniform }) => { let x = 0; return () => { if (uniform() < 1 / 720) x = 5 + 25 * uniform(); x *= 0.93; return 5 + x; }; },
  diurnal:  ({ poisson }) => (hour, day) => poisson(40 * (2 + 18 * wave(hour) * (day % 7 < 5 ? 1 : 0.6))) / 40,
  drift:    random => (hour, day) => { const shown = (hour - day * 0.5 + 48) % 24; return noisy(shown >= 8 && shown < 18 ? 20 : 2.5, random); },
  growth:   ({ poisson }) => (hour, _, minute) => (poisson(20 * (2 + 10 * wave(hour)) * 1.03 ** (minute / minutesOfDay)) / 20) / 1.5,
  hourly:   random => (_, __, minute) => noisy(minute % 60 < 10 ? 20 : 4, random),
} as const satisfies Readonly<Record<string, Generator>>;

export type LoadName = keyof typeof generators;
export const loadNames = Object.keys(generators) as readonly LoadName[];

export function generated(name: LoadName, seed: number): Float64Array {
  const at = generators[name](randomOf(seed));
  return Float64Array.from({ length: days * minutesOfDay }, (_, minute) =>
    Math.max(0, at((minute / 60) % 24, Math.floor(minute / minutesOfDay), minute)),
  );
}
