import { describe, expect, it } from "vitest";

import type { ClusterSize } from "../../../engine/model/observation/node-tally.ts";
import { parametersFromSpec } from "../../../engine/proportional/spec-parameters.ts";
import { ok } from "../../../engine/model/values/result.ts";
import { LoadBuilder } from "../load/load.ts";
import { planSizes, sizeAt } from "./cluster-sizes.ts";

type Spec = Parameters<typeof parametersFromSpec>[0];

/** What the parameters see of one sample. */
function seen(
  spec: Spec,
  sample: Readonly<Record<string, number>>,
  factors: Readonly<Record<string, number>> = {},
): ClusterSize | string {
  const builder = new LoadBuilder("sizes.csv", Object.keys(sample));
  builder.add({ position: { line: 2 }, time: 0, values: Object.values(sample) });
  const load = builder.finish();
  const parameters = parametersFromSpec(spec);
  if (!load.ok || !parameters) throw new Error("no load or no parameters");
  const plan = planSizes("dns", parameters, load.value, new Map(Object.entries(factors)));
  if (!plan.ok) return plan.error;
  return sizeAt(plan.value, column => Object.values(sample)[column] ?? 0);
}

const nodes = { linear: { nodesPerReplica: 16 } };
const cores = { linear: { coresPerReplica: 256 } };
const steps = { ladder: { coresToReplicas: [{ cores: 1, replicas: 1 }] } };
const pods = { linear: { podsPerReplica: 500, namespacesPerReplica: 9 } };
const memory = { linear: { resourcesPerReplica: [{ name: "memory", perReplica: "1Gi" }] } };

const of = (nodeCount: number, coreCount = 0) => ({
  ...{ nodes: nodeCount, schedulableNodes: nodeCount },
  ...{ cores: coreCount, schedulableCores: coreCount },
});
const resource = (name: string, total: bigint) => ({ name, total, schedulable: total });

describe("the size of a cluster", () => {
  // prettier-ignore
  it.each<{ shows: string; spec: Spec; sample: Readonly<Record<string, number>>; factors?: Readonly<Record<string, number>>; want: object }>([
    { shows: "nodes and cores, in any order",     spec: cores,  sample: { cores: 320, nodes: 40 },               want: of(40, 320) },
    { shows: "only what counts",                  spec: nodes,  sample: { nodes: 40, cores: 320, pods: 9 },      want: of(40) },
    { shows: "a load without names, as nodes",    spec: nodes,  sample: { load: 40 },                            want: of(40) },
    { shows: "cores for each node",               spec: steps,  sample: { load: 40 }, factors: { cores: 8 },     want: of(40, 320) },
    { shows: "a part of a core, rounded up",      spec: cores,  sample: { nodes: 2, cores: 7.2 },                want: of(2, 8) },
    { shows: "a mean of nodes, rounded",          spec: nodes,  sample: { nodes: 2.4 },                          want: of(2) },
    { shows: "pods and namespaces",               spec: pods,   sample: { nodes: 1, pods: 1200, namespaces: 80 }, want: { ...of(1), pods: ok(1200), namespaces: ok(80) } },
    { shows: "memory in bytes, exactly",          spec: memory, sample: { nodes: 1, memory: 2 ** 40 + 1 },       want: { ...of(1), resources: [resource("memory", (2n ** 40n + 1n) * 1000n)] } },
    { shows: "the memory of 100,000 large nodes", spec: memory, sample: { nodes: 1, memory: 2 ** 56 },           want: { ...of(1), resources: [resource("memory", 2n ** 56n * 1000n)] } },
  ])("has $shows", ({ spec, sample, factors, want }) => {
    expect(seen(spec, sample, factors)).toEqual(want);
  });

  // prettier-ignore
  it.each<{ shows: string; spec: Spec; sample: Readonly<Record<string, number>>; factors?: Readonly<Record<string, number>>; says: string }>([
    { shows: "another load",            spec: nodes,  sample: { requests: 40 },            says: "sizes.csv: has no column nodes, which a ClusterProportionalAutoscaler counts; write time,nodes,cores in its first line" },
    { shows: "several without names",   spec: nodes,  sample: { load1: 40, load2: 320 },   says: "sizes.csv: has no column nodes, which a ClusterProportionalAutoscaler counts; write time,nodes,cores in its first line" },
    { shows: "cores that are missing",  spec: cores,  sample: { nodes: 40 },               says: "sizes.csv: has no column cores, which dns counts; add one, or say how many there are on each node, such as --metric cores=8" },
    { shows: "memory that is missing",  spec: memory, sample: { nodes: 40, cores: 320 },   says: "sizes.csv: has no column memory, which dns counts; add one, or say how many there are on each node, such as --metric memory=8" },
    { shows: "cores that are there twice", spec: cores, sample: { nodes: 40, cores: 320 }, factors: { cores: 8 }, says: "--metric cores: the load has a column of that name; leave out one of the two" },
  ])("refuses $shows", ({ spec, sample, factors, says }) => {
    expect(seen(spec, sample, factors)).toBe(says);
  });
});
