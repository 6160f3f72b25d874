import type { RawPod } from "../../../engine/model/observation/pod.ts";
import type { RawPodMetrics } from "../../../engine/model/observation/pod-usage.ts";

/** The input of both sides of the benchmark: one JSON file. */
export interface Inputs {
  readonly cpuInitializationPeriodSeconds: number;
  readonly initialReadinessDelaySeconds: number;
  /** For each figure, before the measurement. */
  readonly warmUpSeconds: number;
  /** For each figure. */
  readonly seconds: number;
  readonly inputs: readonly Input[];
}

/** A target with its pods and their metrics, as sent by the API server. */
export interface Input {
  readonly name: string;
  readonly namespace: string;
  readonly selector: string;
  readonly currentReplicas: number;
  readonly targetUtilization: number;
  readonly pods: readonly RawPod[];
  readonly podMetrics: readonly RawPodMetrics[];
}

/** The output of a side for an input. */
export interface Figures {
  readonly proposal: Figure;
  /** Only for the engine: all stages. */
  readonly wholeDecision?: Figure;
}

export interface Figure {
  readonly replicas: number;
  readonly perSecond: number;
}

/**
 * steady    every pod has been ready for a long time and has a sample
 * starting  every pod is new: the time of its sample determines whether it counts
 * changing  one pod in ten waits for a node, and one in ten has no sample yet
 */
const states = ["steady", "starting", "changing"] as const;

type State = (typeof states)[number];

export function inputsFor(counts: readonly number[], seconds: number): Inputs {
  const now = Date.now();
  return {
    // Long enough that new pods stay new.
    cpuInitializationPeriodSeconds: 3600,
    initialReadinessDelaySeconds: 30,
    warmUpSeconds: 0.2,
    seconds,
    inputs: counts.flatMap(count => states.map(state => inputOf(count, state, now))),
  };
}

const namespace = "shop";
const containers = ["app", "proxy"];

function inputOf(count: number, state: State, now: number): Input {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const isPending = (index: number): boolean => state === "changing" && index % 10 === 3;
  const isMissing = (index: number): boolean => state === "changing" && index % 10 === 7;
  const started = now - (state === "starting" ? 120_000 : 172_800_000);
  return {
    name: `${count} pods, ${state}`,
    namespace,
    selector: "app=web",
    currentReplicas: count,
    targetUtilization: 70,
    pods: indexes.map(index => podOf(index, isPending(index) ? null : started)),
    podMetrics: indexes
      .filter(index => !isPending(index) && !isMissing(index))
      .map(index => metricsOf(index, now)),
  };
}

const nameOf = (index: number): string => `web-5d4f8c7b9-${(46_656 + 97 * index).toString(36)}`;

/** In the format of Kubernetes, in whole seconds. */
const timestamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** @param started null: it waits for a node */
function podOf(index: number, started: number | null): RawPod {
  const labels = { app: "web", "pod-template-hash": "5d4f8c7b9" };
  const metadata = { name: nameOf(index), namespace, labels };
  const resources = { requests: { cpu: "250m", memory: "256Mi" } };
  const spec = { containers: containers.map(name => ({ name, resources })) };
  if (started === null) return { metadata, spec, status: { phase: "Pending" } };
  const conditions = [
    { type: "PodScheduled", status: "True", lastTransitionTime: timestamp(started) },
    { type: "Ready", status: "True", lastTransitionTime: timestamp(started + 10_000) },
  ];
  const status = { phase: "Running", startTime: timestamp(started), conditions };
  return { metadata, spec, status };
}

/** In the format of metrics-server: nanocores, and a window of about its resolution. */
function metricsOf(index: number, now: number): RawPodMetrics {
  return {
    metadata: { name: nameOf(index) },
    timestamp: timestamp(now - 1000 * (index % 15)),
    window: `${((10_000 + 137 * index) % 20_000) / 1000}s`,
    containers: containers.map(name => ({
      name,
      usage: { cpu: `${150_000_000 + 997 * index}n`, memory: `${200_000 + index}Ki` },
    })),
  };
}
