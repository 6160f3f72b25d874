import { milliUnits } from "../observation/values/quantity.ts";
import { err, type Result } from "../result.ts";

/** A target's quantity in thousandths. Errors: a sentence; validation accepts only positive ones. */
export function targetMilli(quantity: string | null | undefined): Result<bigint, string> {
  return quantity == null ? err("the target has no value of its type") : milliUnits(quantity);
}
