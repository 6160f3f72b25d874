import type { Fields } from "../../../../engine/validate/field-reader.ts";

const forms: readonly [RegExp, (key: string, values: string) => Fields | null][] = [
  [/^([^\s=!()]+)\s*==?\s*([^\s=()]*)$/, () => null],
  [
    /^([^\s=!()]+)\s*!=\s*([^\s=()]*)$/,
    (key, value) => ({ key, operator: "NotIn", values: [value] }),
  ],
  [
    /^([^\s=!()]+)\s+in\s*\(([^()]*)\)$/,
    (key, values) => ({ key, operator: "In", values: listOf(values) }),
  ],
  [
    /^([^\s=!()]+)\s+notin\s*\(([^()]*)\)$/,
    (key, values) => ({ key, operator: "NotIn", values: listOf(values) }),
  ],
  [/^([^\s=!()]+)$/, key => ({ key, operator: "Exists" })],
  [/^!\s*([^\s=!()]+)$/, key => ({ key, operator: "DoesNotExist" })],
];

const listOf = (values: string): string[] => values.split(",").map(value => value.trim());

/** A label selector in its text form as fields; null: it is none. */
export function nodeSelectorOf(text: string): Fields | null {
  const matchLabels: Record<string, string> = {};
  const matchExpressions: Fields[] = [];
  // Commas in parentheses separate values.
  for (const part of text.split(/,(?![^(]*\))/).map(each => each.trim())) {
    const form = forms.find(([pattern]) => pattern.test(part));
    const [, key = "", values = ""] = form?.[0].exec(part) ?? [];
    if (!form) return null;
    const requirement = form[1](key, values);
    if (requirement) matchExpressions.push(requirement);
    else matchLabels[key] = values;
  }
  return {
    ...(Object.keys(matchLabels).length > 0 ? { matchLabels } : {}),
    ...(matchExpressions.length > 0 ? { matchExpressions } : {}),
  };
}
