import type { RawPodValue } from "../../../engine/model/observation/pod-sample.ts";
import type { RawPodMetrics } from "../../../engine/model/observation/pod-usage.ts";
import {
  deploymentRollout,
  statefulSetRollout,
} from "../../../engine/model/observation/rollout.ts";
import type { StepJson } from "../../../cli/evaluate/recorded-step.ts";
import { type Demand, endSeconds } from "./loads.ts";
import { capacity, end, iso, type LoopPod, type LoopWorkload } from "./pods.ts";

/** A Monday. */
export const NOON = Date.parse("2026-01-05T12:00:00Z");
const beatSeconds = 5;
const scrapeSeconds = 15;
const lateSeconds = 120;
/** For points of five minutes that come late. */
const keptSnapshots = 40;
/** A message is the work of one minute of a tenth of a core. */
const perMessage = 6000;

/** A part of the scenario: what happens to the world from one second to another. */
export interface Happening {
  readonly from: number;
  /** Absent: it does not end. */
  readonly to?: number;
  readonly begin: (world: LoopWorld) => void;
  readonly end?: (world: LoopWorld) => void;
}

export interface WorldOptions {
  readonly demand: Demand;
  readonly workloads: readonly LoopWorkload[];
  readonly lagSeconds: number;
  /** What a pod uses while it starts, in thousandths of a core. */
  readonly startUsage: number;
  /** How much of its work is CPU time; the rest waits for other servers. */
  readonly cpuShare: number;
  /** Whether work that is not done at once waits in a queue, instead of being lost. */
  readonly hasQueue: boolean;
  /** The time between two points of the external metric, which come two minutes late; null: as the others. */
  readonly pointSeconds: number | null;
  /** What a tool announces of its rollout, if any. */
  readonly announces: "rollout" | "serving" | null;
  readonly happenings: readonly Happening[];
}

/** What the metrics APIs serve of one moment. */
interface Snapshot {
  readonly time: number;
  readonly demand: number;
  readonly messages: number;
  readonly usage: ReadonlyMap<string, number>;
  readonly requests: ReadonlyMap<string, number>;
}

/** Work in pod-minutes: `lost` was demanded while no pod was free for it. */
export interface Tally {
  demanded: number;
  lost: number;
  replicaMinutes: number;
}

/** Workloads, their load and what happens to them, in steps of five seconds. */
export class LoopWorld {
  seconds = 0;
  /** The metrics that fail, as a recorded case names them. */
  failing: readonly string[] = [];
  room = Infinity;
  quota = Infinity;
  lostNode: number | null = null;
  /** Containers that are saturated for so long are killed, and restart after a while; null: they are not. */
  kills: { readonly afterSeconds: number; readonly restartSeconds: number } | null = null;
  /** The only workload that gets requests; null: all share them. */
  serving: string | null = null;
  /** Of the operator. */
  restarts = 0;
  backlog = 0;
  readonly tally: Tally = { demanded: 0, lost: 0, replicaMinutes: 0 };
  readonly #options: WorldOptions;
  #snapshots: Snapshot[] = [];
  #pending: Happening[];
  #ending: Happening[] = [];

  constructor(options: WorldOptions) {
    this.#options = options;
    this.#pending = [...options.happenings];
    this.#scrape();
  }

  get now(): number {
    return NOON + this.seconds * 1000;
  }

  get isOver(): boolean {
    return this.seconds >= endSeconds;
  }

  get workloads(): readonly LoopWorkload[] {
    return this.#options.workloads;
  }

  get pods(): LoopPod[] {
    return this.workloads.flatMap(({ pods }) => pods);
  }

  get replicas(): number {
    return this.workloads.reduce((sum, { replicas }) => sum + replicas, 0);
  }

  get announces() {
    return this.#options.announces;
  }

  get demand(): number {
    return this.#options.demand(this.seconds);
  }

  workload(name: string): LoopWorkload {
    const found = this.workloads.find(one => one.name === name);
    if (!found) throw new Error(`no workload ${name}`);
    return found;
  }

  /** Another client writes a count. It stops no workload, and starts none. */
  write(name: string, replicas: number): void {
    const workload = this.workload(name);
    if (workload.replicas === 0 || workload.replicas === replicas) return;
    workload.replicas = replicas;
    workload.writer = "Other";
  }

  /** A tool deploys a workload. */
  start(name: string, replicas: number): void {
    this.workload(name).replicas = replicas;
  }

  stop(name: string): void {
    Object.assign(this.workload(name), { replicas: 0, writer: "Other" });
  }

  /** Whether the tool announces that this workload gets the requests. */
  isMarkedServing = ({ name }: LoopWorkload): boolean =>
    this.announces === "serving" && name === this.serving;

  advance(): void {
    this.seconds += beatSeconds;
    this.#happen();
    const started = this.pods.filter(({ startedAt }) => startedAt !== null).length;
    const { now, quota, lostNode } = this;
    for (const workload of this.workloads) {
      workload.advance({ now, quota, lostNode, room: this.room - started });
    }
    this.#serve();
    this.#kill();
    if (this.seconds % scrapeSeconds === 0) this.#scrape();
  }

