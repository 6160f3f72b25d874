import type { ClusterSize, ResourceSize } from "../../../engine/model/observation/node-tally.ts";
import { type OtherSources, otherSources } from "../../../engine/proportional/other-dimensions.ts";
import type { ProportionalParameters } from "../../../engine/model/spec/proportional-parameters.ts";
import { err, ok, type Result } from "../../../engine/model/values/result.ts";
import type { Load } from "../load/load.ts";

/** Where an amount comes from: so many for each unit of a column. */
interface Amount {
  readonly column: number;
  readonly factor: number;
}

/** How the size of the cluster follows from the load, as plain data. */
export interface SizePlan {
  /** The column of the nodes. */
  readonly nodes: number;
  /** What else counts, by its name. */
  readonly amounts: ReadonlyMap<string, Amount>;
  readonly resources: readonly string[];
}

const nothing: Amount = { column: 0, factor: 0 };

/** The columns besides the nodes that the parameters count. */
export function countedBy(parameters: ProportionalParameters): readonly string[] {
  const { pods, namespaces, resources }: OtherSources = otherSources(parameters);
  return [
    ...(countsCores(parameters) ? ["cores"] : []),
    ...(pods ? ["pods"] : []),
    ...(namespaces ? ["namespaces"] : []),
    ...resources,
  ];
}

const countsCores = (parameters: ProportionalParameters): boolean =>
  parameters.mode === "linear"
    ? parameters.coresPerReplica > 0
    : parameters.coresToReplicas.length > 0;

/** The column of the nodes. A load without names, such as that of a generator, is a number of nodes. */
export function nodesColumn({ columns, source }: Load): Result<number, string> {
  const named = columns.indexOf("nodes");
  if (named >= 0) return ok(named);
  if (columns.length === 1 && columns[0] === "load") return ok(0);
  return err(
    `${source}: has no column nodes, which a ClusterProportionalAutoscaler counts; write time,nodes,cores in its first line`,
  );
}

/** Errors: a sentence about the first amount that the load lacks. */
export function planSizes(
  name: string,
  parameters: ProportionalParameters,
  load: Load,
  factors: ReadonlyMap<string, number>,
): Result<SizePlan, string> {
  const nodes = nodesColumn(load);
  if (!nodes.ok) return nodes;
  const amounts = new Map<string, Amount>();
  for (const counted of countedBy(parameters)) {
    const column = load.columns.indexOf(counted);
    const factor = factors.get(counted);
    if (column >= 0 && factor !== undefined) {
      return err(
        `--metric ${counted}: the load has a column of that name; leave out one of the two`,
      );
    }
    if (column < 0 && factor === undefined) {
      return err(
        `${load.source}: has no column ${counted}, which ${name} counts; add one, or say how many there are on each node, such as --metric ${counted}=8`,
      );
    }
    amounts.set(counted, { column: column < 0 ? nodes.value : column, factor: factor ?? 1 });
  }
  return ok({ nodes: nodes.value, amounts, resources: otherSources(parameters).resources });
}

/** A mean of several samples, or a share of the nodes, may be no whole number, but what is counted is. */
export function sizeAt(plan: SizePlan, value: (column: number) => number): ClusterSize {
  const { amounts, resources } = plan;
  const amount = (name: string): number => {
    const { column, factor } = amounts.get(name) ?? nothing;
    return value(column) * factor;
  };
  const nodes = Math.round(value(plan.nodes));
  const cores = Math.ceil(amount("cores"));
  return {
    ...{ nodes, schedulableNodes: nodes, cores, schedulableCores: cores },
    ...(amounts.has("pods") && { pods: ok(Math.round(amount("pods"))) }),
    ...(amounts.has("namespaces") && { namespaces: ok(Math.round(amount("namespaces"))) }),
    ...(resources.length > 0 && {
      resources: resources.map((name): ResourceSize => {
        const total = BigInt(Math.round(amount(name) * 1000));
        return { name, total, schedulable: total };
      }),
    }),
  };
}
