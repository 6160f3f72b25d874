// cli/simulate/world/: the small model of a cluster in which a simulation runs: pods that start, a load that the
// ready ones share, and metrics that arrive late. docs/simulate.md describes it.

import { isCorrection } from "../../../engine/decide.ts";
import { boundsChangeAt, inWindow } from "../../../engine/features/schedules/scheduled-bounds.ts";
import type { Observation } from "../../../engine/model/observation/observation.ts";
import type { PodRequests } from "../../../engine/model/observation/pod-requests.ts";
import type { MeteredResource } from "../../../engine/model/spec/metric.ts";
import { profiles } from "../../../engine/model/spec/profile.ts";
import { type EpochMs, ok } from "../../../engine/model/values/result.ts";
import { noPauses } from "../../../engine/model/pauses.ts";
import { resourceOf } from "../../../engine/sources/registry.ts";
import { withDefaults } from "../../../engine/spec/defaults.ts";
import { type SyncedTarget, syncTarget } from "../../../engine/sync.ts";
import { askedMetrics } from "../../../engine/votes/asked-metrics.ts";
import type { Load } from "../load/load.ts";
import { seeded } from "../random.ts";
import type { Candidate, Kept } from "../result.ts";
import { type LoadCursor, LoadHistory } from "./load-history.ts";
import { foreseenLoad } from "./foreseen-load.ts";
import { answerTo, podRequest } from "./metrics.ts";
import { type PodJob, periodOf, usualShare } from "./pod-job.ts";
import { Nodes, Pods } from "./pods.ts";
import { podStarts } from "./pod-start.ts";
import { type Model, SimulatedTarget } from "./target.ts";

/** What a pod that starts long before the simulation has behind it. */
const longAgoMs = 3_600_000;

/** An object whose pods share the load: it syncs after each period. */
export class PodModel implements Model {
  readonly #job: PodJob;
  readonly #cursor: LoadCursor;
  readonly #pods: Pods;
  readonly #nodes: Nodes | null;
  readonly #history: LoadHistory;
  readonly #fixed;
  readonly #firstMeasurement: EpochMs;
  readonly #foreseen: ReturnType<typeof foreseenLoad>;
  #sync: EpochMs;
  /** When the schedules change the bounds. */
  #boundary: EpochMs;
  readonly target: SimulatedTarget;
  readonly podCapacity: number;
  readonly ready: Candidate["ready"][number][] = [];
  readonly bounds: Candidate["bounds"][number][] = [];
  readonly forecast: Candidate["forecast"];

