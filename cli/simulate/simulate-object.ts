import { afterWrite, syncTarget } from "../../engine/evaluate/sync-target.ts";
import { emptyMemory, type TargetMemory } from "../../engine/transition.ts";
import type { PodRequests } from "../../engine/observation/pod-requests.ts";
import type { Observation } from "../../engine/observation/observation.ts";
import type { Decision } from "../../engine/pipeline/decision.ts";
import { noPauses } from "../../engine/pause/pauses.ts";
import { type EpochMs, ok } from "../../engine/result.ts";
import { profiles } from "../../engine/spec/profile.ts";
import { isCorrection } from "../../engine/pipeline/correction.ts";
import { boundsChangeAt, inWindow } from "../../engine/schedule/scheduled-bounds.ts";
import { withDefaults } from "../../engine/spec/defaults.ts";
import { type Random, seeded } from "../../engine/random.ts";
import type { Load } from "./load/load.ts";
import { Tally } from "./measures/tally.ts";
import type { SimulatedObject } from "./objects.ts";
import type { Change, Simulated } from "./result.ts";
import { LoadCursor } from "./world/load-cursor.ts";
import { LoadHistory } from "./world/load-history.ts";
import { answerTo } from "./world/metric-answers.ts";
import { type MetricPlan, podRequest } from "./world/metric-plan.ts";
import { Nodes } from "./world/nodes.ts";
import { podStarts } from "./world/pod-start.ts";
import { Pods } from "./world/pods.ts";
import { usualShare, type World } from "./world/world.ts";

/** What a pod that starts long before the simulation has behind it. */
const longAgoMs = 3_600_000;

/** One object under a load, from sync to sync in virtual time. */
export class ObjectRun {
  readonly #object: SimulatedObject;
  readonly #plans: readonly MetricPlan[];
  readonly #load: Load;
  readonly #world: World;
  readonly #pods: Pods;
  readonly #nodes: Nodes | null;
  readonly #cursor: LoadCursor;
  readonly #history: LoadHistory;
  readonly #tally: Tally;
  readonly #fixed;
  readonly #random: Random;
  readonly #firstMeasurement: EpochMs;
  #memory: TargetMemory = emptyMemory;
  #replicas: number;
  #now: EpochMs;
  #decision: Decision | null = null;
  readonly #changes: Change[] = [];
  readonly #bounds: { time: EpochMs; min: number; max: number }[] = [];
  readonly #ready: { time: EpochMs; pods: number }[] = [];

  constructor(object: SimulatedObject, plans: readonly MetricPlan[], load: Load, world: World) {
    [this.#object, this.#plans, this.#load, this.#world] = [object, plans, load, world];
    this.#nodes = world.nodes ? new Nodes(world.nodes) : null;
    const startMs = podStarts(world.podStart, world.seed);
    this.#pods = new Pods({
      requests: requestsFor(object),
      readyAt: (now, pods) => (this.#nodes?.roomFor(pods, now) ?? now) + startMs(),
    });
    this.#cursor = new LoadCursor(load);
    this.#tally = new Tally(world.podCapacity);
    const start = load.times[0] ?? 0;
    this.#random = seeded(world.seed);
    const measured = world.metricPhaseMs ?? Math.floor(this.#random() * world.metricIntervalMs);
    this.#firstMeasurement = start + measured;
    const { metricDelayMs, metricWindowMs, metricIntervalMs } = world;
    const memoryMs = metricDelayMs + metricWindowMs + metricIntervalMs;
    this.#history = new LoadHistory(load.columns.length, start - memoryMs);
    const { spec } = object;
    const { settings } = world;
    this.#fixed = {
      spec: withDefaults(spec, settings),
      settings,
      profile: profiles[object.algorithm],
      pauses: noPauses,
      ...({ uid: "", mode: "Active", isTotal: false } as const),
    };
    this.#replicas = this.#firstReplicas();
    this.#pods.begin(this.#replicas, start - longAgoMs);
    this.#nodes?.roomFor(this.#replicas, start - longAgoMs);
    this.#now = start;
    this.#cursor.advance(start);
    this.#history.add(start, this.#pods.ready, column => this.#cursor.value(column));
  }

