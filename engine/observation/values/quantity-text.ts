import { formatMilli, milliUnits } from "./quantity.ts";

/** The sizes of the unit suffixes. Counts below 10 keep one decimal place, larger ones none. */
const sizes: ReadonlyMap<string, number> = new Map([
  ...["k", "M", "G", "T", "P", "E"].map((suffix, index) => [suffix, 1000 ** (index + 1)] as const),
  ...["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"].map(
    (suffix, index) => [suffix, 1024 ** (index + 1)] as const,
  ),
]);

/**
 * Formats quantities in the unit of a quantity that the user wrote ("1.5Gi" for "2Gi", "1250m" for
 * "500m"). Memory without a unit is formatted in Mi, because bytes are hard to read. Text that is
 * no quantity stays as it is.
 */
export function inUnitOf(written: string, resource: string): (quantity: string) => string {
  const suffix = /[A-Za-z]*$/.exec(written)?.[0] ?? "";
  const isPlainMemory = resource === "memory" && /^[\d.]+(?:[eE][+-]?\d+)?$/.test(written);
  const unit = isPlainMemory ? "Mi" : suffix;
  const size = sizes.get(unit);
  return quantity => {
    if (quantity === written && !isPlainMemory) return written;
    const milli = milliUnits(quantity);
    if (!milli.ok) return quantity;
    if (unit === "m") return `${milli.value}m`;
    return size === undefined
      ? formatMilli(milli.value)
      : `${rounded(Number(milli.value) / 1000 / size)}${unit}`;
  };
}

const rounded = (count: number): number => Number(count.toFixed(Math.abs(count) < 10 ? 1 : 0));
