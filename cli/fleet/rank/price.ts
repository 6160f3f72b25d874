import { err, ok, type Result } from "../../../engine/model/values/result.ts";
import type { Amounts, Capacity, Workload } from "../model/inventory.ts";
import type { Price } from "../model/report.ts";

const gibibyte = 2 ** 30;
/** Hours of a month. */
export const monthHours = 730;

/** The prices of a text, by the names of their units. */
export type Prices = ReadonlyMap<string, number>;

const units: ReadonlySet<string> = new Set(["cpu", "memory", "node"]);

/** Reads `cpu=0.03,memory=0.004` or `node=0.19`. Errors: a sentence. */
export function pricesIn(text: string): Result<Prices, string> {
  const prices = new Map<string, number>();
  for (const part of text.split(",")) {
    const [name = "", value = "", ...more] = part.split("=").map(each => each.trim());
    const amount = value === "" || more.length > 0 ? NaN : Number(value);
    if (!units.has(name) || prices.has(name) || !(amount >= 0 && amount < Infinity)) {
      return err(wrong(text));
    }
    prices.set(name, amount);
  }
  return prices.has("node") && prices.size > 1 ? err(wrong(text)) : ok(prices);
}

const wrong = (text: string): string =>
  `--price ${text}: write what an hour costs, such as cpu=0.03,memory=0.004 for a core and a GiB, or node=0.19`;

/**
 * What an hour of a core and of a GiB costs. Half of the price of a node is for its cores, as the larger clouds divide
 * it within some percent. Errors: a sentence.
 */
export function priceOf(
  prices: Prices,
  capacities: readonly (Capacity | null)[],
): Result<Price, string> {
  const node = prices.get("node");
  if (node === undefined) {
    return ok({ core: prices.get("cpu") ?? 0, gibibyte: prices.get("memory") ?? 0 });
  }
  const known = capacities.filter(each => each !== null);
  const sum = (of: (capacity: Capacity) => number): number =>
    known.reduce((total, each) => total + of(each), 0);
  const [nodes, cores, bytes] = [
    sum(({ nodes }) => nodes),
    sum(({ allocatable }) => allocatable.cpu),
    sum(({ allocatable }) => allocatable.memory),
  ];
  if (cores === 0 || bytes === 0) {
    return err("--price node: the nodes were not read; write cpu=0.03,memory=0.004 or the like");
  }
  const half = (node * nodes) / 2;
  return ok({ core: half / cores, gibibyte: half / (bytes / gibibyte) });
}

/** What a replica requests. */
export const requestsOf = ({ containers }: Pick<Workload, "containers">): Required<Amounts> => ({
  cpu: sumOf(containers.map(({ requests }) => requests.cpu)),
  memory: sumOf(containers.map(({ requests }) => requests.memory)),
});

const sumOf = (amounts: readonly (number | undefined)[]): number =>
  amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);

/** What a replica costs in an hour, by its requests; null: it has none. */
export function replicaPrice(price: Price, workload: Pick<Workload, "containers">): number | null {
  const { cpu, memory } = requestsOf(workload);
  return cpu + memory === 0 ? null : cpu * price.core + (memory / gibibyte) * price.gibibyte;
}