  /** @param decisionsUntil  changes before this time are returned with their decisions */
  run(decisionsUntil: EpochMs): Simulated {
    const { times, end } = this.#load;
    const { spec } = this.#fixed;
    const start = times[0] ?? 0;
    const initialReplicas = this.#replicas;
    this.#ready.push({ time: start, pods: this.#pods.ready });
    const periodMs = this.#object.periodSeconds * 1000;
    const phase = this.#world.syncPhaseMs ?? Math.floor(this.#random() * periodMs);
    this.#noteBounds();
    let boundary = boundsChangeAt(spec, start) ?? Infinity;
    let sync = start + phase;
    while (Math.min(sync, boundary) < end) {
      const at = Math.min(sync, boundary);
      const isSync = sync <= boundary;
      this.#advance(at);
      if (at === boundary) boundary = boundsChangeAt(spec, boundary) ?? Infinity;
      this.#sync(isSync ? "Anything" : "Correction", at < decisionsUntil);
      this.#noteBounds();
      if (isSync) sync += periodMs;
    }
    this.#advance(end);
    const { name, kind, algorithm } = this.#object;
    return {
      ...{ name, kind, algorithm, initialReplicas },
      measures: this.#tally.measures(this.#changes),
      elasticity: this.#tally.elasticity,
      changes: this.#changes,
      ready: this.#ready,
      bounds: this.#bounds,
    };
  }

  #firstReplicas(): number {
    const { minReplicas, maxReplicas } = inWindow(this.#fixed.spec, this.#load.times[0] ?? 0);
    const demand = (this.#load.values[0]?.[0] ?? 0) / this.#world.podCapacity;
    // Without a given size, the pods at the start are at their target.
    const wanted = this.#world.initialReplicas ?? Math.ceil(demand / usualShare);
    return Math.min(maxReplicas, Math.max(minReplicas, 1, wanted));
  }

  /** Lets the load and the pods go on until a time. */
  #advance(until: EpochMs): void {
    while (this.#now < until) {
      const next = Math.min(until, this.#cursor.next, this.#pods.nextReadyAt);
      const { isGap } = this.#cursor;
      const { ready } = this.#pods;
      this.#history.add(next, ready, isGap ? null : column => this.#cursor.value(column));
      if (!isGap) {
        this.#tally.add({
          ...{ from: this.#now, durationMs: next - this.#now, load: this.#cursor.value(0), ready },
          ...{ replicas: this.#replicas, decision: this.#decision },
        });
      }
      this.#now = next;
      this.#cursor.advance(next);
      this.#pods.advance(next);
      this.#noteReady();
    }
  }

  #noteReady(): void {
    const { ready: pods } = this.#pods;
    if (this.#ready.at(-1)?.pods !== pods) this.#ready.push({ time: this.#now, pods });
  }

  /** The bounds that a person reads in the spec: those of the active window. */
  #noteBounds(): void {
    const { minReplicas: min, maxReplicas: max } = inWindow(this.#fixed.spec, this.#now);
    const latest = this.#bounds.at(-1);
    if (latest?.min !== min || latest.max !== max) this.#bounds.push({ time: this.#now, min, max });
  }

  /**
   * One pass of the operator: what it observes, decides and writes. Between two syncs, a boundary of
   * the schedules only corrects a count that is outside the bounds.
   */
  #sync(scope: "Anything" | "Correction", keepsDecision: boolean): void {
    const now = this.#now;
    this.#nodes?.release(this.#replicas, now);
    const observation = this.#observe();
    const { memory, outcome } = syncTarget(this.#memory, { ...this.#fixed, now, observation });
    if (scope === "Correction" && !(outcome && isCorrection(outcome))) return;
    this.#memory = memory;
    if (!outcome) return;
    this.#decision = outcome.decision;
    const { from, to } = outcome.decision;
    if (from === to) return;
    this.#memory = afterWrite(memory, { from, to, now });
    const { decision } = outcome;
    this.#changes.push({ time: now, from, to, ...(keepsDecision ? { decision } : {}) });
    this.#replicas = to;
    this.#pods.scaleTo(to, now);
    this.#noteReady();
  }

  /** When the newest measurement before that time was. */
  #measuredBefore(time: EpochMs): EpochMs {
    const { metricIntervalMs: interval } = this.#world;
    if (interval === 0) return time;
    return (
      Math.floor((time - this.#firstMeasurement) / interval) * interval + this.#firstMeasurement
    );
  }

  #observe(): Observation {
    const { metricDelayMs, metricWindowMs: windowMs } = this.#world;
    const measuring = { pods: this.#pods, history: this.#history, windowMs };
    const time = this.#measuredBefore(this.#now - metricDelayMs);
    return {
      scale: { specReplicas: this.#replicas, statusReplicas: this.#pods.count },
      pods: ok(this.#pods.list),
      controlled: ok(() => true),
      answers: this.#plans.map(plan => answerTo(plan, time, measuring)),
    };
  }
}

/** Every resource and every container that the object measures has the same request. */
function requestsFor({ measured }: SimulatedObject): PodRequests {
  const all = new Map(measured.map(({ resource }) => [resource, podRequest]));
  const containers = measured.flatMap(({ container }) => container ?? []);
  return {
    podLevel: all,
    containers: [...new Set(containers)].map(name => ({ name, requests: all })),
  };
}
