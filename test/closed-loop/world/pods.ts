import type { RawPod } from "../../../engine/model/observation/pod.ts";
import { type RawRollout, ROLLOUT_ANNOTATION } from "../../../engine/model/observation/rollout.ts";
import type { ZeroOwner } from "../../../engine/model/observation/observation.ts";

/** What one pod can carry, in thousandths of a core. */
export const capacity = 1000;

export interface LoopPod {
  readonly name: string;
  /** Of a StatefulSet, its ordinal. */
  readonly number: number;
  readonly node: number;
  readonly version: number;
  readonly createdAt: number;
  /** Thousandths of a core; a vertical autoscaler changes it in place. */
  request: number;
  /** What the kubelet has actuated of the request. */
  actuated: number;
  /** null: it has no node. */
  startedAt: number | null;
  /** From when it can be ready. */
  readyFrom: number;
  isReady: boolean;
  changedAt: number;
  /** Since when it has had all the load that it can carry. */
  saturatedSince: number | null;
  failure: { readonly exitCode: number; readonly at: number } | null;
  isBackingOff: boolean;
  /** Its node is away. */
  isLost: boolean;
  usage: number;
}

/** What the cluster allows the pods of a workload now. */
export interface Conditions {
  readonly now: number;
  /** How many more pods find a node. */
  readonly room: number;
  /** How many pods may exist. */
  readonly quota: number;
  /** A node that takes no pods. */
  readonly lostNode: number | null;
}

export interface WorkloadOptions {
  readonly name: string;
  readonly replicas: number;
  readonly kind: "Deployment" | "StatefulSet";
  readonly now: number;
  /** How long the pod of this number takes to start. */
  readonly startMs: (made: number) => number;
}

const nodes = 3;

export const iso = (time: number): string => new Date(time).toISOString();

/** A Deployment or a StatefulSet, with its controller, the scheduler and the kubelets. */
export class LoopWorkload {
  readonly name: string;
  readonly kind: WorkloadOptions["kind"];
  /** `spec.replicas`. */
  replicas: number;
  writer: ZeroOwner = "Other";
  request = capacity;
  /** Containers created from then on crash; null: none do. */
  crashesFrom: number | null = null;
  /** Of a StatefulSet: lower ordinals keep their version. */
  partition = 0;
  /** Whether a tool announces a rollout. */
  isAnnounced = false;
  pods: LoopPod[] = [];
  readonly #startMs: WorkloadOptions["startMs"];
  #version = 1;
  #made = 0;

  constructor({ name, replicas, kind, now, startMs }: WorkloadOptions) {
    this.name = name;
    this.replicas = replicas;
    this.kind = kind;
    this.#startMs = startMs;
    const long = now - 3_600_000;
    for (let index = 0; index < replicas; index++) {
      const pod = this.#create(long, null);
      Object.assign(pod, { startedAt: long, isReady: true, changedAt: long + 10_000 });
    }
  }

  get selector(): string {
    return `app=${this.name}`;
  }

  rollOut(): void {
    this.#version += 1;
  }

  advance(conditions: Conditions): void {
    if (this.kind === "Deployment") this.#advanceDeployment(conditions);
    else this.#advanceStatefulSet(conditions);
    this.#schedule(conditions);
    for (const pod of this.pods) this.#runContainer(pod, conditions.now);
  }

  #advanceDeployment({ now, quota, lostNode }: Conditions): void {
    const old = this.#old();
    const surge = old.length > 0 ? Math.ceil(this.replicas / 4) : 0;
    const ready = this.pods.filter(pod => pod.version === this.#version && pod.isReady).length;
    const spared = Math.max(0, Math.min(old.length, this.replicas - ready));
    this.#remove(old, old.length - spared);
    this.#remove(this.pods, this.pods.length - this.replicas - surge);
    const most = Math.min(quota, this.replicas + (this.#old().length > 0 ? surge : 0));
    while (this.pods.length < most) this.#create(now, lostNode);
  }

  /** One pod after the other is replaced, from the highest ordinal down to the partition. */
  #advanceStatefulSet({ now, quota, lostNode }: Conditions): void {
    this.pods = this.pods.filter(({ number }) => number < this.replicas);
    for (let number = 0; number < this.replicas && this.pods.length < quota; number++) {
      if (!this.pods.some(pod => pod.number === number)) this.#create(now, lostNode, number);
    }
    if (!this.pods.every(({ isReady }) => isReady)) return;
    const old = this.#old().filter(({ number }) => number >= this.partition);
    const next = old.reduce<LoopPod | null>(
      (last, pod) => (last && last.number > pod.number ? last : pod),
      null,
    );
    if (next === null) return;
    this.pods = this.pods.filter(pod => pod !== next);
    this.#create(now, lostNode, next.number);
  }

  /** As the ReplicaSet controller does: pods without a node first, then unready ones, then the youngest. */
  #remove(from: readonly LoopPod[], count: number): void {
    if (count <= 0) return;
    const rank = ({ startedAt, isReady }: LoopPod) => (startedAt === null ? 0 : isReady ? 2 : 1);
    const order = [...from].sort((a, b) => rank(a) - rank(b) || b.createdAt - a.createdAt);
    const gone = new Set(order.slice(0, count));
    this.pods = this.pods.filter(pod => !gone.has(pod));
  }

