import { fieldsOf } from "../../../engine/model/values/json-values.ts";
import { cleanText } from "../../terminal/printable.ts";
import type { Budget } from "../model/inventory.ts";
import { type Remark, type Rule, warning } from "./rule.ts";
import { someOf } from "./subject.ts";

/** A budget that allows no eviction at the minimum: drains of nodes wait until the autoscaler adds pods. */
export const blockingBudget: Rule = {
  name: "BlockingBudget",
  check({ workload, min }, { fleet }) {
    const budgets = workload === null ? [] : fleet.budgetsOf(workload);
    const names = budgets.map(({ name }) => name);
    if (names.length > 1) return [severalBudgets(names)];
    const least = Math.max(1, min.value);
    return budgets.flatMap(budget => {
      const rule = ruleOf(budget);
      if (rule === null || allowedBy(rule, least) > 0) return [];
      const name = cleanText(budget.name);
      const more =
        rule.percent || rule.field === "maxUnavailable"
          ? ""
          : `, or raise ${min.field} to ${rule.amount + 1} or more`;
      return [
        warning(
          `at its minimum of ${least}, PodDisruptionBudget ${name} (${rule.field}: ${rule.amount}${rule.percent ? "%" : ""}) allows no eviction, so that a drain of a node does not end`,
          `set maxUnavailable: 1 in place of ${rule.field} in PodDisruptionBudget ${name}${more}`,
        ),
      ];
    });
  },
};

const severalBudgets = (names: readonly string[]): Remark =>
  warning(
    `several PodDisruptionBudgets select its pods, and then the API server refuses each eviction: ${someOf(names)}`,
    "keep one of them",
  );

interface Limit {
  readonly field: "minAvailable" | "maxUnavailable";
  readonly amount: number;
  readonly percent: boolean;
}

/** null: it limits nothing that can be read. */
function ruleOf({ manifest }: Budget): Limit | null {
  const spec = fieldsOf(manifest["spec"]);
  const field = spec["minAvailable"] === undefined ? "maxUnavailable" : "minAvailable";
  const value = spec[field];
  if (typeof value === "number") return { field, amount: value, percent: false };
  const percent =
    typeof value === "string" && value.endsWith("%") ? Number(value.slice(0, -1)) : NaN;
  return Number.isFinite(percent) ? { field, amount: percent, percent: true } : null;
}

/** Source  pkg/controller/disruption of Kubernetes: both round percentages up. */
function allowedBy({ field, amount, percent }: Limit, pods: number): number {
  const count = percent ? Math.ceil((pods * amount) / 100) : amount;
  return field === "minAvailable" ? pods - count : count;
}
