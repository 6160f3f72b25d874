import { describe, expect, it } from "vitest";

import { formatSelector, parseSelector } from "./selector-text.ts";
import { compileSelector, type LabelSelector } from "./label-selector.ts";

const expression = (key: string, operator: string, values?: string[]) => ({
  key,
  operator,
  values,
});

describe("formatSelector", () => {
  it.each<{ what: string; selector: LabelSelector; want: string }>([
    { what: "nothing", selector: {}, want: "" },
    { what: "one label", selector: { matchLabels: { app: "web" } }, want: "app=web" },
    { what: "an empty value", selector: { matchLabels: { app: "" } }, want: "app=" },
    { what: "labels by key", selector: { matchLabels: { b: "2", a: "1" } }, want: "a=1,b=2" },
    { what: "upper case first", selector: { matchLabels: { a: "1", B: "2" } }, want: "B=2,a=1" },
    {
      what: "a list by value",
      selector: { matchExpressions: [expression("a", "In", ["y", "x"])] },
      want: "a in (x,y)",
    },
    {
      what: "a list of one",
      selector: { matchExpressions: [expression("a", "In", ["x"])] },
      want: "a in (x)",
    },
    {
      what: "an exclusion",
      selector: { matchExpressions: [expression("a", "NotIn", ["x"])] },
      want: "a notin (x)",
    },
    { what: "presence", selector: { matchExpressions: [expression("a", "Exists")] }, want: "a" },
    {
      what: "absence",
      selector: { matchExpressions: [expression("a", "DoesNotExist")] },
      want: "!a",
    },
    {
      what: "labels and expressions by key",
      selector: {
        matchLabels: { m: "1" },
        matchExpressions: [expression("z", "Exists"), expression("a", "Exists")],
      },
      want: "a,m=1,z",
    },
  ])("writes $what as upstream does", ({ selector, want }) => {
    expect(formatSelector(selector)).toBe(want);
  });

  it("gives text that parses into an equivalent selector", () => {
    const selector = {
      matchLabels: { app: "web" },
      matchExpressions: [expression("tier", "In", ["a", "b"]), expression("old", "DoesNotExist")],
    };
    const parsed = parseSelector(formatSelector(selector));
    const compiled = compileSelector(selector);
    for (const labels of [
      { app: "web", tier: "a" },
      { app: "web" },
      { app: "web", tier: "b", old: "" },
    ]) {
      expect(parsed.ok && parsed.value(labels)).toBe(compiled.ok && compiled.value(labels));
    }
  });
});
