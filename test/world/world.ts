import type { AutoscalerSpec, Mode } from "../../engine/model/spec/autoscaler-spec.ts";
import { chooseTarget } from "../../engine/votes/choose-target.ts";
import { type AutoscalerOutcome, decideAutoscaler } from "../../engine/decide.ts";
import { type DefaultedSpec, withDefaults } from "../../engine/spec/defaults.ts";
import { emptyHistory, type History } from "../../engine/model/history.ts";
import { parseHistory, serializeHistory } from "../../engine/memory.ts";
import { fromKubernetes } from "../../engine/sources/from-kubernetes.ts";
import type {
  Observation,
  ObservedForecast,
  RawAnswer,
} from "../../engine/model/observation/observation.ts";
import { type Pod, type RawPod, trimPod } from "../../engine/model/observation/pod.ts";
import { askedMetrics } from "../../engine/votes/asked-metrics.ts";
import { ok } from "../../engine/model/values/result.ts";
import { deploymentRollout } from "../../engine/model/observation/rollout.ts";
import { profiles } from "../../engine/model/spec/profile.ts";
import type { Metric } from "../../engine/model/spec/metric.ts";
import { type Settings, upstreamSettings } from "../../engine/model/spec/settings.ts";
import {
  emptyMemory,
  historyInForce,
  type TargetEvent,
  type TargetMemory,
  transition,
} from "../../engine/transition.ts";
import { answerTo, type Load, loadNameOf, type Measured } from "./answers.ts";
import { SimulatedWorkload } from "./workload.ts";

/** The period of the simulated controllers and kubelets. */
const beatMs = 5_000;

export const NOON = Date.parse("2026-01-01T12:00:00Z");

export interface WorldSpec {
  readonly spec: AutoscalerSpec;
  readonly settings?: Partial<Settings>;
  /**
   * Replicas at the beginning, by the workload's name, the oldest first. A `targetSelector` and any of
   * the `monitorSelectors` find all of them; without the former the first is the target.
   */
  readonly workloads: Readonly<Record<string, number>>;
  /** Seconds from a pod's creation to its readiness. */
  readonly startSeconds?: number;
  readonly load: Load;
}

/** Missing data of one sync. */
export interface Trouble extends Partial<
  Pick<Measured, "failing" | "unmeasured" | "idlePods" | "measuredAt">
> {
  /** With selectionStrategy OwnerReference: pods whose controller is not known yet. */
  readonly unresolved?: ReadonlySet<string>;
}

/**
 * An Autoscaler, its workloads and their load, under a clock that a test moves: what the operator does
 * around the engine's functions, with nothing but those.
 */
export class World {
  now = NOON;
  spec: AutoscalerSpec;
  load: Load;
  trouble: Trouble = {};
  mode: Mode = "Active";
  /** How far the operator's clock is ahead of all others. */
  skewMs = 0;
  memory: TargetMemory = emptyMemory;
  readonly settings: Settings;
  workloads: readonly SimulatedWorkload[];
  #chosen: string | null = null;
  #defaulted: { readonly of: AutoscalerSpec; readonly spec: DefaultedSpec } | null = null;

  constructor({ spec, settings, workloads, startSeconds = 20, load }: WorldSpec) {
    this.spec = spec;
    this.load = load;
    this.settings = { ...upstreamSettings, ...settings };
    this.workloads = Object.entries(workloads).map(
      ([name, replicas]) => new SimulatedWorkload(name, replicas, startSeconds),
    );
    for (const workload of this.workloads) workload.settle(this.now);
  }

