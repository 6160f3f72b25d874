import type { AutoscalerSpec } from "../../engine/autoscaler-spec.ts";
import { type AutoscalerOutcome, decideAutoscaler } from "../../engine/decide.ts";
import { withDefaults } from "../../engine/defaults.ts";
import { emptyHistory, type History } from "../../engine/history.ts";
import { parseHistory, serializeHistory } from "../../engine/history-codec.ts";
import { fromKubernetes } from "../../engine/observation/observation.ts";
import { trimPod } from "../../engine/observation/pod.ts";
import { deploymentRollout } from "../../engine/observation/rollout.ts";
import type { ZeroOwner } from "../../engine/observation/zero-owner.ts";
import { profiles } from "../../engine/profile.ts";
import { beginScale, completeScale } from "../../engine/scale-record.ts";
import { type Settings, upstreamSettings } from "../../engine/settings.ts";
import { answerTo, type Load, type Measured } from "./answers.ts";
import { SimulatedWorkload } from "./workload.ts";

/** How often controllers and kubelets do something. */
const beatMs = 5_000;

export const NOON = Date.parse("2026-01-01T12:00:00Z");

export interface WorldSpec {
  readonly spec: AutoscalerSpec;
  readonly settings?: Partial<Settings>;
  /** Replicas at the beginning, by the workload's name; the first is the target. */
  readonly workloads: Readonly<Record<string, number>>;
  /** Seconds from a pod's creation to its readiness. */
  readonly startSeconds?: number;
  readonly load: Load;
}

/** Where the data of one sync are worse than they could be. */
export type Trouble = Partial<Pick<Measured, "failing" | "unmeasured">>;

/**
 * An Autoscaler, its workloads and their load, under a clock that a test moves: what the operator does
 * around the engine's functions, with nothing but those.
 */
export class World {
  now = NOON;
  spec: AutoscalerSpec;
  load: Load;
  trouble: Trouble = {};
  history: History;
  readonly settings: Settings;
  readonly workloads: readonly SimulatedWorkload[];
  /** Who wrote the target's count last. */
  countOf: ZeroOwner = "Other";

  constructor({ spec, settings, workloads, startSeconds = 20, load }: WorldSpec) {
    this.spec = spec;
    this.load = load;
    this.settings = { ...upstreamSettings, ...settings };
    this.history = emptyHistory("uid");
    this.workloads = Object.entries(workloads).map(
      ([name, replicas]) => new SimulatedWorkload(name, replicas, startSeconds),
    );
    for (const workload of this.workloads) workload.settle(this.now);
  }

  get target(): SimulatedWorkload {
    const [first] = this.workloads;
    if (!first) throw new Error("a world has a workload");
    return first;
  }

  workload(name: string): SimulatedWorkload {
    const found = this.workloads.find(one => one.name === name);
    if (!found) throw new Error(`no workload ${name}`);
    return found;
  }

  /** Time goes by, and the pods do what they do in it. */
  pass(seconds: number): void {
    const end = this.now + seconds * 1000;
    while (this.now < end) {
      this.now = Math.min(end, this.now + beatMs);
      for (const workload of this.workloads) workload.advance(this.now);
    }
  }

  /** A person writes a count; one that is there already is no change, and nobody's. */
  scaleByHand(replicas: number, workload = this.target): void {
    if (workload.replicas === replicas) return;
    if (workload === this.target) this.countOf = "Other";
    workload.replicas = replicas;
    workload.advance(this.now);
  }

  /** What is decided now; nothing comes of it yet. */
  decide(history = this.history, trouble = this.trouble): AutoscalerOutcome {
    const { now, settings } = this;
    const spec = withDefaults(this.spec, settings);
    const { target } = this;
    const measured = this.measured(trouble);
    const raw = {
      scale: { specReplicas: target.replicas, ...this.#statusOf(target) },
      pods: target.podsAt(now).map(trimPod),
      rollouts: this.workloads.map(workload => deploymentRollout(workload.object)),
      zeroOf: target.replicas === 0 ? this.countOf : null,
      answers: spec.metrics.map(metric => answerTo(metric, measured)),
    };
    return decideAutoscaler({
      ...{ now, spec, settings, history },
      profile: profiles[this.spec.compatibility ?? "None"],
      observation: fromKubernetes(raw, spec.metrics),
    });
  }

  measured({ failing = new Set(), unmeasured = new Set() }: Trouble = {}): Measured {
    const { now, load } = this;
    const readyPods = this.workloads.flatMap(workload => workload.readyPods(now));
    return { now, load, readyPods, failing, unmeasured };
  }

  #statusOf({ statusReplicas, selector }: SimulatedWorkload) {
    return { statusReplicas, selector };
  }

  /** The count is written, and remembered as the operator remembers it. */
  apply({ decision: { from, to }, history }: AutoscalerOutcome): void {
    this.history = history;
    if (from === to) return;
    this.history = completeScale(beginScale(history, { from, to, time: this.now }), this.now);
    this.countOf = "Operator";
    this.target.replicas = to;
    this.target.advance(this.now);
  }

  /** The process ends, and another one goes on from the status. */
  restart(): void {
    const saved: unknown = JSON.parse(JSON.stringify(serializeHistory(this.history)));
    const loaded = parseHistory(saved, this.now);
    if (!loaded.ok) throw new Error(loaded.error);
    this.history = loaded.value;
  }
}