  #happen(): void {
    const due = this.#pending.filter(({ from }) => from <= this.seconds);
    this.#pending = this.#pending.filter(({ from }) => from > this.seconds);
    for (const happening of due) happening.begin(this);
    this.#ending.push(...due.filter(happening => happening.to !== undefined));
    const over = this.#ending.filter(({ to }) => to! <= this.seconds);
    this.#ending = this.#ending.filter(({ to }) => to! > this.seconds);
    for (const happening of over) happening.end?.(this);
  }

  get #servingPods(): LoopPod[] {
    return this.workloads
      .filter(({ name }) => this.serving === null || name === this.serving)
      .flatMap(({ pods }) => pods.filter(({ isReady, isLost }) => isReady && !isLost));
  }

  #serve(): void {
    const { cpuShare, startUsage, hasQueue } = this.#options;
    const serving = this.#servingPods;
    const most = serving.length * capacity;
    const wanted = this.demand + this.backlog / beatSeconds;
    const served = Math.min(most, wanted);
    if (hasQueue) this.backlog = (wanted - served) * beatSeconds;
    const isFull = served === most;
    const busy = new Set(serving);
    for (const pod of this.pods) {
      const isBusy = busy.has(pod);
      const share = isBusy ? (served / serving.length) * cpuShare : 0;
      const starts = pod.startedAt !== null && !pod.isReady;
      pod.usage = isBusy ? share : starts ? startUsage : 5;
      if (!isBusy || !isFull) pod.saturatedSince = null;
      else pod.saturatedSince ??= this.now;
    }
    this.tally.demanded += (this.demand / capacity) * (beatSeconds / 60);
    this.tally.lost += (Math.max(0, this.demand - most) / capacity) * (beatSeconds / 60);
    this.tally.replicaMinutes += this.pods.length * (beatSeconds / 60);
  }

  /** Not all in the same second: each pod bears its load a little longer than the one before. */
  #kill(): void {
    const { kills, now } = this;
    if (kills === null) return;
    for (const [index, pod] of this.pods.entries()) {
      const afterMs = (kills.afterSeconds + (index % 5) * 15) * 1000;
      if (pod.saturatedSince === null || now - pod.saturatedSince < afterMs) continue;
      end(pod, now, { exitCode: 137, restartMs: kills.restartSeconds * 1000 });
    }
  }

  #scrape(): void {
    const { demand, now } = this;
    const serving = this.#servingPods;
    const measured = this.pods.filter(
      ({ startedAt, isLost }) => startedAt !== null && !isLost && now - startedAt >= 15_000,
    );
    const share = demand / Math.max(1, serving.length);
    const busy = new Set(serving);
    this.#snapshots.push({
      ...{ time: now, demand, messages: demand / 100 + this.backlog / perMessage },
      usage: new Map(measured.map(({ name, usage }) => [name, usage])),
      requests: new Map(measured.map(pod => [pod.name, busy.has(pod) ? share / 10 : 0])),
    });
    this.#snapshots = this.#snapshots.slice(-keptSnapshots);
  }

  /** What an autoscaler of these workloads reads now, the target first. */
  observe(counted: readonly LoopWorkload[], { isTotal = false, isChosen = false } = {}): StepJson {
    const [target, ...others] = counted.map(workload => ({
      ...scaleOf(workload),
      ...(isTotal && isChosen && { uid: workload.name, isServing: this.isMarkedServing(workload) }),
    }));
    return {
      now: iso(this.now),
      scale: target!,
      ...(isTotal ? { monitored: others } : {}),
      pods: counted.flatMap(workload => workload.raw()),
      metrics: this.#metricsOf(new Set(counted.flatMap(({ pods }) => pods.map(pod => pod.name)))),
    };
  }

  /** The latest one that there was then. */
  #snapshotAt(seconds: number): Snapshot {
    const time = NOON + seconds * 1000;
    return this.#snapshots.findLast(one => one.time <= time) ?? this.#snapshots[0]!;
  }

  #metricsOf(names: ReadonlySet<string>): NonNullable<StepJson["metrics"]> {
    const { lagSeconds, pointSeconds } = this.#options;
    const snapshot = this.#snapshotAt(this.seconds - lagSeconds);
    const timestamp = iso(snapshot.time);
    const point =
      pointSeconds === null
        ? snapshot
        : this.#snapshotAt(Math.floor((this.seconds - lateSeconds) / pointSeconds) * pointSeconds);
    return {
      resource: Array.from(snapshot.usage).flatMap(([name, usage]): RawPodMetrics[] =>
        names.has(name)
          ? [
              {
                ...{ metadata: { name }, timestamp, window: "15s" },
                containers: [{ name: "main", usage: { cpu: `${Math.round(usage)}m` } }],
              },
            ]
          : [],
      ),
      pods: {
        rps: Array.from(snapshot.requests).flatMap(([pod, rate]): RawPodValue[] =>
          names.has(pod) ? [{ pod, value: milli(rate), timestamp, windowSeconds: 15 }] : [],
        ),
      },
      object: { requests: { value: milli(snapshot.demand / 100), timestamp } },
      external: { queue: [{ value: milli(point.messages), timestamp: iso(point.time) }] },
      ...(this.failing.length > 0 ? { errors: this.failing } : {}),
    };
  }
}

const milli = (value: number): string => `${Math.round(value * 1000)}m`;

const scaleOf = (workload: LoopWorkload): NonNullable<StepJson["scale"]> => ({
  specReplicas: workload.replicas,
  statusReplicas: workload.pods.length,
  selector: workload.selector,
  rollout:
    workload.kind === "StatefulSet"
      ? statefulSetRollout(workload.object)
      : deploymentRollout(workload.object),
  zeroOf: workload.replicas === 0 ? workload.writer : null,
});
