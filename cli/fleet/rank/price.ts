import { err, ok, type Result } from "../../../engine/model/values/result.ts";
import type { Inventory, Workload } from "../model/inventory.ts";

const gibibyte = 2 ** 30;

/** What an hour of a core and of a GiB costs. */
export interface Price {
  readonly core: number;
  readonly gibibyte: number;
}

/** Without prices, a core counts as eight GiB. */
export const usualPrice: Price = { core: 8, gibibyte: 1 };

const units: ReadonlySet<string> = new Set(["cpu", "memory", "node"]);

/** Reads `cpu=0.03,memory=0.004`, or `node=0.19`, which the nodes that were read divide. Errors: a sentence. */
export function priceIn(
  text: string,
  inventories: readonly Pick<Inventory, "capacity">[],
): Result<Price, string> {
  const prices = new Map<string, number>();
  for (const part of text.split(",")) {
    const [name = "", value = "", ...more] = part.split("=").map(each => each.trim());
    const amount = value === "" || more.length > 0 ? NaN : Number(value);
    if (!units.has(name) || prices.has(name) || !(amount >= 0 && amount < Infinity)) {
      return err(wrong(text));
    }
    prices.set(name, amount);
  }
  const node = prices.get("node");
  if (node === undefined) {
    return ok({ core: prices.get("cpu") ?? 0, gibibyte: prices.get("memory") ?? 0 });
  }
  return prices.size > 1 ? err(wrong(text)) : priceOfNode(node, inventories);
}

const wrong = (text: string): string =>
  `--price ${text}: write what an hour costs, such as cpu=0.03,memory=0.004 for a core and a GiB, or node=0.19`;

/** Half of the price of a node is for its cores, as the larger clouds divide it within some percent. */
function priceOfNode(
  node: number,
  inventories: readonly Pick<Inventory, "capacity">[],
): Result<Price, string> {
  const sum = { nodes: 0, cpu: 0, memory: 0 };
  for (const { capacity } of inventories) {
    sum.nodes += capacity?.nodes ?? 0;
    sum.cpu += capacity?.allocatable.cpu ?? 0;
    sum.memory += capacity?.allocatable.memory ?? 0;
  }
  const half = (node * sum.nodes) / 2;
  return sum.cpu > 0 && sum.memory > 0
    ? ok({ core: half / sum.cpu, gibibyte: half / (sum.memory / gibibyte) })
    : err("--price node: the nodes were not read; write cpu=0.03,memory=0.004 or the like");
}

/** What a replica costs in an hour, by its requests; null: it has none. */
export function replicaPrice(
  price: Price,
  { containers }: Pick<Workload, "containers">,
): number | null {
  const sum = (name: "cpu" | "memory"): number =>
    containers.reduce((total, { requests }) => total + (requests[name] ?? 0), 0);
  const [cpu, memory] = [sum("cpu"), sum("memory")];
  return cpu + memory === 0 ? null : cpu * price.core + (memory / gibibyte) * price.gibibyte;
}
