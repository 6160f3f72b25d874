import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What the operator's memory depends on. */
export interface Cluster {
  readonly pods: number;
  readonly targets: number;
  readonly objects: number;
  readonly nodes: number;
  readonly namespaces: number;
}

const file = fileURLToPath(new URL("../../../docs/memory.md", import.meta.url));
const formula =
  /^ {4}limit = (\d+) MB \+ ([\d.]+) × \(pods × ([\d,]+) \+ targets × ([\d,]+) \+ objects × ([\d,]+) \+ nodes × ([\d,]+)\) \+ namespaces × ([\d,]+)$/m;

/** The numbers of the formula in docs/memory.md, in bytes. */
export function memoryFormula() {
  const found = formula.exec(readFileSync(file, "utf8"));
  if (!found) throw new Error(`${file} has another formula`);
  const numbers = found.slice(1).map(text => Number(text.replaceAll(",", "")));
  const [base = NaN, factor = NaN, pods = NaN, targets = NaN, ...others] = numbers;
  const [objects = NaN, nodes = NaN, namespace = NaN] = others;
  return { base: base * 1e6, factor, each: { pods, targets, objects, nodes }, namespace };
}

/** The memory limit that the formula gives, in bytes. */
export function memoryLimit(cluster: Cluster): number {
  const { base, factor, each, namespace } = memoryFormula();
  const heap = Object.entries(each).reduce(
    (sum, [kind, bytes]) => sum + cluster[kind as keyof typeof each] * bytes,
    0,
  );
  return base + factor * heap + cluster.namespaces * namespace;
}