  constructor(job: PodJob, load: Load, cursor: LoadCursor, kept: Kept) {
    const { object, world } = job;
    const { metricDelayMs, metricWindowMs, metricIntervalMs, settings, podCapacity } = world;
    [this.#job, this.#cursor, this.podCapacity] = [job, cursor, podCapacity];
    const spec = withDefaults(object.spec, settings);
    this.#fixed = {
      ...{ spec, settings, profile: profiles[object.algorithm], pauses: noPauses },
      ...({ uid: "", mode: "Active", isTotal: false } as const),
    };
    const start = load.times[0] ?? 0;
    const random = seeded(world.seed);
    const measured = world.metricPhaseMs ?? Math.floor(random() * metricIntervalMs);
    this.#firstMeasurement = start + measured;
    this.#sync = start + (world.syncPhaseMs ?? Math.floor(random() * periodOf(object)));
    this.#boundary = boundsChangeAt(spec, start) ?? Infinity;
    const memoryMs = metricDelayMs + metricWindowMs + metricIntervalMs;
    this.#history = new LoadHistory(load.columns.length, start - memoryMs, podCapacity);
    this.#nodes = world.nodes ? new Nodes(world.nodes) : null;
    const startMs = podStarts(world.podStart, world.seed);
    this.#pods = new Pods({
      requests: requestsFor(askedMetrics(spec).flatMap(metric => resourceOf(metric) ?? [])),
      readyAt: (now, pods) => (this.#nodes?.roomFor(pods, now) ?? now) + startMs(),
    });
    const replicas = this.#firstReplicas(start);
    this.#foreseen = foreseenLoad(job, this.#fixed, replicas);
    this.forecast = this.#foreseen?.done;
    this.target = new SimulatedTarget(replicas, kept);
    this.#pods.begin(replicas, start - longAgoMs);
    this.#nodes?.roomFor(replicas, start - longAgoMs);
    this.#remember(start);
    this.#noteReady(start);
    this.#noteBounds(start);
  }

  get next(): EpochMs {
    return Math.min(this.#sync, this.#boundary, this.#pods.nextReadyAt);
  }

  span() {
    return { load: this.#cursor.value(0), ready: this.#pods.ready };
  }

  pass(until: EpochMs): void {
    this.#remember(until);
    this.#pods.advance(until);
    this.#noteReady(until);
  }

  /**
   * One pass of the operator: what it observes, decides and writes. Between two syncs, a boundary of
   * the schedules only corrects a count that is outside the bounds.
   */
  decide(now: EpochMs): void {
    const isSync = now >= this.#sync;
    if (!isSync && now < this.#boundary) return;
    if (isSync) this.#sync += periodOf(this.#job.object);
    if (now >= this.#boundary) this.#boundary = boundsChangeAt(this.#fixed.spec, now) ?? Infinity;
    const { target } = this;
    this.#nodes?.release(target.replicas, now);
    const synced = syncTarget(target.memory, {
      ...{ ...this.#fixed, now, observation: this.#observe(now, isSync) },
    });
    this.#apply(synced, isSync, now);
    if (this.#pods.count !== target.replicas) {
      this.#pods.scaleTo(target.replicas, now);
      this.#noteReady(now);
    }
    this.#noteBounds(now);
  }

  #apply(synced: SyncedTarget, isSync: boolean, now: EpochMs): void {
    const { outcome } = synced;
    if (isSync && outcome) this.#foreseen?.decided(outcome);
    if (isSync || (outcome && isCorrection(outcome))) this.target.apply(synced, now);
  }

  #firstReplicas(start: EpochMs): number {
    const { minReplicas, maxReplicas } = inWindow(this.#fixed.spec, start);
    const { podCapacity, initialReplicas } = this.#job.world;
    const demand = this.#cursor.value(0) / podCapacity;
    // Without a given size, the pods at the start are at their target.
    const wanted = initialReplicas ?? Math.ceil(demand / usualShare);
    return Math.min(maxReplicas, Math.max(minReplicas, 1, wanted));
  }

  #remember(until: EpochMs): void {
    const value = this.#cursor.isGap ? null : (column: number) => this.#cursor.value(column);
    this.#history.add(until, this.#pods.ready, value);
  }

  #noteReady(time: EpochMs): void {
    const { ready: pods } = this.#pods;
    if (this.ready.at(-1)?.pods !== pods) this.ready.push({ time, pods });
  }

  /** The bounds that a person reads in the spec: those of the active window. */
  #noteBounds(time: EpochMs): void {
    const { minReplicas: min, maxReplicas: max } = inWindow(this.#fixed.spec, time);
    const latest = this.bounds.at(-1);
    if (latest?.min !== min || latest.max !== max) this.bounds.push({ time, min, max });
  }

  /** When the newest measurement before that time was. */
  #measuredBefore(time: EpochMs): EpochMs {
    const { metricIntervalMs: interval } = this.#job.world;
    const first = this.#firstMeasurement;
    return interval === 0 ? time : Math.floor((time - first) / interval) * interval + first;
  }

  #observe(now: EpochMs, isSync: boolean): Observation {
    const { metricDelayMs, metricWindowMs: windowMs } = this.#job.world;
    const measuring = { pods: this.#pods, history: this.#history, windowMs };
    const time = this.#measuredBefore(now - metricDelayMs);
    const { replicas } = this.target;
    // A boundary of a schedule is no sync.
    const forecast = isSync ? this.#foreseen?.observe(now, replicas) : undefined;
    return {
      scale: { specReplicas: this.target.replicas, statusReplicas: this.#pods.count },
      pods: ok(this.#pods.list),
      controlled: ok(() => true),
      answers: this.#job.plans.map(plan => answerTo(plan, time, measuring)),
      ...(forecast ? { forecast } : {}),
    };
  }
}

/** Every resource and every container that the object measures has the same request. */
function requestsFor(measured: readonly MeteredResource[]): PodRequests {
  const all = new Map(measured.map(({ resource }) => [resource, podRequest]));
  const containers = measured.flatMap(({ container }) => container ?? []);
  return {
    podLevel: all,
    containers: [...new Set(containers)].map(name => ({ name, requests: all })),
  };
}
