// engine/observation/: what was observed of pods, nodes and metrics, and the formats that it comes in.
// Everything else imports it.

import type { Metric } from "../spec/metric.ts";
import { type EpochMs, err, ok, type Result } from "../result.ts";
import type { Pod } from "./pod.ts";
import {
  customSamples,
  type PodSamples,
  type RawPodMetrics,
  type RawPodValue,
  resourceSamples,
} from "./pod-sample.ts";
import { milliUnits } from "./values/quantity.ts";
import { type RolloutState, rolloutAmong } from "./rollout.ts";
import { parseSelector } from "./selectors/selector-text.ts";
import type { ZeroOwner } from "./zero-owner.ts";
import { timeOrZero, ZERO_TIME } from "./values/time.ts";

/** autoscaling/v1 Scale: the replicas in the spec and in the status. */
export interface ScaleCounts {
  readonly specReplicas: number;
  readonly statusReplicas: number;
}

/** The input of one decision on an Autoscaler, besides its spec and its history. */
export interface Observation {
  /** Of the target itself. */
  readonly scale: ScaleCounts;
  /** Of all other monitored objects; absent: there are none. */
  readonly others?: ScaleCounts;
  /** The pods of the target and the other monitored objects, or why they cannot be determined. */
  readonly pods: Result<readonly Pod[], Failure>;
  /** One answer for each metric of the spec, then for each threshold, in order. */
  readonly answers: readonly Answer[];
  /** Of the target, or of another object that counts; absent: none. */
  readonly rollout?: RolloutState | null;
  /** The author of a count of 0; absent: unknown. */
  readonly zeroOf?: ZeroOwner | null;
  /** When the answers arrived; absent: now. With a long period, they may be older than a decision. */
  readonly toldAt?: EpochMs;
  /** Whether an earlier decision used the same answers; absent: no. */
  readonly isAgain?: boolean;
}

export interface Failure {
  readonly reason: "SelectorRequired" | "InvalidSelector" | "AmbiguousSelector";
  readonly message: string;
}

/** The answer of a metrics API for one metric; values in thousandths. */
export type Answer =
  | { readonly kind: "Samples"; readonly samples: PodSamples }
  | { readonly kind: "Value"; readonly value: bigint; readonly measured?: Measured }
  | { readonly kind: "Values"; readonly values: readonly bigint[]; readonly measured?: Measured }
  | { readonly kind: "Failed"; readonly message: string };

/**
 * When a value was measured, and over which time before that; of several values, the oldest time
 * and the longest window.
 */
export interface Measured {
  /** null: the answer does not contain it. */
  readonly time: EpochMs | null;
  readonly windowMs: number;
}

/** The raw answer: items of metrics.k8s.io, custom.metrics.k8s.io, external.metrics.k8s.io. */
export type RawAnswer =
  | { readonly kind: "PodMetrics"; readonly items: readonly RawPodMetrics[] }
  | { readonly kind: "PodValues"; readonly items: readonly RawPodValue[] }
  | ({ readonly kind: "ObjectValue" } & RawValue)
  | { readonly kind: "ExternalValues"; readonly values: readonly RawValue[] }
  | { readonly kind: "Failed"; readonly message: string };

/** A value of custom.metrics.k8s.io for an object, or of external.metrics.k8s.io. */
export interface RawValue {
  readonly value: string;
  readonly timestamp?: string | null;
  readonly windowSeconds?: number | null;
}

/** A scale subresource. */
export interface RawScale extends ScaleCounts {
  readonly selector: string;
}

/**
 * The raw input from the cluster.
 *
 * selector    the target's, as in its scale subresource
 * others      the same for the other monitored objects; absent: there are none
 * pods        the pods that the selectors match, trimmed as the reflector keeps them
 * sharedWith  another target that is scaled by some of the same pods
 * rollouts    the state of the target and of each other object that counts
 * zeroOf      the author of the target's count if that is 0
 * answers     one for each queried metric, in order
 */
export interface RawObservation {
  readonly scale: RawScale;
  readonly others?: readonly RawScale[] | null;
  readonly pods: readonly Pod[];
  readonly sharedWith?: string | null;
  readonly rollouts?: readonly (RolloutState | null | undefined)[];
  readonly zeroOf?: ZeroOwner | null;
  readonly answers: readonly RawAnswer[];
}