  #old = (): LoopPod[] => this.pods.filter(({ version }) => version !== this.#version);

  #create(now: number, lostNode: number | null, number = this.#made): LoopPod {
    this.#made += 1;
    const made = this.#made;
    const node = made % nodes === lostNode ? (made + 1) % nodes : made % nodes;
    const pod: LoopPod = {
      ...{ name: `${this.name}-${number}`, number, node, version: this.#version, createdAt: now },
      ...{ request: this.request, actuated: this.request, usage: 0 },
      ...{ startedAt: null, readyFrom: this.#startMs(made), isReady: false, changedAt: now },
      ...{ saturatedSince: null, failure: null, isBackingOff: false, isLost: false },
    };
    this.pods.push(pod);
    return pod;
  }

  #schedule({ now, room }: Conditions): void {
    const waiting = this.pods.filter(({ startedAt }) => startedAt === null);
    for (const pod of waiting.slice(0, Math.max(0, room))) {
      pod.startedAt = now;
      pod.changedAt = now;
      pod.readyFrom += now;
    }
  }

  #runContainer(pod: LoopPod, now: number): void {
    const crashes = this.crashesFrom !== null && pod.createdAt >= this.crashesFrom;
    if (crashes && pod.startedAt !== null && now - pod.startedAt >= 15_000) {
      if (!pod.isBackingOff) end(pod, now, { exitCode: 1, restartMs: 0 });
      pod.isBackingOff = true;
      return;
    }
    if (pod.isBackingOff && !crashes) {
      pod.isBackingOff = false;
      pod.readyFrom = now + 15_000;
    }
    const canBeReady = pod.startedAt !== null && !pod.isLost && now >= pod.readyFrom;
    if (!canBeReady || pod.isReady) return;
    pod.isReady = true;
    pod.changedAt = now;
  }

  /** What the target shows of a rollout. */
  get object(): RawRollout {
    const updated = this.pods.length - this.#old().length;
    const counts = { replicas: this.pods.length, updatedReplicas: updated };
    const metadata = this.isAnnounced
      ? { annotations: { [ROLLOUT_ANNOTATION]: "InProgress" } }
      : {};
    if (this.kind === "StatefulSet") {
      const isDone = this.#old().length === 0;
      const current = isDone ? this.#version : this.#version - 1;
      const updateStrategy = {
        type: "RollingUpdate",
        rollingUpdate: { partition: this.partition },
      };
      return {
        metadata,
        spec: { replicas: this.replicas, updateStrategy },
        status: {
          ...counts,
          currentRevision: `web-${current}`,
          updateRevision: `web-${this.#version}`,
        },
      };
    }
    const reason = updated < this.pods.length ? "ReplicaSetUpdated" : "NewReplicaSetAvailable";
    const conditions = [{ type: "Progressing", status: "True", reason }];
    return { metadata, spec: { replicas: this.replicas }, status: { ...counts, conditions } };
  }

  raw(): RawPod[] {
    return this.pods.map(pod => {
      const { request, actuated, startedAt, isReady, changedAt, failure, isBackingOff } = pod;
      const state = [request, actuated, startedAt, isReady, changedAt, failure?.at, isBackingOff];
      const key = state.join(" ");
      const known = shown.get(pod);
      if (known?.key === key) return known.raw;
      const raw = rawOf(pod, this.name);
      shown.set(pod, { key, raw });
      return raw;
    });
  }
}

/** By pod: a decision reads every pod, and few have changed. */
const shown = new WeakMap<LoopPod, { readonly key: string; readonly raw: RawPod }>();

/** A container ends, and runs again after this time. */
export function end(
  pod: LoopPod,
  now: number,
  { exitCode, restartMs }: { readonly exitCode: number; readonly restartMs: number },
): void {
  pod.failure = { exitCode, at: now };
  pod.readyFrom = now + restartMs;
  pod.saturatedSince = null;
  if (!pod.isReady) return;
  pod.isReady = false;
  pod.changedAt = now;
}

function rawOf(pod: LoopPod, app: string): RawPod {
  const { name, request, startedAt, isReady, changedAt } = pod;
  const isPlaced = startedAt !== null;
  const ready = { type: "Ready", status: isReady ? "True" : "False" };
  return {
    metadata: { name, labels: { app } },
    spec: { containers: [{ name: "main", resources: resourcesOf(request) }] },
    status: {
      phase: isPlaced ? "Running" : "Pending",
      conditions: [
        { ...ready, lastTransitionTime: iso(changedAt) },
        { type: "PodScheduled", status: isPlaced ? "True" : "False" },
      ],
      ...(isPlaced && { startTime: iso(startedAt), containerStatuses: [statusOf(pod)] }),
    },
  };
}

const resourcesOf = (amount: number) => ({ requests: { cpu: `${amount}m` } });

/** With the name and the resources, as the kubelet reports them. */
function statusOf({ failure, isBackingOff, actuated }: LoopPod) {
  const ended = failure && { exitCode: failure.exitCode, finishedAt: iso(failure.at) };
  return {
    name: "main",
    resources: resourcesOf(actuated),
    allocatedResources: { cpu: `${actuated}m` },
    state: isBackingOff ? { waiting: { reason: "CrashLoopBackOff" } } : {},
    ...(ended && { lastState: { terminated: ended } }),
  };
}
