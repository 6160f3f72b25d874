import type { ClusterProportionalAutoscalerSpec } from "../../../crds/generated/cluster-proportional-autoscaler.ts";
import { parseHistory, serializeHistory } from "../../../engine/memory.ts";
import {
  type RawNode,
  type TrimmedNode,
  trimNode,
} from "../../../engine/model/observation/node.ts";
import { NodeTally } from "../../../engine/model/observation/node-tally.ts";
import { decideProportional } from "../../../engine/decide.ts";
import type { ProportionalParameters } from "../../../engine/model/spec/proportional-parameters.ts";
import { parametersFromSpec } from "../../../engine/proportional/spec-parameters.ts";
import { type Behavior, proportionalBehavior } from "../../../engine/spec/defaults.ts";
import { emptyMemory, historyInForce, transition } from "../../../engine/transition.ts";

export type ClusterSpec = Pick<ClusterProportionalAutoscalerSpec, "linear" | "ladder" | "behavior">;

/** The beginning of a case. */
export interface ClusterStart {
  readonly spec: ClusterSpec;
  readonly includeUnschedulableNodes: boolean;
  readonly replicas: number;
}

/** What has happened since the previous decision, and the time of this one. */
export interface ClusterStep {
  readonly now: string;
  /** New or changed nodes. */
  readonly nodes?: readonly RawNode[];
  /** The names of deleted nodes. */
  readonly gone?: readonly string[];
  /** The count that another client has set. */
  readonly replicas?: number;
  /** Whether the operator has restarted. */
  readonly isRestarted?: boolean;
}

/** The part of a decision that the promise of an algorithm covers; a vote is a count, or Abstain or Failed. */
export interface ClusterExpectation {
  readonly to: number;
  readonly votes: readonly (number | string)[];
}

const profile = "Trimtab-1";

/** A ClusterProportionalAutoscaler that follows Trimtab-1, with one target. */
export class ClusterPlay {
  readonly #parameters: ProportionalParameters;
  readonly #behavior: Behavior;
  readonly #tally = new NodeTally(() => true);
  readonly #nodes = new Map<string, TrimmedNode>();
  #memory = emptyMemory;
  #replicas: number;

  constructor({ spec, includeUnschedulableNodes, replicas }: ClusterStart) {
    const parameters = parametersFromSpec(spec);
    if (parameters === null) throw new Error("the spec has no parameters");
    this.#parameters = { ...parameters, includeUnschedulableNodes };
    this.#behavior = proportionalBehavior(spec.behavior ?? {}, profile);
    this.#replicas = replicas;
  }

  decide(step: ClusterStep): ClusterExpectation {
    const now = Date.parse(step.now);
    this.#apply(step, now);
    const found = { uid: "dns", replicas: this.#replicas, now };
    this.#memory = transition(this.#memory, {
      ...{ type: "Observed", mode: "Active", isTotal: false, ...found },
    });
    const { decision, history } = decideProportional({
      ...{ now, profile, behavior: this.#behavior, parameters: this.#parameters },
      size: this.#tally.size(now, profile).size,
      currentReplicas: this.#replicas,
      history: historyInForce(this.#memory),
    });
    this.#memory = transition(this.#memory, { type: "Decided", mode: "Active", history });
    const { from, to, votes } = decision;
    if (from !== to) this.#write(from, to, now);
    return { to, votes: votes.map(vote => (vote.type === "Count" ? vote.replicas : vote.type)) };
  }

  #apply({ nodes = [], gone = [], replicas, isRestarted }: ClusterStep, now: number): void {
    for (const raw of nodes) {
      const node = trimNode(raw, this.#nodes.get(raw.metadata?.name ?? ""));
      this.#nodes.set(node.name, node);
      this.#tally.set(node);
    }
    for (const name of gone) {
      this.#nodes.delete(name);
      this.#tally.delete(name);
    }
    this.#replicas = replicas ?? this.#replicas;
    if (isRestarted === true) this.#restart(now);
  }

  #write(from: number, to: number, now: number): void {
    this.#memory = transition(this.#memory, { type: "WriteStarted", from, to, now });
    this.#memory = transition(this.#memory, { type: "WriteEnded", result: "Done", now });
    this.#replicas = to;
  }

  #restart(now: number): void {
    const { history } = this.#memory;
    if (history === null) return;
    const loaded = parseHistory(JSON.parse(JSON.stringify(serializeHistory(history))), now);
    if (!loaded.ok) throw new Error(loaded.error);
    this.#memory = { ...this.#memory, history: loaded.value };
  }
}
