import { milliUnits } from "../../observation/values/quantity.ts";
import type { FieldReader } from "../field-reader.ts";
import { show } from "../../short-text.ts";

/** The form that `milliUnits` can parse, as in the CRD. */
const form =
  /^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?([0-5]?[0-9]|6[0-4]))?$/;

/** A number or text in thousandths; undefined for anything else. */
export function milliIn(reader: FieldReader, key: string): bigint | undefined {
  const text = reader.number(key)?.toString() ?? reader.text(key);
  const milli = text !== undefined && form.test(text) ? milliUnits(text) : null;
  return milli?.ok ? milli.value : undefined;
}

/** The same for a field that CEL cannot read: 0 or more; undefined and an error for anything else. */
export function readFraction(reader: FieldReader, key: string): bigint | undefined {
  const milli = milliIn(reader, key);
  if (milli !== undefined && milli >= 0n) return milli;
  const value = reader.raw(key);
  if (value === undefined) return undefined;
  const [code, problem] =
    milli === undefined
      ? ["QuantityMalformed", `${show(value)} is not a quantity`]
      : ["QuantityNegative", `must not be negative, but is ${show(value)}`];
  const remedy = `write ${milli === undefined ? "a number" : "0 or more"}, such as 0.05 for 5%`;
  reader.report(key, { code, message: problem, remedy });
  return undefined;
}
