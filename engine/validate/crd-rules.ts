import type { Place, Rule } from "../../crds/generated/rules.d.ts";
import type { FieldError } from "../model/values/result.ts";
import { isTimeZone } from "../model/values/time-zone.ts";
import { valueAt } from "../schema/structure.ts";
import { listed, show } from "../model/values/short-text.ts";
import { isFields } from "../model/values/json-values.ts";

/**
 * The violations of a CRD's rules in an object that has passed `conform`, with the errors of its schema. A rule that
 * reads a value that the schema refuses finds nothing: as in the API server, the schema's own error comes first. In
 * `object`, undefined then replaces each value that violates a rule about it, such as the form of a name.
 */
export function violationsIn(place: Place, object: unknown, bySchema: readonly FieldError[]) {
  const walk = new Walk();
  walk.visit(place, object, "");
  for (const [holder, key] of walk.malformed) holder[key] = undefined;
  const explained = new Set(bySchema.map(({ path }) => path));
  return walk.found.filter(({ path }) => !explained.has(path));
}

/** The rules about a part of an object; `[]` is the entry of a list. */
export const rulesAt = (place: Place, path: readonly string[]): Place =>
  path.reduce<Place>((part, key) => (key === "[]" ? part.items : part.fields?.[key]) ?? {}, place);

type Holder = Record<string | number, unknown>;

class Walk {
  readonly found: FieldError[] = [];
  readonly malformed: (readonly [Holder, string | number])[] = [];

  /** Whether the value has the form that the rules about it demand. */
  visit(place: Place, value: unknown, path: string): boolean {
    if (value === undefined) return true;
    let isWellFormed = true;
    for (const rule of place.own ?? []) {
      if (!isViolated(rule, value)) continue;
      this.#report(path + rule.path, { code: rule.code, ...explanationOf(rule, value) });
      isWellFormed &&= rule.path !== "" || typeof value === "object";
    }
    if (Array.isArray(value)) this.#visitList(place, value, path);
    else if (isFields(value)) this.#visitFields(place, value, path);
    return isWellFormed;
  }

  #visitList({ unique, items }: Place, list: unknown[], path: string): void {
    if (unique) this.#compare(unique, list, path);
    if (!items) return;
    for (const index of list.keys()) {
      this.#visitPart(items, list as unknown as Holder, index, `${path}[${index}]`);
    }
  }

  #visitFields({ fields = {}, values }: Place, holder: Holder, path: string): void {
    const begin = path === "" ? "" : `${path}.`;
    for (const [name, part] of Object.entries(fields)) {
      if (Object.hasOwn(holder, name)) this.#visitPart(part, holder, name, `${begin}${name}`);
    }
    if (!values) return;
    for (const key of Object.keys(holder)) this.#visitPart(values, holder, key, `${path}[${key}]`);
  }

  #visitPart(part: Place, holder: Holder, key: string | number, path: string): void {
    if (!this.visit(part, holder[key], path)) this.malformed.push([holder, key]);
  }

  /** The API server's rule for a list with keys. An entry without one of them is an error of the schema. */
  #compare({ code, keys }: NonNullable<Place["unique"]>, list: readonly unknown[], path: string) {
    const known = new Set<string>();
    for (const [index, item] of list.entries()) {
      const values = keys.map(key => (isFields(item) ? item[key] : undefined));
      if (values.includes(undefined)) continue;
      const identity = JSON.stringify(values);
      if (known.has(identity)) {
        const named = keys.map((key, at) => `${key} ${show(values[at])}`);
        this.#report(`${path}[${index}]`, {
          code,
          message: `there is another entry with ${listed(named, "and")}`,
          remedy: "keep one of them and remove the other",
        });
      }
      known.add(identity);
    }
  }

  #report(path: string, problem: Omit<FieldError, "path" | "severity">): void {
    this.found.push({ path, ...problem, severity: "error" });
  }
}

function isViolated({ holds }: Rule, value: unknown): boolean {
  try {
    return !holds(value, isTimeZone);
  } catch {
    return false;
  }
}

function explanationOf(rule: Rule, self: unknown): Pick<FieldError, "message" | "remedy"> {
  const explained = textWithValues(rule, self);
  const text = explained ?? rule.sentence;
  const end = text.indexOf("; ");
  const message = text.slice(0, end);
  const remedy = text.slice(end + 2);
  if (explained !== null) return { message, remedy };
  return { message: withValue(message, valueAt(self, rule.path.split(".").slice(1))), remedy };
}

/** The API server shows the value before the message. */
function withValue(message: string, value: unknown): string {
  if (typeof value !== "string" && typeof value !== "number") return message;
  if (message.startsWith("is no")) return `${show(value)} ${message}`;
  return message.startsWith("must ") ? `${message}, but is ${show(value)}` : message;
}

const mostShown = 1_024;

/** null: there is none, it is too long or not printable, or it has a value that the schema refuses. */
function textWithValues({ explain }: Rule, value: unknown): string | null {
  try {
    const text = explain?.(value) ?? "";
    return text.length > mostShown || !/^\P{C}+$/u.test(text) ? null : text;
  } catch {
    return null;
  }
}
