import {
  compileSelector,
  type Label,
  type LabelPredicate,
  neededLabels,
} from "../../../engine/model/selectors/label-selector.ts";
import { fieldsOf, isFields } from "../../../engine/model/values/json-values.ts";
import { textAt } from "../../objects/read-objects.ts";
import {
  type Budget,
  type FleetObject,
  type Inventory,
  keyOf,
  type Quota,
  type Workload,
} from "../model/inventory.ts";
import { fieldsIn, labelsIn } from "../inventory/workloads.ts";
import { type Subject, subjectOf } from "./subject.ts";

interface Selecting {
  readonly budget: Budget;
  readonly matches: LabelPredicate;
}

/** The objects of a cluster, by what rules ask for: no rule looks through all of them for each object. */
export class Fleet {
  readonly inventory: Inventory;
  readonly subjects: readonly Subject[];
  readonly #byNamespace: ReadonlyMap<string, readonly Subject[]>;
  readonly #byTarget: ReadonlyMap<string, readonly FleetObject[]>;
  readonly #quotas: ReadonlyMap<string, readonly Quota[]>;
  readonly #budgets: ReadonlyMap<string, readonly Selecting[]>;
  readonly #once = new Map<string, unknown>();

  constructor(inventory: Inventory) {
    const workloads = new Map(inventory.workloads.map(each => [keyOf(each), each]));
    this.inventory = inventory;
    this.subjects = inventory.objects.map(object =>
      subjectOf(object, workloads.get(targetKey(object)) ?? null),
    );
    this.#byNamespace = grouped(this.subjects, ({ object }) => object.namespace);
    this.#byTarget = grouped(inventory.objects, targetKey);
    this.#quotas = grouped(inventory.quotas, ({ namespace }) => namespace);
    this.#budgets = grouped(inventory.budgets.flatMap(selectingOf), ({ key }) => key);
  }

  subjectsIn(namespace: string): readonly Subject[] {
    return this.#byNamespace.get(namespace) ?? [];
  }

  quotasIn(namespace: string): readonly Quota[] {
    return this.#quotas.get(namespace) ?? [];
  }

  /** Other autoscalers of the same target. */
  rivalsOf(object: FleetObject): readonly FleetObject[] {
    return (this.#byTarget.get(targetKey(object)) ?? []).filter(other => other !== object);
  }

  /** The PodDisruptionBudgets that select the pods of a workload. */
  budgetsOf({ namespace, podLabels }: Workload): readonly Budget[] {
    const keys = [
      budgetKey(namespace),
      ...Object.entries(podLabels).map(label => budgetKey(namespace, label)),
    ];
    return keys
      .flatMap(key => this.#budgets.get(key) ?? [])
      .filter(({ matches }) => matches(podLabels))
      .map(({ budget }) => budget);
  }

  /** A result that several objects share. */
  once<T>(key: string, make: () => T): T {
    if (!this.#once.has(key)) this.#once.set(key, make());
    return this.#once.get(key) as T;
  }
}

/** A version may differ. */
const targetKey = ({ namespace, target }: FleetObject): string => keyOf({ ...target, namespace });

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === "string") : [];

function grouped<T>(
  all: readonly T[],
  keyOfOne: (one: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOfOne(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

const budgetKey = (namespace: string, label: Label | [] = []): string =>
  [namespace, ...label].join("\n");

/** Under the first label that each pod it selects has. An absent selector selects nothing. */
function selectingOf(budget: Budget): readonly (Selecting & { readonly key: string })[] {
  const { selector } = fieldsOf(budget.manifest["spec"]);
  if (!isFields(selector)) return [];
  const read = {
    matchLabels: labelsIn(selector["matchLabels"]),
    matchExpressions: fieldsIn(selector["matchExpressions"]).map(each => ({
      ...{ key: textAt(each, "key"), operator: textAt(each, "operator") },
      values: textsIn(each["values"]),
    })),
  };
  const compiled = compileSelector(read);
  if (!compiled.ok) return [];
  return [
    { budget, matches: compiled.value, key: budgetKey(budget.namespace, neededLabels(read)[0]) },
  ];
}
