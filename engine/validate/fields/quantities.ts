import { milliUnits } from "../../observation/values/quantity.ts";
import { type FieldReader, show } from "../field-reader.ts";
import { checkText, named, type NameFormat } from "../names/names.ts";

/** The form that `milliUnits` can parse. */
const form =
  /^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?([0-5]?[0-9]|6[0-4]))?$/;

const quantity = (remedy: string): NameFormat =>
  named("QuantityMalformed", "a quantity", form, remedy);
const amount = quantity("write a number, with a unit if need be, such as 500m or 64Mi");
const fraction = quantity("write a number, such as 0.05 for 5%");

/** An integer or text above 0, as in autoscaling/v2. */
export function checkAmount(reader: FieldReader, key: string): void {
  const milli = checkQuantity(reader, key);
  if (milli === undefined || milli > 0n) return;
  reader.report(key, {
    code: "QuantityNotPositive",
    message: `must be greater than 0, but is ${show(reader.raw(key))}`,
    remedy: "write the amount to aim for, such as 500m or 64Mi",
  });
}

/** An integer or text of any sign. */
export const checkQuantity = (reader: FieldReader, key: string): bigint | undefined =>
  readMilli(reader, key, amount);

const wholePercent = /^[1-9][0-9]{0,8}$/;

/** No pod can reach 0% or a fraction of a percent, so these are errors. */
export function checkPercentage(reader: FieldReader, key: string): void {
  const value = reader.raw(key);
  if (value === undefined) return;
  if (typeof value === "string" ? wholePercent.test(value) : Number(value) >= 1) return;
  reader.report(key, {
    code: "PercentageMalformed",
    message: `${show(value)} is not a whole percentage of the requests`,
    remedy: "write value: 80 for 80%",
  });
}

/** A number or text, 0 or more, in thousandths; undefined and an error for anything else. */
export function readFraction(reader: FieldReader, key: string): bigint | undefined {
  const milli = readMilli(reader, key, fraction);
  if (milli === undefined || milli >= 0n) return milli;
  reader.report(key, {
    code: "QuantityNegative",
    message: `must not be negative, but is ${show(reader.raw(key))}`,
    remedy: "write 0 or more, such as 0.05 for 5%",
  });
  return undefined;
}

function readMilli(reader: FieldReader, key: string, format: NameFormat): bigint | undefined {
  const value = reader.number(key)?.toString() ?? reader.text(key);
  if (!checkText(reader, key, value, format)) return undefined;
  const milli = milliUnits(value);
  return milli.ok ? milli.value : undefined;
}