  /** The current target. */
  get target(): SimulatedWorkload {
    const [first] = this.workloads;
    const target = (this.spec.targetSelector ? this.#selected() : null) ?? first;
    if (!target) throw new Error("a world has a workload");
    return target;
  }

  #selected(): SimulatedWorkload | undefined {
    const candidates = this.workloads.map((workload, index) => ({
      workload,
      ...{ name: workload.name, uid: workload.name, replicas: workload.replicas },
      createdAt: new Date(NOON - 3_600_000 + index * 60_000).toISOString(),
      ...(workload.replicas === 0 && { zeroOf: workload.writer }),
      isServing: workload.isMarkedServing,
    }));
    const { targetSelection: policy, monitorSelectors } = this.spec;
    const next = monitorSelectors ? historyInForce(this.memory).nextTarget : null;
    const choice = { policy: policy ?? "HighestUsage", present: this.#chosen, next };
    return chooseTarget(candidates, choice)?.workload;
  }

  get defaulted(): DefaultedSpec {
    if (this.#defaulted?.of !== this.spec) {
      this.#defaulted = { of: this.spec, spec: withDefaults(this.spec, this.settings) };
    }
    return this.#defaulted.spec;
  }

  /** The other monitored workloads. */
  get others(): readonly SimulatedWorkload[] {
    const { target } = this;
    return this.#isTotal ? this.workloads.filter(one => one !== target) : [];
  }

  get #isTotal(): boolean {
    return (this.spec.monitorSelectors ?? []).length > 0;
  }

  workload(name: string): SimulatedWorkload {
    const found = this.workloads.find(one => one.name === name);
    if (!found) throw new Error(`no workload ${name}`);
    return found;
  }

  /** What the operator's clock shows. */
  get operatorNow(): number {
    return this.now + this.skewMs;
  }

  /** Deletes a workload and its pods. */
  remove(name: string): void {
    this.workloads = this.workloads.filter(one => one.name !== name);
  }

  /** Advances the clock and the pods. */
  pass(seconds: number): void {
    const end = this.now + seconds * 1000;
    while (this.now < end) {
      this.now = Math.min(end, this.now + beatMs);
      for (const workload of this.workloads) workload.advance(this.now);
    }
  }

  /** A user writes a count; writing the current count is not a change. */
  scaleByHand(replicas: number, workload = this.target): void {
    if (workload.replicas === replicas) return;
    workload.writer = "Other";
    workload.replicas = replicas;
    workload.advance(this.now);
  }

