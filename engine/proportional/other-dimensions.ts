import type { Vote } from "../model/decision.ts";
import type { ClusterSize } from "../model/observation/node-tally.ts";
import { amount, inUnitOf } from "../model/values/quantity-text.ts";
import { formatMilli } from "../model/values/quantity.ts";
import { err, ok, type Result } from "../model/values/result.ts";
import { stepAt, stepVote } from "./ladder.ts";
import { linearVote } from "./linear.ts";
import type {
  OtherRatio,
  OtherSteps,
  ProportionalParameters,
} from "../model/spec/proportional-parameters.ts";

export const countedObjects = ["pods", "namespaces"] as const;
export type CountedObjects = (typeof countedObjects)[number];

/** What must be counted for the parameters besides nodes and their cores. */
export interface OtherSources extends Readonly<Record<CountedObjects, boolean>> {
  /** Allocatable resources of the nodes, in order of their names. */
  readonly resources: readonly string[];
}

const isObjects = (source: string): source is CountedObjects =>
  countedObjects.some(each => each === source);

export function otherSources(parameters: ProportionalParameters | null): OtherSources {
  const sources = (parameters?.others ?? []).map(({ source }) => source);
  const [pods, namespaces] = [sources.includes("pods"), sources.includes("namespaces")];
  return { pods, namespaces, resources: sources.filter(each => !isObjects(each)).sort() };
}

/**
 * One vote for each dimension besides cores and nodes that the parameters name: their ratios and
 * steps, calculated exactly.
 *
 * Units   thousandths
 * Errors  a Failed vote if the size is unknown or the count exceeds int32.
 */
export function votesOfOthers(parameters: ProportionalParameters, size: ClusterSize) {
  const { others = [], includeUnschedulableNodes } = parameters;
  return others.map((other): Vote => {
    const { source } = other;
    const counted = sizeOf(source, size, includeUnschedulableNodes);
    if (!counted.ok) {
      return { source, type: "Failed", reason: "SizeUnknown", message: counted.error };
    }
    return "steps" in other
      ? ladderVote(other, counted.value)
      : ratioVote(other, counted.value, parameters.mode === "linear" ? parameters.maxReplicas : 0);
  });
}

function sizeOf(source: string, size: ClusterSize, all: boolean): Result<bigint, string> {
  if (isObjects(source)) {
    const count = size[source] ?? err(`the ${source} are not counted`);
    return count.ok ? ok(BigInt(count.value) * 1000n) : count;
  }
  const resource = size.resources?.find(({ name }) => name === source);
  if (!resource) return err(`${source} is not counted`);
  return ok(all ? resource.total : resource.schedulable);
}

function ratioVote(
  { source, milliPerReplica, written }: OtherRatio,
  counted: bigint,
  maxReplicas: number,
): Vote {
  const replicas = Number((counted + milliPerReplica - 1n) / milliPerReplica);
  const text = describe(source, counted, written);
  const message = `${text} / ${written} per replica = ${replicas}`;
  return linearVote(source, { replicas, message }, { maxReplicas });
}

function ladderVote({ source, steps }: OtherSteps, counted: bigint): Vote {
  const step = stepAt(steps, counted);
  if (step === undefined) return { source, type: "Abstain", message: `no steps for ${source}` };
  const text = describe(source, counted, step.written);
  return stepVote(source, text, { ...step, isReached: step.size <= counted });
}

/** "1200 pods", "512Gi memory": in the unit that the user wrote. */
function describe(source: string, counted: bigint, written: string): string {
  if (isObjects(source)) return amount(Number(counted / 1000n), source);
  return `${inUnitOf(written, source, 2)(formatMilli(counted))} ${source}`;
}
