// engine/model/selectors/: label selectors, compiled to predicates.

import { err, ok, type Result } from "../values/result.ts";
import type {
  LabelRequirement as WrittenRequirement,
  LabelSelector as WrittenSelector,
} from "../../../crds/generated/autoscaler.ts";

/** meta/v1 LabelSelector. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>> | undefined;
  readonly matchExpressions?: readonly LabelRequirement[] | undefined;
}

export interface LabelRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[] | undefined;
}

export type Labels = Readonly<Record<string, string>>;

export type LabelPredicate = (labels: Labels) => boolean;

/**
 * Compiles a selector to a predicate: labels must match every requirement. An empty selector
 * matches everything.
 *
 * Errors  an unknown operator; In and NotIn without values; Exists and DoesNotExist with them.
 * Source  apimachinery LabelSelectorAsSelector and labels.Requirement.Matches: NotIn also matches
 *         if the label is absent.
 */
export function compileSelector(selector: LabelSelector): Result<LabelPredicate, string> {
  const predicates: LabelPredicate[] = [];
  for (const requirement of requirements(selector)) {
    const predicate = compile(requirement);
    if (!predicate.ok) return predicate;
    predicates.push(predicate.value);
  }
  return ok(all(predicates));
}

export function all(predicates: readonly LabelPredicate[]): LabelPredicate {
  const [only] = predicates.length === 1 ? predicates : [];
  return only ?? (labels => predicates.every(matches => matches(labels)));
}

/** Equal for equivalent selectors in another order or form, so that they can share a tally. */
export const selectorKey = (selector: LabelSelector): string => selectorParts(selector).join(",");

/** The requirements without duplicates: a superset of another selector's parts matches fewer objects. */
export function selectorParts(selector: LabelSelector): string[] {
  const parts = requirements(selector).map(({ key, operator, values }) =>
    JSON.stringify([key, operator, [...new Set(values)].sort()]),
  );
  return [...new Set(parts)].sort();
}

export type Label = readonly [key: string, value: string];

/** The labels that every matching object has. */
export function neededLabels(selector: LabelSelector): readonly Label[] {
  const needed = requirements(selector).flatMap(({ key, operator, values = [] }): Label[] => {
    const [value, ...others] = new Set(values);
    return operator === "In" && value !== undefined && others.length === 0 ? [[key, value]] : [];
  });
  // A copy is only as long as it needs to be, and most selectors stay in memory.
  return needed.slice();
}

/** A matchLabels entry is the same as In with one value. */
function requirements(selector: LabelSelector): readonly LabelRequirement[] {
  const equalities = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => ({
    key,
    operator: "In",
    values: [value],
  }));
  return [...equalities, ...(selector.matchExpressions ?? [])];
}

function compile({ key, operator, values }: LabelRequirement): Result<LabelPredicate, string> {
  const listed = new Set(values);
  const needsValues = operator === "In" || operator === "NotIn";
  if (needsValues !== listed.size > 0) {
    return err(`${key}: ${operator} ${needsValues ? "needs values" : "takes no values"}`);
  }
  const [value] = operator === "In" && listed.size === 1 ? listed : [];
  return value === undefined ? compileSet(key, operator, listed) : ok(equality(key, value));
}

/** Most selectors are one equality, so it is as small as possible. */
const equality =
  (key: string, value: string): LabelPredicate =>
  labels =>
    Object.hasOwn(labels, key) && labels[key] === value;

function compileSet(
  key: string,
  operator: string,
  listed: ReadonlySet<string | undefined>,
): Result<LabelPredicate, string> {
  const valueOf = (labels: Labels): string | undefined =>
    Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case "In":
      return ok(labels => listed.has(valueOf(labels)));
    case "NotIn":
      return ok(labels => !listed.has(valueOf(labels)));
    case "Exists":
      return ok(labels => valueOf(labels) !== undefined);
    case "DoesNotExist":
      return ok(labels => valueOf(labels) === undefined);
    default:
      return err(`${key}: unknown operator ${operator}`);
  }
}

const NAME = /^(?=.{1,63}$)[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const PREFIX = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** Source  apimachinery content.IsLabelKey: a name, with an optional DNS subdomain before a slash. */
export function isLabelKey(key: string): boolean {
  const slash = key.indexOf("/");
  const hasPrefix = slash === -1 || PREFIX.test(key.slice(0, slash));
  return hasPrefix && NAME.test(key.slice(slash + 1));
}

/** Source  apimachinery validation.IsValidLabelValue: a name, or empty. */
export const isLabelValue = (value: string): boolean => value === "" || NAME.test(value);

/** Missing label values and requirement keys become empty strings, as in upstream. */
export function toLabelSelector({ matchLabels, matchExpressions }: WrittenSelector): LabelSelector {
  const labels = Object.entries(matchLabels ?? {}).map(([key, value]) => [key, value ?? ""]);
  return {
    ...(matchLabels ? { matchLabels: Object.fromEntries(labels) as Record<string, string> } : {}),
    ...(matchExpressions ? { matchExpressions: matchExpressions.map(readRequirement) } : {}),
  };
}

const readRequirement = ({ key, operator, values }: WrittenRequirement) => ({
  key: key ?? "",
  operator: operator ?? "",
  ...(values ? { values } : {}),
});

/** Why a metric's selector cannot be queried. Admission accepts any selector, as upstream does. */
export function selectorProblem(selector: LabelSelector): string | null {
  const odd = requirements(selector).find(
    ({ key, values }) => !isLabelKey(key) || !(values ?? []).every(isLabelValue),
  );
  if (odd) return `"${odd.key}" or its values are not those of a label`;
  const compiled = compileSelector(selector);
  return compiled.ok ? null : compiled.error;
}