  /** The current decision, based on this memory and these observations; it has no effect yet. */
  decide(memory = this.memory, observation = this.observe()): AutoscalerOutcome {
    const { settings, defaulted: spec } = this;
    this.#chosen = this.target.name;
    return decideAutoscaler({
      ...{ now: this.operatorNow, spec, settings, observation },
      history: historyInForce(transition(memory, this.#observed)),
      profile: profiles[this.spec.algorithm ?? "Trimtab-1"],
    });
  }

  /** The metrics that a decision asks for. */
  get asked(): readonly Metric[] {
    return askedMetrics(this.defaulted);
  }

  /** What a decision reads now. */
  observe(trouble = this.trouble): Observation {
    const { now, target, others, asked } = this;
    const { ownPodsOnly } = this.defaulted;
    const counted = [target, ...others];
    const { unresolved = new Set<string>() } = ownPodsOnly ? trouble : {};
    const measured = withoutSamplesOf(unresolved, this.measured(trouble));
    const raw = {
      scale: this.#scaleOf(target),
      ...(this.#isTotal ? { others: others.map(one => this.#scaleOf(one)) } : {}),
      pods: counted.flatMap(workload => workload.podsAt(now)).map(trimmed),
      rollouts: counted.map(workload => deploymentRollout(workload.object)),
      zeroOf: target.replicas === 0 ? target.writer : null,
      controlled: ok(new Set(namesIn(target, now).filter(name => !unresolved.has(name)))),
      answers: asked.map(metric => this.#answerTo(metric, measured)),
      ...(ownPodsOnly && ownershipIn(counted, now, unresolved)),
    };
    const observation = fromKubernetes(raw, asked);
    return this.spec.forecast ? { ...observation, forecast: this.#foreseen() } : observation;
  }

  /** Every other minute, each metric is expected to be twice as large. */
  #foreseen(): ObservedForecast {
    const isRise = Math.floor(this.now / 60_000) % 2 === 0;
    const load = (metric: Metric): number =>
      (isRise ? 2 : 1) * (this.load[loadNameOf(metric)] ?? 0);
    const message = "on the last 4 Thursdays the load grew 2-fold within 10 minutes from 12:00";
    const expected = this.defaulted.metrics.map((metric, index) => ({
      ...{ metric: index, load: load(metric), message },
    }));
    return { expected, without: null };
  }

  /** Only a workload that may become the target has a uid. */
  #scaleOf({ name, replicas, statusReplicas, selector, isMarkedServing }: SimulatedWorkload) {
    const counts = { specReplicas: replicas, statusReplicas, selector };
    const uid = this.spec.targetSelector ? { uid: name } : {};
    return { ...uid, ...counts, isServing: isMarkedServing };
  }

  /** A custom metric of pods is asked for by workload. */
  #answerTo(metric: Metric, measured: Measured): RawAnswer {
    const silent = [this.target, ...this.others].find(one => one.isSilent && one.replicas > 0);
    if (metric.type !== "Pods" || !silent) return answerTo(metric, measured);
    const message = `404: no such metric of the pods of ${silent.name}`;
    const answer = answerTo(metric, withoutSamplesOf(silent.readyPods(this.now), measured));
    return answer.kind === "Failed" ? { kind: "Failed", message } : answer;
  }

  /** For all pods: other workloads share the load. */
  measured(trouble: Trouble = {}): Measured {
    const { now, load, workloads } = this;
    const readyPods = workloads.flatMap(workload => workload.readyPods(now));
    const idle = workloads.filter(({ isServing }) => !isServing);
    const idlePods = new Set(idle.flatMap(workload => workload.readyPods(now)));
    return {
      now,
      load,
      readyPods,
      idlePods,
      failing: new Set(),
      unmeasured: new Set(),
      ...trouble,
    };
  }

  get history(): History {
    return this.memory.history ?? emptyHistory(this.target.name);
  }

  /** The history for the next decision. */
  get historyInForce(): History {
    return historyInForce(transition(this.memory, this.#observed));
  }

  get #observed(): TargetEvent {
    const { mode, operatorNow: now } = this;
    const { name: uid, replicas } = this.target;
    return { type: "Observed", uid, replicas, mode, isTotal: this.#isTotal, now };
  }

  #advance(event: TargetEvent): void {
    this.memory = transition(this.memory, event);
  }

  /** What the operator does in a mode without decisions. */
  look(): void {
    this.#advance(this.#observed);
  }

  /** Records the decision and, unless this is a dry run, writes the count. */
  apply({ decision: { from, to }, history }: AutoscalerOutcome): void {
    // The decision may name another target, for the next one.
    const { mode, operatorNow: now, target } = this;
    this.#advance(this.#observed);
    this.#advance({ type: "Decided", mode, history });
    if (mode === "DryRun" || from === to) return;
    this.#advance({ type: "WriteStarted", from, to, now });
    this.#advance({ type: "WriteEnded", result: "Done", now });
    target.writer = "Operator";
    target.replicas = to;
    target.advance(this.now);
  }

  /** The process ends, and another one continues from the status. */
  restart(): void {
    const saved: unknown = JSON.parse(JSON.stringify(serializeHistory(this.history)));
    const loaded = parseHistory(saved, this.operatorNow);
    if (!loaded.ok) throw new Error(loaded.error);
    this.memory = { ...this.memory, history: loaded.value };
  }
}

const withoutSamplesOf = (pods: Iterable<string>, measured: Measured): Measured => ({
  ...measured,
  unmeasured: new Set([...measured.unmeasured, ...pods]),
});

const namesIn = (workload: SimulatedWorkload, now: number): readonly string[] =>
  workload.podsAt(now).map(({ metadata }) => metadata?.name ?? "");

/** A pod of an unknown controller may belong to any of the workloads. */
const ownershipIn = (
  workloads: readonly SimulatedWorkload[],
  now: number,
  unresolved: ReadonlySet<string>,
) => ({
  owned: workloads.map(workload => new Set([...namesIn(workload, now), ...unresolved])),
  selection: { leftOut: 0, unresolved: unresolved.size },
});

/** A reflector keeps a pod trimmed, and a decision reads it as it is kept. */
const kept = new WeakMap<RawPod, Pod>();

function trimmed(raw: RawPod): Pod {
  const pod = kept.get(raw) ?? trimPod(raw);
  kept.set(raw, pod);
  return pod;
}
