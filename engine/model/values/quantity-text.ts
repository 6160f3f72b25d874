import { formatMilli, milliUnits } from "./quantity.ts";

/** The sizes of the unit suffixes. */
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
 *
 * @param places decimal places; without them, counts below 10 have one, and larger ones none
 */
export function inUnitOf(
  written: string,
  resource: string,
  places?: number,
): (quantity: string) => string {
  const suffix = written.split(/[^A-Za-z]/).at(-1) ?? "";
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
      : `${rounded(Number(milli.value) / 1000 / size, places)}${unit}`;
  };
}

const rounded = (count: number, places = Math.abs(count) < 10 ? 1 : 0): number =>
  Number(count.toFixed(places));

const isBytes = (resource: string): boolean =>
  /^(memory|ephemeral-storage|hugepages-.*)$/.test(resource);

/** An exact quantity as the API server would write it: bytes in the largest binary unit without a fraction. */
export function canonicalText(milli: bigint, resource: string): string {
  if (!isBytes(resource) || milli % 1000n !== 0n || milli === 0n) return formatMilli(milli);
  let [amount, unit] = [milli / 1000n, ""];
  for (const larger of ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"]) {
    if (amount % 1024n !== 0n) break;
    [amount, unit] = [amount / 1024n, larger];
  }
  return `${amount}${unit}`;
}

/** A quantity for people, in the largest unit of which it has at least one: "475.2Gi". */
export function readableText(quantity: string, resource: string): string {
  const milli = milliUnits(quantity);
  if (!milli.ok || !isBytes(resource)) return quantity;
  const bytes = Number(milli.value) / 1000;
  const unit = ["Ei", "Pi", "Ti", "Gi", "Mi", "Ki"].find(each => bytes >= (sizes.get(each) ?? 1));
  return unit ? inUnitOf(`1${unit}`, resource, 1)(quantity) : quantity;
}

type Unit = "cores" | "namespaces" | "nodes" | "pods" | "replicas" | "workloads";

/** "1 node", "16 nodes". */
export const amount = (count: number, unit: Unit): string =>
  `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
