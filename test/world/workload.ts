import type { RawPod } from "../../engine/model/observation/pod.ts";
import type { ZeroOwner } from "../../engine/model/observation/observation.ts";
import { type RawRollout, ROLLOUT_ANNOTATION } from "../../engine/model/observation/rollout.ts";

const requests = { cpu: "100m", memory: "100Mi" };

const backingOff = { state: { waiting: { reason: "CrashLoopBackOff" } } };

interface SimulatedPod {
  readonly name: string;
  readonly version: number;
  readonly startTime: string;
  readonly readyAt: number;
  readonly readyTime: string;
  /** What the API server shows of it, by its state: a decision reads every pod, and few have changed. */
  readonly shown: Map<string, RawPod>;
}

/** A workload whose pods follow its count: they become ready after a delay and end immediately. */
export class SimulatedWorkload {
  readonly name: string;
  /** `spec.replicas`. */
  replicas: number;
  /** The last writer of the count. */
  writer: ZeroOwner = "Other";
  /** True if a tool announces a rollout. */
  isAnnounced = false;
  /** The mark that it serves. */
  isMarkedServing = false;
  /** False if no requests reach its pods. */
  isServing = true;
  /** True if its pods never become ready. */
  isBroken = false;
  /** How many of its pods run, the oldest ones: the containers of all others crash. */
  carries = Infinity;
  /** False if its pods request nothing. */
  hasRequests = true;
  /** True if the metrics APIs have nothing about its pods. */
  isSilent = false;
  readonly #startMs: number;
  #pods: SimulatedPod[] = [];
  #version = 1;
  #made = 0;

  constructor(name: string, replicas: number, startSeconds: number) {
    this.name = name;
    this.replicas = replicas;
    this.#startMs = startSeconds * 1000;
  }

  get selector(): string {
    return `app=${this.name}`;
  }

  /** Its pods, whatever their version. */
  get statusReplicas(): number {
    return this.#pods.length;
  }

  /** Whether there are pods of an earlier version. */
  get isRollingOut(): boolean {
    return this.#updatedReplicas < this.#pods.length;
  }

  /** The fields of a Deployment. */
  get object(): RawRollout {
    const reason = this.isRollingOut ? "ReplicaSetUpdated" : "NewReplicaSetAvailable";
    return {
      metadata: { annotations: this.isAnnounced ? { [ROLLOUT_ANNOTATION]: "InProgress" } : {} },
      spec: { replicas: this.replicas },
      status: {
        replicas: this.statusReplicas,
        updatedReplicas: this.#updatedReplicas,
        conditions: [{ type: "Progressing", status: "True", reason }],
      },
    };
  }

  get #updatedReplicas(): number {
    return this.#pods.filter(({ version }) => version === this.#version).length;
  }

  /** Starts to replace all pods, with a surge of a quarter. */
  rollOut(): void {
    this.#version += 1;
  }

  /** Simulates its controller and the kubelets. */
  advance(now: number): void {
    const surge = this.isRollingOut ? Math.ceil(this.replicas / 4) : 0;
    const old = this.#pods.filter(({ version }) => version !== this.#version);
    const ready = this.#pods.filter(
      pod => pod.version === this.#version && this.#isReady(pod, now),
    ).length;
    // Each ready new pod replaces an old one.
    const spared = Math.max(0, Math.min(old.length, this.replicas - ready));
    const gone = new Set(old.slice(spared));
    this.#pods = this.#pods.filter(pod => !gone.has(pod));
    this.#pods.splice(this.replicas + surge);
    while (this.#pods.length < this.replicas + surge) {
      // A surge consists of new pods and needs old ones.
      if (this.#pods.length >= this.replicas && !this.isRollingOut) break;
      this.#add(now);
    }
  }

  /** Creates its pods as if it had always existed. */
  settle(now: number): void {
    while (this.#pods.length < this.replicas) this.#add(now - 3_600_000);
  }

  #add(now: number): void {
    this.#made += 1;
    this.#pods.push({
      name: `${this.name}-${this.#made}`,
      version: this.#version,
      startTime: new Date(now).toISOString(),
      readyAt: now + this.#startMs,
      readyTime: new Date(now + this.#startMs).toISOString(),
      shown: new Map(),
    });
  }

  readyPods(now: number): string[] {
    return this.#pods.filter(pod => this.#isReady(pod, now)).map(({ name }) => name);
  }

  #isReady(pod: SimulatedPod, now: number): boolean {
    return !this.isBroken && pod.readyAt <= now && !this.#crashes(pod);
  }

  #crashes(pod: SimulatedPod): boolean {
    return this.carries < Infinity && this.#pods.indexOf(pod) >= this.carries;
  }

  podsAt(now: number): RawPod[] {
    return this.#pods.map(pod => {
      const isReady = this.#isReady(pod, now);
      const crashes = this.#crashes(pod);
      const state = `${isReady} ${crashes} ${this.hasRequests}`;
      const known = pod.shown.get(state) ?? this.#show(pod, isReady, crashes);
      pod.shown.set(state, known);
      return known;
    });
  }

  #show({ name, startTime, readyTime }: SimulatedPod, isReady: boolean, crashes: boolean): RawPod {
    return {
      metadata: { name, labels: { app: this.name } },
      spec: { containers: [{ name: "main", resources: this.hasRequests ? { requests } : {} }] },
      status: {
        phase: "Running",
        startTime,
        ...(crashes ? { containerStatuses: [backingOff] } : {}),
        conditions: [
          {
            type: "Ready",
            status: isReady ? "True" : "False",
            lastTransitionTime: isReady ? readyTime : startTime,
          },
        ],
      },
    };
  }
}
