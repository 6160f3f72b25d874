import { expect, it } from "vitest";

import { deployment, findingsIn, found, hpa, other } from "../testing/objects.ts";

const selector = { matchLabels: { app: "web" } };
const budget = (spec: object, name?: string) =>
  other("policy/v1", "PodDisruptionBudget", { selector, ...spec }, name);

it.each([
  {
    shows: "as many as the minimum",
    budgets: [budget({ minAvailable: 2 })],
    want: ["warning BlockingBudget"],
  },
  { shows: "one fewer", budgets: [budget({ minAvailable: 1 })], want: [] },
  {
    shows: "all of them",
    budgets: [budget({ minAvailable: "100%" })],
    want: ["warning BlockingBudget"],
  },
  {
    shows: "more than half of two, rounded up",
    budgets: [budget({ minAvailable: "51%" })],
    want: ["warning BlockingBudget"],
  },
  { shows: "half of two", budgets: [budget({ minAvailable: "50%" })], want: [] },
  {
    shows: "none may go",
    budgets: [budget({ maxUnavailable: 0 })],
    want: ["warning BlockingBudget"],
  },
  {
    shows: "none may go, in percent",
    budgets: [budget({ maxUnavailable: "0%" })],
    want: ["warning BlockingBudget"],
  },
  {
    shows: "one percent may go, rounded up",
    budgets: [budget({ maxUnavailable: "1%" })],
    want: [],
  },
  {
    shows: "of other pods",
    budgets: [budget({ maxUnavailable: 0, selector: { matchLabels: { app: "api" } } })],
    want: [],
  },
  {
    shows: "of pods with another label, too",
    budgets: [budget({ maxUnavailable: 0, selector: { matchLabels: { app: "web", tier: "x" } } })],
    want: [],
  },
  {
    shows: "of pods with any label app",
    budgets: [
      budget({
        maxUnavailable: 0,
        selector: { matchExpressions: [{ key: "app", operator: "Exists" }] },
      }),
    ],
    want: ["warning BlockingBudget"],
  },
  {
    shows: "of all pods",
    budgets: [budget({ maxUnavailable: 0, selector: {} })],
    want: ["warning BlockingBudget"],
  },
  { shows: "of no pods", budgets: [budget({ maxUnavailable: 0, selector: undefined })], want: [] },
  {
    shows: "a selector that is malformed",
    budgets: [
      budget({ maxUnavailable: 0, selector: { matchExpressions: [{ key: 1, values: 3 }, 7] } }),
    ],
    want: [],
  },
  {
    shows: "two that allow one each",
    budgets: [budget({ minAvailable: 1 }), budget({ minAvailable: 1 }, "b")],
    want: ["warning BlockingBudget"],
  },
])("a budget: $shows", ({ budgets, want }) => {
  expect(found([hpa(), deployment(), ...budgets])).toEqual(want);
});

it("names the remedies that help", () => {
  const remedies = [{ minAvailable: 3 }, { minAvailable: "100%" }].map(
    spec => findingsIn([hpa(), deployment(), budget(spec)])[0]?.remedy,
  );
  const change = "set maxUnavailable: 1 in place of minAvailable in PodDisruptionBudget web";
  expect(remedies).toEqual([`${change}, or raise minReplicas to 4 or more`, change]);
});
