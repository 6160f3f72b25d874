import { MAX_REPLICAS, type Vote } from "../model/decision.ts";
import type { CountedSize } from "../model/observation/node-tally.ts";
import { amount } from "../model/values/quantity-text.ts";
import type {
  LinearParameters,
  ProportionalProfile,
} from "../model/spec/proportional-parameters.ts";

/** A count before it becomes a vote: still a double, with its explanation so far. */
export interface Figure {
  readonly replicas: number;
  readonly message: string;
}

/**
 * Replicas from a ratio: `ceil(size / perReplica)` for cores and for nodes.
 *
 * Units   size: whole cores and nodes. perReplica: the same, fractions allowed.
 * Errors  a Failed vote if the count exceeds int32; upstream wraps around.
 * Source  upstream linear_controller.go, getExpectedReplicasFromParam(s): plain division of
 *         doubles, so 21 / 0.7 gives 31. Under `CPA-1.10`, an absent dimension counts as 1, each
 *         dimension is bounded, and preventSinglePointFailure applies after the cap. Under `Trimtab-1`,
 *         an absent dimension abstains and bounds are a later stage.
 */
export function votesFromLinear(
  parameters: LinearParameters,
  size: CountedSize,
  profile: ProportionalProfile,
): readonly Vote[] {
  const perReplica = { cores: parameters.coresPerReplica, nodes: parameters.nodesPerReplica };
  const figure = (source: "cores" | "nodes"): Figure | null => {
    if (perReplica[source] === 0) return absent(source, profile);
    const ratio = divide(size[source], perReplica[source], source);
    return profile === "CPA-1.10" ? clamp(ratio, parameters) : ratio;
  };
  const pair = parameters.preventSinglePointFailure && size.nodes > 1;
  const nodes = figure("nodes");
  return [
    linearVote("cores", figure("cores"), parameters),
    linearVote("nodes", pair ? atLeastTwo(nodes, size.nodes) : nodes, parameters),
  ];
}

function absent(source: string, profile: ProportionalProfile): Figure | null {
  return profile === "CPA-1.10" ? { replicas: 1, message: `no ${source}PerReplica: 1` } : null;
}

function divide(size: number, perReplica: number, source: "cores" | "nodes"): Figure {
  const replicas = Math.ceil(size / perReplica);
  return { replicas, message: `${amount(size, source)} / ${perReplica} per replica = ${replicas}` };
}

function clamp({ replicas, message }: Figure, parameters: LinearParameters): Figure {
  const { minReplicas: min, maxReplicas: max } = parameters;
  if (max !== 0 && replicas > max) return { replicas: max, message: `${message}, at most ${max}` };
  if (replicas < min) return { replicas: min, message: `${message}, at least ${min}` };
  return { replicas, message };
}

function atLeastTwo(figure: Figure | null, nodes: number): Figure {
  if (figure !== null && figure.replicas >= 2) return figure;
  const ratio = figure?.message ?? amount(nodes, "nodes");
  return { replicas: 2, message: `${ratio}, 2 to prevent a single point of failure` };
}

/** @param figure null: the dimension has no ratio */
export function linearVote(
  source: string,
  figure: Figure | null,
  parameters: Pick<LinearParameters, "maxReplicas">,
): Vote {
  if (figure === null) return { source, type: "Abstain", message: `no ${source}PerReplica` };
  const { replicas, message } = figure;
  const cap = parameters.maxReplicas === 0 ? replicas : parameters.maxReplicas;
  if (Math.min(replicas, cap) > MAX_REPLICAS) {
    const more = `${message}: more than ${MAX_REPLICAS} replicas`;
    return { source, type: "Failed", reason: "ReplicasOverflow", message: more };
  }
  // Here only a count that the cap will reduce can still be too large.
  return { source, type: "Count", replicas: Math.min(replicas, MAX_REPLICAS), message };
}
