import type { DefaultedSpec, HealthGate } from "../../spec/defaults.ts";
import type { Observation } from "../../observation/observation.ts";
import type { Pod } from "../../observation/pod.ts";
import { isFailing } from "../../observation/pod-health.ts";
import { isStaying } from "../../recommend/trusted-samples.ts";
import type { EpochMs } from "../../result.ts";
import type { Step } from "../decision.ts";
import type { Progress, Stage } from "../stage.ts";
import { within } from "./bound.ts";

interface HealthContext {
  readonly now: EpochMs;
  readonly currentReplicas: number;
  readonly spec: Pick<DefaultedSpec, "healthGate">;
  readonly observation: Pick<Observation, "pods">;
}

/** A spec without a health gate neither looks at the pods for it nor holds anything. */
export const holdUnhealthy: Stage<HealthContext> = {
  name: "health",
  limitReasons: ["NewestPodsFailing"],
  holds: true,
  observe: (history, { now, spec, observation }) => {
    const { healthGate: gate } = spec;
    // Pods that are unknown have neither failed nor recovered.
    if (gate && !observation.pods.ok) return history;
    const pods = gate && observation.pods.ok ? observation.pods.value : [];
    const isBad = gate !== null && newestPods(pods, now, gate).areFailing;
    const failingSince = isBad ? (history.failingSince ?? now) : null;
    return failingSince === history.failingSince ? history : { ...history, failingSince };
  },
  run: (progress, context) => {
    const { healthGate: gate } = context.spec;
    return gate && { step: healthStep(progress, { ...context, gate }) };
  },
};

/** One part of the pods in this many is the newest one: as many as a rolling update adds at a time. */
const PART = 4;
/** Fewer pods say little. */
const LEAST = 3;

interface NewestPods {
  readonly count: number;
  readonly failing: number;
  /** Whether most of them fail. */
  readonly areFailing: boolean;
}

/** The quarter of the started pods with the latest start times, but at least three pods if there are as many. */
export function newestPods(
  pods: readonly Pod[],
  now: EpochMs,
  { startSeconds }: Pick<HealthGate, "startSeconds">,
): NewestPods {
  const started = pods.filter(pod => pod.startTime !== null && isStaying(pod));
  const count = Math.min(started.length, Math.max(LEAST, Math.ceil(started.length / PART)));
  const bad = new Set(started.filter(pod => isFailing(pod, now, startSeconds * 1000)));
  // Most often no pod fails, and then the order does not matter.
  if (bad.size * 2 <= count) return { count, failing: 0, areFailing: false };
  const newest = started.toSorted(newestFirst).slice(0, count);
  const failing = newest.filter(pod => bad.has(pod)).length;
  return { count, failing, areFailing: failing * 2 > count };
}

/** Pods of one second are in the order of their names, so that the result is always the same. */
function newestFirst(a: Pod, b: Pod): number {
  const later = (b.startTime ?? 0) - (a.startTime ?? 0);
  if (later !== 0) return later;
  return a.name < b.name ? -1 : 1;
}

/**
 * While most of the newest pods fail, more pods are likely to fail as well. The size stays at most as it is, for a
 * limited time: the load may be high because pods fail.
 *
 * Source  the lifecycle control of Datadog's WatermarkPodAutoscaler, which asks a monitor instead of the pods.
 */
function healthStep(
  { count: desired, history: { failingSince } }: Progress,
  { now, currentReplicas, observation, gate }: HealthContext & { readonly gate: HealthGate },
): Step {
  const unlimited = { step: "health", before: desired, after: desired } as const;
  if (failingSince === null) {
    const message = "most of the newest pods do not fail";
    return { ...unlimited, reason: "NewestPodsWell", message };
  }
  const until = failingSince + gate.maxHoldSeconds * 1000;
  if (now >= until) {
    const message = `most of the newest pods have failed for ${gate.maxHoldSeconds} s, which holds nothing any more`;
    return { ...unlimited, reason: "HealthHoldEnded", message };
  }
  const range = { atMost: currentReplicas };
  const after = within(desired, range);
  const message = failureText(observation, now, gate);
  const step = { ...unlimited, after, ...range };
  return after === desired
    ? { ...step, reason: "HealthUnaffected", message: `${message}, and nothing is added` }
    : { ...step, until, reason: "NewestPodsFailing", message };
}

function failureText(
  { pods }: HealthContext["observation"],
  now: EpochMs,
  gate: HealthGate,
): string {
  if (!pods.ok) return "most of the newest pods failed when they were last seen";
  const { count, failing } = newestPods(pods.value, now, gate);
  return `${failing} of the ${count} newest pods fail; look at their containers`;
}