/** The operator and `trimtab evaluate` both build their observations with this function. */
export function fromKubernetes(raw: RawObservation, metrics: readonly Metric[]): Observation {
  const { specReplicas, statusReplicas } = raw.scale;
  const unreadable = [raw.scale, ...(raw.others ?? [])].map(({ selector }) =>
    selectorFailure(selector),
  );
  const failure = unreadable.find(each => each !== null) ?? ambiguity(raw.sharedWith ?? null);
  return {
    scale: { specReplicas, statusReplicas },
    ...(raw.others ? { others: sumOf(raw.others) } : {}),
    rollout: rolloutAmong(raw.rollouts ?? []),
    zeroOf: raw.zeroOf ?? null,
    pods: failure ? err(failure) : ok(raw.pods),
    answers: metrics.map((metric, index) => readAnswer(raw.answers[index], metric)),
  };
}

const sumOf = (scales: readonly RawScale[]): ScaleCounts => ({
  specReplicas: scales.reduce((sum, { specReplicas }) => sum + specReplicas, 0),
  statusReplicas: scales.reduce((sum, { statusReplicas }) => sum + statusReplicas, 0),
});

/** Source  upstream horizontal.go, validateAndParseSelector. */
function selectorFailure(selector: string): Failure | null {
  if (selector === "") {
    return { reason: "SelectorRequired", message: "the target's scale is missing a selector" };
  }
  const parsed = parseSelector(selector);
  return parsed.ok ? null : { reason: "InvalidSelector", message: parsed.error };
}

/** The usage of shared pods mixes both targets' load, so it describes neither. */
function ambiguity(rival: string | null): Failure | null {
  if (rival === null) return null;
  const message = `${rival} is scaled by some of the same pods; give the two targets selectors that no pod matches both of`;
  return { reason: "AmbiguousSelector", message };
}

function readAnswer(raw: RawAnswer | undefined, metric: Metric): Answer {
  switch (raw?.kind) {
    case "PodMetrics":
      return readPodMetrics(raw.items, metric);
    case "PodValues":
      if (raw.items.length === 0) return failed("the custom metrics API has no such metric");
      return { kind: "Samples", samples: customSamples(raw.items) };
    case "ObjectValue": {
      const value = milliUnits(raw.value);
      if (!value.ok) return failed(value.error);
      return { kind: "Value", value: value.value, measured: measuredIn([raw]) };
    }
    case "ExternalValues":
      return readExternalValues(raw.values);
    case "Failed":
      return raw;
    case undefined:
      return failed("the metric was not queried");
  }
}

function readPodMetrics(items: readonly RawPodMetrics[], metric: Metric): Answer {
  if (items.length === 0) return failed(noPodMetrics);
  if (metric.type === "Resource") {
    return { kind: "Samples", samples: resourceSamples(items, metric.resource.name, null) };
  }
  if (metric.type !== "ContainerResource") return failed("the answer is to another question");
  const { name, container } = metric.containerResource;
  return { kind: "Samples", samples: resourceSamples(items, name, container) };
}

const noPodMetrics =
  "the resource metrics API has no metrics of these pods; new ones have some after a minute, else look at metrics-server";

function readExternalValues(raw: readonly RawValue[]): Answer {
  if (raw.length === 0) return failed("the external metrics API has no such metric");
  const values: bigint[] = [];
  for (const { value: text } of raw) {
    const value = milliUnits(text);
    if (!value.ok) return failed(value.error);
    values.push(value.value);
  }
  return { kind: "Values", values, measured: measuredIn(raw) };
}

function measuredIn(values: readonly RawValue[]): Measured {
  const times = values
    .map(({ timestamp }) => timeOrZero(timestamp))
    .filter(time => time !== ZERO_TIME);
  const windows = values.map(({ windowSeconds }) => (windowSeconds ?? 0) * 1000);
  return { time: times.length === 0 ? null : Math.min(...times), windowMs: Math.max(...windows) };
}

const failed = (message: string): Answer => ({ kind: "Failed", message });
