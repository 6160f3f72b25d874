import { syncTarget } from "../../engine/sync.ts";
import type { PodRequests } from "../../engine/observation/pod-requests.ts";
import type { Observation } from "../../engine/observation/observation.ts";
import { noPauses } from "../../engine/pause/pauses.ts";
import { type EpochMs, ok } from "../../engine/result.ts";
import { profiles } from "../../engine/spec/profile.ts";
import { isCorrection } from "../../engine/pipeline/decide.ts";
import { boundsChangeAt, inWindow } from "../../engine/schedule/scheduled-bounds.ts";
import { withDefaults } from "../../engine/spec/defaults.ts";
import { type Random, seeded } from "./random.ts";
import type { Load } from "./load/load.ts";
import { Tally } from "./measures/tally.ts";
import type { SimulatedObject } from "./objects.ts";
import type { Candidate, Kept, Simulated } from "./result.ts";
import { LoadCursor } from "./world/load-cursor.ts";
import { LoadHistory } from "./world/load-history.ts";
import { answerTo } from "./world/metric-answers.ts";
import { type MetricPlan, podRequest } from "./world/metric-plan.ts";
import { Nodes } from "./world/nodes.ts";
import { podStarts } from "./world/pod-start.ts";
import { Pods } from "./world/pods.ts";
import { SimulatedTarget } from "./world/target.ts";
import { usualShare, type World } from "./world/world.ts";

/** What a pod that starts long before the simulation has behind it. */
const longAgoMs = 3_600_000;

/** One object in one world, as plain data for a worker. */
export interface PodJob {
  readonly object: SimulatedObject;
  readonly plans: readonly MetricPlan[];
  readonly world: World;
}

/** One object under a load, from sync to sync in virtual time. */
export class ObjectRun {
  readonly #job: PodJob;
  readonly #load: Load;
  readonly #pods: Pods;
  readonly #nodes: Nodes | null;
  readonly #cursor: LoadCursor;
  readonly #history: LoadHistory;
  readonly #tally: Tally;
  readonly #target: SimulatedTarget;
  readonly #fixed;
  readonly #random: Random;
  readonly #firstMeasurement: EpochMs;
  #now: EpochMs;
  readonly #bounds: Candidate["bounds"][number][] = [];
  readonly #ready: Candidate["ready"][number][] = [];

  constructor(job: PodJob, load: Load, kept: Kept) {
    const { object, world } = job;
    [this.#job, this.#load] = [job, load];
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
    const { metricDelayMs, metricWindowMs, metricIntervalMs, settings } = world;
    const measured = world.metricPhaseMs ?? Math.floor(this.#random() * metricIntervalMs);
    this.#firstMeasurement = start + measured;
    const memoryMs = metricDelayMs + metricWindowMs + metricIntervalMs;
    this.#history = new LoadHistory(load.columns.length, start - memoryMs);
    this.#fixed = {
      spec: withDefaults(object.spec, settings),
      settings,
      profile: profiles[object.algorithm],
      pauses: noPauses,
      ...({ uid: "", mode: "Active", isTotal: false } as const),
    };
    const replicas = this.#firstReplicas();
    this.#target = new SimulatedTarget(replicas, kept);
    this.#pods.begin(replicas, start - longAgoMs);
    this.#nodes?.roomFor(replicas, start - longAgoMs);
    this.#now = start;
    this.#cursor.advance(start);
    this.#history.add(start, this.#pods.ready, column => this.#cursor.value(column));
  }

  run(): Simulated {
    const { end } = this.#load;
    const { spec } = this.#fixed;
    const { object, world } = this.#job;
    const { changes, replicas: initialReplicas } = this.#target;
    const start = this.#now;
    this.#noteReady();
    const periodMs = object.periodSeconds * 1000;
    const phase = world.syncPhaseMs ?? Math.floor(this.#random() * periodMs);
    this.#noteBounds();
    let boundary = boundsChangeAt(spec, start) ?? Infinity;
    let sync = start + phase;
    while (Math.min(sync, boundary) < end) {
      const at = Math.min(sync, boundary);
      const isSync = sync <= boundary;
      this.#advance(at);
      if (at === boundary) boundary = boundsChangeAt(spec, boundary) ?? Infinity;
      this.#sync(isSync ? "Anything" : "Correction");
      this.#noteBounds();
      if (isSync) sync += periodMs;
    }
    this.#advance(end);
    const { name, kind, algorithm } = object;
    return {
      ...{ name, kind, algorithm, initialReplicas },
      measures: this.#tally.measures(changes),
      elasticity: this.#tally.elasticity,
      ...{ changes, ready: this.#ready, bounds: this.#bounds },
    };
  }

  #firstReplicas(): number {
    const { minReplicas, maxReplicas } = inWindow(this.#fixed.spec, this.#load.times[0] ?? 0);
    const { podCapacity, initialReplicas } = this.#job.world;
    const demand = (this.#load.values[0]?.[0] ?? 0) / podCapacity;
    // Without a given size, the pods at the start are at their target.
    const wanted = initialReplicas ?? Math.ceil(demand / usualShare);
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
          ...{ replicas: this.#target.replicas, decision: this.#target.decision },
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
  #sync(scope: "Anything" | "Correction"): void {
    const [now, target] = [this.#now, this.#target];
    this.#nodes?.release(target.replicas, now);
    const observation = this.#observe();
    const synced = syncTarget(target.memory, { ...this.#fixed, now, observation });
    if (scope === "Correction" && !(synced.outcome && isCorrection(synced.outcome))) return;
    target.apply(synced, now);
    if (this.#pods.count === target.replicas) return;
    this.#pods.scaleTo(target.replicas, now);
    this.#noteReady();
  }

  /** When the newest measurement before that time was. */
  #measuredBefore(time: EpochMs): EpochMs {
    const { metricIntervalMs: interval } = this.#job.world;
    if (interval === 0) return time;
    return (
      Math.floor((time - this.#firstMeasurement) / interval) * interval + this.#firstMeasurement
    );
  }

  #observe(): Observation {
    const { metricDelayMs, metricWindowMs: windowMs } = this.#job.world;
    const measuring = { pods: this.#pods, history: this.#history, windowMs };
    const time = this.#measuredBefore(this.#now - metricDelayMs);
    return {
      scale: { specReplicas: this.#target.replicas, statusReplicas: this.#pods.count },
      pods: ok(this.#pods.list),
      controlled: ok(() => true),
      answers: this.#job.plans.map(plan => answerTo(plan, time, measuring)),
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
