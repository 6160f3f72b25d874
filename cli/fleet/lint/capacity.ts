import { cleanText } from "../../terminal/printable.ts";
import type { Amounts, Capacity, Workload } from "../model/inventory.ts";
import { note, type Rule, warning } from "./rule.ts";
import { type Subject, targetText } from "./subject.ts";

type Resource = keyof Amounts | "pods";

/** What an autoscaler asks for at its maximum. */
function demandOf({ workload, max }: Subject, resource: Resource): number {
  if (workload === null) return 0;
  return max.value * (resource === "pods" ? 1 : requestOf(workload, resource));
}

const requestOf = ({ pod, containers }: Workload, resource: keyof Amounts): number =>
  pod.requests[resource] ??
  containers.reduce((sum, { requests }) => sum + (requests[resource] ?? 0), 0);

interface Limit {
  readonly resource: Resource;
  readonly amount: number;
  readonly of: string;
}

interface Excess extends Limit {
  readonly sum: number;
  readonly largest: Subject;
}

/** The limit that the sum of the maxima exceeds the most; null: they fit. */
function excessOf(subjects: readonly Subject[], limits: readonly Limit[]): Excess | null {
  // Two autoscalers of one target do not make twice as many pods.
  const byTarget = new Map(
    subjects.map(each => [`${each.object.namespace}/${targetText(each.object)}`, each]),
  );
  const all = [...byTarget.values()];
  const excesses = limits.flatMap(limit => {
    const demands = all.map(subject => ({ subject, demand: demandOf(subject, limit.resource) }));
    const sum = demands.reduce((total, { demand }) => total + demand, 0);
    const [largest] = demands.toSorted((a, b) => b.demand - a.demand);
    return largest && sum > limit.amount * (1 + 1e-9)
      ? [{ ...limit, sum, largest: largest.subject }]
      : [];
  });
  return excesses.toSorted((a, b) => b.sum / b.amount - a.sum / a.amount)[0] ?? null;
}

const gib = 2 ** 30;

function amountText(resource: Resource, amount: number): string {
  if (resource === "memory") return `${Number((amount / gib).toPrecision(3))} GiB of memory`;
  return `${Number(amount.toPrecision(4))} ${resource === "cpu" ? "cores" : "pods"}`;
}

function textsOf({ resource, amount, of, sum, largest }: Excess, where: string): [string, string] {
  const [all, most] = [sum, amount].map(each => amountText(resource, each));
  const own = amountText(resource, demandOf(largest, resource));
  return [
    `at their maximum, all autoscalers ${where} ask for ${all} (this one for ${own}, the most), but ${of} ${most}`,
    `lower ${largest.max.field} or the requests, or provide for ${all}`,
  ];
}

const none: Capacity = { nodes: 0, allocatable: { cpu: 0, memory: 0 } };

/** A note: a cluster autoscaler adds nodes, and few workloads are at their maximum together. */
export const exceedsNodes: Rule = {
  name: "ExceedsNodes",
  check(subject, { fleet }) {
    const { capacity } = fleet.inventory;
    const excess = fleet.once("ExceedsNodes", () => {
      const { nodes, allocatable } = capacity ?? none;
      const limits = (["cpu", "memory"] as const).map(resource => {
        return { resource, amount: allocatable[resource], of: `the ${nodes} nodes have` };
      });
      // A node that reports nothing is not up yet.
      return excessOf(
        fleet.subjects,
        limits.filter(({ amount }) => amount > 0),
      );
    });
    return excess?.largest === subject ? [note(...textsOf(excess, "that were read"))] : [];
  },
};

/** The quota refuses pods before the maximum is reached. */
export const exceedsQuota: Rule = {
  name: "ExceedsQuota",
  check(subject, { fleet }) {
    const { namespace } = subject.object;
    const excess = fleet.once(`ExceedsQuota/${namespace}`, () => {
      const limits = fleet.quotasIn(namespace).flatMap(({ name, requests, pods }) => {
        const of = cleanText(`ResourceQuota ${name} allows`);
        const amounts: readonly [Resource, number | null | undefined][] = [["cpu", requests.cpu], ["memory", requests.memory], ["pods", pods]]; // prettier-ignore
        return amounts.flatMap(([resource, amount]) =>
          amount == null ? [] : [{ resource, amount, of }],
        );
      });
      return excessOf(fleet.subjectsIn(namespace), limits);
    });
    return excess?.largest === subject ? [warning(...textsOf(excess, "of the namespace"))] : [];
  },
};
