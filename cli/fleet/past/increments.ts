import { seeded } from "../../simulate/random.ts";
import type { Measured } from "./measured.ts";
import type { Recorded } from "./recorded.ts";

/** How often the autoscaler measures. */
export const slotMs = 15_000;

/** What the ready pods use, at the times of the recorded counts; null: it was not asked for, or is absent. */
export function usageOf(
  { usage, active, start, step, length }: Recorded,
  { resource, container }: Measured,
): Float64Array | null {
  const own = (usage?.series ?? []).filter(
    ({ labels }) => container === null || labels["container"] === container,
  );
  if (resource !== "cpu" || !usage || own.length === 0) return null;
  return Float64Array.from({ length }, (_, at) => {
    const index = Math.floor((start + at * step - usage.grid.start) / usage.grid.step);
    if (active[at] === 0) return NaN;
    const values = own
      .map(({ values }) => values[index] ?? NaN)
      .filter(value => !Number.isNaN(value));
    return values.length === 0 ? NaN : values.reduce((sum, value) => sum + value, 0);
  });
}

/** The noise of the day differs from that of the night. */
const nearbyMs = 1_800_000;

/**
 * The shape of the usage in the size, and with the noise, of what the autoscaler measured: at a sample, the measured
 * ratio of the two, and in between one of those nearby.
 *
 * @returns  in steps of `slotMs`
 */
export function onIncrements(
  status: Float64Array,
  usage: Float64Array,
  { step, seed }: { readonly step: number; readonly seed: number },
): Float64Array {
  const random = seeded(seed);
  const slots = step / slotMs;
  const ratios = status.map((value, at) => {
    const used = usage[at] ?? NaN;
    return used > 0 ? value / used : NaN;
  });
  const reach = Math.round(nearbyMs / step);
  const drawn = (at: number): number => {
    const from = Math.max(0, at - reach);
    const to = Math.min(ratios.length, at + reach + 1);
    // A few times, since some are unknown.
    for (let tries = 0; tries < 8; tries += 1) {
      const ratio = ratios[from + Math.floor(random() * (to - from))] ?? NaN;
      if (!Number.isNaN(ratio)) return ratio;
    }
    return ratios[at] ?? NaN;
  };
  return Float64Array.from({ length: status.length * slots }, (_, slot) => {
    const at = Math.floor(slot / slots);
    const isSample = slot % slots === 0;
    return (usage[at] ?? NaN) * (isSample ? (ratios[at] ?? NaN) : drawn(at));
  });
}

/** Each value for all slots of its step. */
export const inSlots = (values: Float64Array, slots: number): Float64Array =>
  Float64Array.from(
    { length: values.length * slots },
    (_, slot) => values[Math.floor(slot / slots)] ?? NaN,
  );

/** The median of the quotients; null: there are none. */
export function medianRatio(status: Float64Array, usage: Float64Array): number | null {
  const ratios = Array.from(status, (value, at) => value / (usage[at] ?? NaN))
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b);
  return ratios[ratios.length >> 1] ?? null;
}
