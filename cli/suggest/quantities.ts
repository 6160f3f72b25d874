// cli/suggest/: `trimtab suggest`: better numbers for an object, from its past.

import { formatMilli, milliUnits } from "../../engine/model/values/quantity.ts";

/** A quantity times a factor, with three digits; a text that is no quantity stays. */
export function rounded(quantity: string, by: number): string {
  const milli = milliUnits(quantity);
  if (!milli.ok) return quantity;
  const exact = Number(milli.value) * by;
  return formatMilli(BigInt(Math.max(1, Math.round(Number(exact.toPrecision(3))))));
}
