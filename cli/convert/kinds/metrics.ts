import { isFields } from "../../../engine/validate/field-reader.ts";
import type { Path } from "../../../engine/validate/object-schema.ts";
import type { Draft } from "../conversion.ts";

const quantityKeys = new Set(["value", "averageValue", "tolerance"]);
const quoted = "a fraction needs quotes: a custom resource stores a quantity as an integer or text";

/** Keeps a field of autoscaling/v2 with quantities; the items of a list are fields of their own. */
export function copyWithQuantities(draft: Draft, from: Path, to: Path = from): void {
  const value = draft.at(...from);
  if (value === undefined) return;
  if (Array.isArray(value) && value.length > 0) {
    draft.set(to, []);
    for (const [index] of value.entries()) {
      copyWithQuantities(draft, [...from, String(index)], [...to, String(index)]);
    }
    return;
  }
  const converted = withQuotedFractions(value);
  if (JSON.stringify(converted) === JSON.stringify(value)) draft.move(from, to);
  else draft.change(from, to, converted, quoted);
}

function withQuotedFractions(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map(item => withQuotedFractions(item));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, withQuotedFractions(field, name)]),
    );
  }
  const isFraction = typeof value === "number" && !Number.isInteger(value);
  return isFraction && quantityKeys.has(key) ? String(value) : value;
}

/** scaleUp and scaleDown are fields of their own. */
export function copyBehavior(draft: Draft, from: Path, to: Path = from): void {
  const behavior = draft.at(...from);
  if (!isFields(behavior)) return;
  const directions = Object.keys(behavior);
  if (directions.length === 0) draft.move(from, to);
  for (const direction of directions) {
    copyWithQuantities(draft, [...from, direction], [...to, direction]);
  }
}
