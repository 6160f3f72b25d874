/** How much longer one of two texts is, of which both are measured. */
const factor = 8;
/** Quadratic work takes 64 times as long for a text of eight times the length, and linear work takes eight times. */
const mostGrowth = 24;

export interface Limits {
  /** Milliseconds. Work that takes less is not looked at: its time says nothing about how it grows. */
  readonly enough: number;
  /** What nothing may take, however it grows. */
  readonly most: number;
}

export interface Spent {
  readonly length: number;
  readonly ms: number;
}

async function cpuMs(run: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of a few: a garbage collection or a compilation is no work of the product. */
async function leastMs(run: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) times.push(await cpuMs(run));
  return Math.min(...times);
}

/**
 * The first of the growing lengths for which the work takes too long, or grows faster than the length; null: none. Short ones
 * come first, because cubic work through a long text takes days.
 */
export async function tooSlow(
  run: (length: number) => unknown,
  lengths: readonly number[],
  { enough, most }: Limits,
): Promise<Spent | null> {
  for (const length of lengths) {
    const once = await cpuMs(() => run(length));
    if (once <= enough) continue;
    const isLong = once > mostRepeated;
    const ms = isLong ? once : await leastMs(() => run(length));
    if (ms <= enough) continue;
    const before = await leastMs(() => run(Math.floor(length / factor)));
    if (ms > most || ms > mostGrowth * before) return { length, ms };
  }
  return null;
}

/** Milliseconds beyond which a garbage collection makes no difference. */
const mostRepeated = 2_000;

/** From a length that no work takes long for. */
export const upTo = (longest: number): readonly number[] => {
  const lengths = [longest];
  for (let next = longest / factor; next >= 1_024; next /= factor) lengths.unshift(next);
  return lengths;
};
