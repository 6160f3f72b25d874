import { decideProportional } from "../../engine/decide.ts";
import type { Decision } from "../../engine/model/decision.ts";
import { emptyHistory } from "../../engine/model/history.ts";
import { beginScale, completeScale } from "../../engine/history/scale-record.ts";
import type { ClusterSize } from "../../engine/model/observation/node-tally.ts";
import { otherSources } from "../../engine/proportional/other-dimensions.ts";
import type { ProportionalProfile } from "../../engine/model/spec/proportional-parameters.ts";
import {
  type InlineParameters,
  parametersFromSpec,
} from "../../engine/proportional/spec-parameters.ts";
import { type EpochMs, ok } from "../../engine/model/values/result.ts";
import type { BehaviorSpec } from "../../engine/model/spec/autoscaler-spec.ts";
import { proportionalBehavior } from "../../engine/spec/defaults.ts";
import { SimulatedNodes } from "../world/nodes.ts";
import { NOON } from "../world/world.ts";
import { clock, limitsOf, page, type Row, wordsOf } from "./story.ts";

interface ClusterSpec extends InlineParameters {
  readonly behavior?: BehaviorSpec;
  readonly algorithm?: ProportionalProfile;
}

/** A ClusterProportionalAutoscaler with one target, and what happens to the nodes. */
export interface ClusterStory {
  /** One sentence: what it shows. */
  readonly told: string;
  readonly spec: ClusterSpec;
  /** Nodes that are ready at the beginning. */
  readonly nodes: number;
  /** Pods in the cluster, if they count. */
  readonly pods?: number;
  /** Replicas at the beginning. */
  readonly replicas: number;
  readonly minutes: number;
  readonly events: readonly ClusterEvent[];
}

interface ClusterEvent {
  /** Seconds after the beginning. */
  readonly at: number;
  readonly told: string;
  readonly happens: (nodes: SimulatedNodes) => void;
}

/** One decision. */
interface ToldSize {
  readonly seconds: number;
  readonly size: ClusterSize;
  readonly decision: Decision;
  readonly events: readonly string[];
}

/** Decides as the operator does: at every event, and whenever a decision or the count of nodes is due. */
function playCluster({ spec, ...story }: ClusterStory): ToldSize[] {
  const profile = spec.algorithm ?? "Trimtab-1";
  const behavior = proportionalBehavior(spec.behavior ?? {}, profile);
  const parameters = parametersFromSpec(spec);
  if (!parameters) throw new Error("the spec has no parameters");
  const nodes = new SimulatedNodes(otherSources(parameters).resources);
  if (story.pods !== undefined) nodes.pods = ok(story.pods);
  nodes.add(story.nodes);
  const end = NOON + story.minutes * 60_000;
  const times = story.events.map(({ at }) => NOON + at * 1000);
  const told: ToldSize[] = [];
  let replicas = story.replicas;
  let history = emptyHistory("dns");
  for (let now: EpochMs = NOON; now <= end;) {
    nodes.now = now;
    const events = story.events.filter((_, index) => times[index] === now);
    for (const { happens } of events) happens(nodes);
    const { size: ofNodes, due } = nodes.tally.size(now, profile);
    const size = { ...ofNodes, ...(nodes.pods && { pods: nodes.pods }) };
    const outcome = decideProportional({
      ...{ now, size, parameters, profile, behavior, history },
      currentReplicas: replicas,
    });
    const { decision } = outcome;
    const { from, to } = decision;
    const begun = beginScale(outcome.history, { from, to, time: now });
    history = from === to ? outcome.history : completeScale(begun, now);
    replicas = to;
    const seconds = (now - NOON) / 1000;
    told.push({ seconds, size, decision, events: events.map(event => event.told) });
    const coming = [due, outcome.due, ...times].filter(time => time !== null && time > now);
    now = Math.min(...coming.map(Number), Infinity);
  }
  return told;
}

/** The story as a page: one line for every decision that differs from the one before. */
export const tellCluster = (story: ClusterStory): string =>
  page(story, "nodes, votes", playCluster(story).map(rowOf));

function rowOf({ seconds, size, decision, events }: ToldSize): Row {
  const { from, to, votes, steps } = decision;
  const counted = votes.filter(({ type }) => type !== "Abstain").map(wordsOf);
  const { nodes, schedulableNodes } = size;
  const facts = [`${nodes} nodes, ${schedulableNodes} schedulable`, ...counted].join("; ");
  const result = from === to ? `${to}` : `${from} -> ${to}`;
  return { time: clock(seconds), events, cells: [facts, limitsOf(steps), result] };
}
