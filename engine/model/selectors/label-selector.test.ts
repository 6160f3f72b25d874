import { describe, expect, it } from "vitest";

import { compileSelector, type LabelSelector, selectorKey } from "./label-selector.ts";

const one = (key: string, operator: string, ...values: string[]): LabelSelector => ({
  matchExpressions: [{ key, operator, ...(values.length > 0 && { values }) }],
});

describe("compileSelector", () => {
  const labels = { zone: "a", role: "worker", empty: "" };

  it.each<{ shows: string; selector: LabelSelector; matches: boolean }>([
    { shows: "an empty selector", selector: {}, matches: true },
    { shows: "an equal label", selector: { matchLabels: { zone: "a" } }, matches: true },
    { shows: "another value", selector: { matchLabels: { zone: "b" } }, matches: false },
    { shows: "a missing label", selector: { matchLabels: { rack: "" } }, matches: false },
    { shows: "an empty value", selector: { matchLabels: { empty: "" } }, matches: true },
    { shows: "a key like toString", selector: { matchLabels: { toString: "" } }, matches: false },
    { shows: "In", selector: one("zone", "In", "b", "a"), matches: true },
    { shows: "In without the label", selector: one("rack", "In", "a"), matches: false },
    { shows: "NotIn", selector: one("zone", "NotIn", "a"), matches: false },
    { shows: "NotIn with another value", selector: one("zone", "NotIn", "b"), matches: true },
    { shows: "NotIn without the label", selector: one("rack", "NotIn", "a"), matches: true },
    { shows: "Exists", selector: one("empty", "Exists"), matches: true },
    { shows: "Exists without the label", selector: one("rack", "Exists"), matches: false },
    { shows: "DoesNotExist", selector: one("zone", "DoesNotExist"), matches: false },
    { shows: "DoesNotExist, no label", selector: one("rack", "DoesNotExist"), matches: true },
    {
      shows: "one of two requirements not met",
      selector: { matchLabels: { zone: "a" }, ...one("role", "NotIn", "worker") },
      matches: false,
    },
  ])("$shows: $matches", ({ selector, matches }) => {
    const predicate = compileSelector(selector);
    expect(predicate.ok && predicate.value(labels)).toBe(matches);
  });

  it.each([
    { shows: "an unknown operator", selector: one("zone", "Gt", "1") },
    { shows: "In without values", selector: one("zone", "In") },
    { shows: "Exists with values", selector: one("zone", "Exists", "a") },
  ])("refuses $shows", ({ selector }) => {
    expect(compileSelector(selector)).toMatchObject({ ok: false });
  });
});

describe("selectorKey", () => {
  it.each<{ shows: string; a: LabelSelector; b: LabelSelector; same: boolean }>([
    { shows: "the order of labels", a: { matchLabels: { x: "1", y: "2" } }, b: { matchLabels: { y: "2", x: "1" } }, same: true }, // prettier-ignore
    { shows: "the order of values", a: one("x", "In", "1", "2"), b: one("x", "In", "2", "1"), same: true }, // prettier-ignore
    { shows: "the form of an equality", a: { matchLabels: { x: "1" } }, b: one("x", "In", "1"), same: true }, // prettier-ignore
    { shows: "empty and absent", a: {}, b: { matchLabels: {}, matchExpressions: [] }, same: true },
    { shows: "values", a: one("x", "In", "1"), b: one("x", "In", "2"), same: false },
    { shows: "operators", a: one("x", "In", "1"), b: one("x", "NotIn", "1"), same: false },
    { shows: "where a value ends", a: one("x", "In", "1,2"), b: one("x", "In", "1", "2"), same: false }, // prettier-ignore
  ])("$shows: same is $same", ({ a, b, same }) => {
    expect(selectorKey(a) === selectorKey(b)).toBe(same);
  });
});
