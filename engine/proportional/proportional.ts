// engine/proportional/: counts from nodes and cores, and the parameters in force.

import type { Bounds, Vote } from "../model/decision.ts";
import { type ClusterSize, countedSize } from "../model/observation/node-tally.ts";
import { amount } from "../model/values/quantity-text.ts";
import { votesFromLadder } from "./ladder.ts";
import { votesFromLinear } from "./linear.ts";
import { votesOfOthers } from "./other-dimensions.ts";
import type {
  ProportionalParameters,
  ProportionalProfile,
} from "../model/spec/proportional-parameters.ts";

/** One vote for the cluster's cores, one for its nodes and one for each other dimension, in every mode. */
export function proportionalVotes(
  parameters: ProportionalParameters,
  size: ClusterSize,
  profile: ProportionalProfile,
): readonly Vote[] {
  const counted = countedSize(size, parameters.includeUnschedulableNodes);
  const votes =
    parameters.mode === "linear"
      ? votesFromLinear(parameters, counted, profile)
      : votesFromLadder(parameters, counted, profile);
  return [...votes, ...votesOfOthers(parameters, size), ...doubtOf(parameters, size)];
}

/**
 * When more than half of the nodes that would count have become unready, the observer may be at
 * fault: the rest is then no reason for fewer replicas (I2). It ends when nodes return or are deleted.
 *
 * Source  upstream node_lifecycle_controller.go treats a zone as disrupted from 55% on, and evicts no pods there.
 */
function doubtOf(
  { includeUnschedulableNodes }: ProportionalParameters,
  { lost }: ClusterSize,
): Vote[] {
  if (includeUnschedulableNodes || !lost || 2 * lost.nodes <= lost.of) return [];
  const message = `${lost.nodes} of ${amount(lost.of, "nodes")} ceased to be ready; delete those that do not return`;
  return [{ source: "lostNodes", type: "Failed", reason: "MostNodesLost", message }];
}

/**
 * The bounds for the last stage. A ladder has none. Upstream bounds each dimension before anything
 * else, so under its profile the votes are already bounded, and `preventSinglePointFailure` may
 * exceed the bounds.
 */
export function proportionalBounds(
  parameters: ProportionalParameters,
  profile: ProportionalProfile,
): Bounds | null {
  if (parameters.mode === "ladder" || profile === "CPA-1.10") return null;
  const { minReplicas, maxReplicas } = parameters;
  return { minReplicas, maxReplicas: maxReplicas === 0 ? null : maxReplicas };
}
