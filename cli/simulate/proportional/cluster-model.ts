// cli/simulate/proportional/: a ClusterProportionalAutoscaler over a series of cluster sizes.

import { isDeepStrictEqual } from "node:util";

import { within } from "../../../engine/model/decision.ts";
import type { ClusterSize } from "../../../engine/model/observation/node-tally.ts";
import type {
  ProportionalParameters,
  ProportionalProfile,
} from "../../../engine/model/spec/proportional-parameters.ts";
import type { EpochMs } from "../../../engine/model/values/result.ts";
import { noPauses } from "../../../engine/model/pauses.ts";
import { proportionalBounds } from "../../../engine/proportional/proportional.ts";
import { type Behavior, proportionalBehavior } from "../../../engine/spec/defaults.ts";
import { syncProportionalTarget } from "../../../engine/sync.ts";
import { emptyMemory } from "../../../engine/transition.ts";
import type { Candidate, Kept } from "../result.ts";
import type { LoadCursor } from "../world/load-history.ts";
import { type Model, SimulatedTarget } from "../world/target.ts";
import { sizeAt, type SizePlan } from "./cluster-sizes.ts";

/** An object to simulate, as plain data. */
export interface ProportionalObject {
  readonly name: string;
  readonly kind: string;
  readonly algorithm: ProportionalProfile;
  readonly parameters: ProportionalParameters;
  readonly behavior: Behavior;
}

/** Plain data for a worker. */
export interface ProportionalJob {
  readonly object: ProportionalObject;
  readonly plan: SizePlan;
  /** At the start; absent: what the first size of the cluster asks for. */
  readonly replicas?: number | undefined;
}

/**
 * Decides as the operator does: whenever a size changes that counts, and when a decision says that time alone
 * may change it.
 */
export class ClusterModel implements Model {
  readonly #job: ProportionalJob;
  readonly #cursor: LoadCursor;
  readonly target: SimulatedTarget;
  readonly podCapacity = null;
  readonly ready = [];
  readonly bounds: Candidate["bounds"];
  #size: ClusterSize | null = null;
  next: EpochMs = -Infinity;

  constructor(job: ProportionalJob, start: EpochMs, cursor: LoadCursor, kept: Kept) {
    [this.#job, this.#cursor] = [job, cursor];
    const { object, replicas } = job;
    this.target = new SimulatedTarget(replicas ?? askedAtOnce(object, this.#measure()), kept);
    this.bounds = boundsOf(object, start);
  }

  #measure(): ClusterSize {
    return sizeAt(this.#job.plan, column => this.#cursor.value(column));
  }

  /** The replicas that the cluster asks for, before any stage makes the votes wait, and those that there are. */
  span() {
    const { decision, replicas } = this.target;
    const { algorithm, parameters } = this.#job.object;
    const asked = decision
      ? (decision.steps.find(({ step }) => step === "combine")?.after ?? decision.from)
      : replicas;
    const bounds = decision && proportionalBounds(parameters, algorithm);
    if (!bounds) return { load: asked, ready: replicas };
    const { minReplicas: atLeast, maxReplicas } = bounds;
    const atMost = maxReplicas === null ? {} : { atMost: maxReplicas };
    return { load: within(asked, { atLeast, ...atMost }), ready: replicas };
  }

  decide(now: EpochMs): void {
    const size = this.#measure();
    if (now < this.next && isDeepStrictEqual(size, this.#size)) return;
    this.#size = size;
    const { target } = this;
    const { object } = this.#job;
    const sync = { ...settingsOf(object), now, size, currentReplicas: target.replicas };
    const synced = syncProportionalTarget(target.memory, sync);
    target.apply(synced, now);
    const due = synced.outcome?.due ?? Infinity;
    this.next = due > now ? due : Infinity;
  }

  pass(): void {
    // Replicas are there at once.
  }
}

const settingsOf = ({ algorithm: profile, parameters, behavior }: ProportionalObject) =>
  ({ uid: "", mode: "Active", parameters, profile, behavior, pauses: noPauses }) as const;

/** What a target without a past gets, as in a recorded case. */
function askedAtOnce(object: ProportionalObject, size: ClusterSize): number {
  const behavior = proportionalBehavior({}, object.algorithm);
  const sync = { ...settingsOf(object), behavior, now: 0, size, currentReplicas: 0 };
  return syncProportionalTarget(emptyMemory, sync).outcome?.decision.to ?? 0;
}

/** Bounds that can be drawn: a ladder has none, and a linear object may have no maximum. */
function boundsOf({ parameters }: ProportionalObject, time: EpochMs): Candidate["bounds"] {
  if (parameters.mode === "ladder" || parameters.maxReplicas === 0) return [];
  return [{ time, min: parameters.minReplicas, max: parameters.maxReplicas }];
}
