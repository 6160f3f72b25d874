import type { AutoscalerSpec } from "../model/spec/autoscaler-spec.ts";
import type { Observation } from "../model/observation/observation.ts";
import { newestFirst, type Pod } from "../model/observation/pod.ts";
import { healthOf } from "../model/observation/pod-health.ts";
import { isStaying } from "../arithmetic/trusted-samples.ts";
import { type HealthHold, update } from "../model/history.ts";
import { record, time } from "../model/codec.ts";
import type { SerializedHealthHold } from "../model/generated/history.ts";
import { slot } from "../model/slot.ts";
import type { EpochMs } from "../model/values/result.ts";
import { keptIn, type Step } from "../model/decision.ts";
import { held, type Progress, type Stage } from "../model/feature.ts";

interface HealthContext {
  readonly now: EpochMs;
  readonly currentReplicas: number;
  readonly spec: Pick<AutoscalerSpec, "healthGate">;
  readonly observation: Pick<Observation, "pods">;
}

type HealthGate = Required<NonNullable<AutoscalerSpec["healthGate"]>>;

const gateOf = ({ healthGate }: HealthContext["spec"]): HealthGate | null =>
  healthGate
    ? {
        startSeconds: healthGate.startSeconds ?? 600,
        maxHoldSeconds: healthGate.maxHoldSeconds ?? 300,
      }
    : null;

/** A spec without a health gate neither looks at the pods for it nor holds anything. */
export const holdUnhealthy: Stage<HealthContext> = {
  name: "health",
  field: "healthGate",
  inHpa: { lost: "failing pods do not hold scale-up" },
  inSimulation: "no simulated container crashes; a pod fails if it starts for too long",
  needsPods: spec => gateOf(spec) !== null,
  memory: slot({
    name: "healthHold",
    codec: record<SerializedHealthHold, HealthHold>({ since: time, until: time }, { until: null }),
    // A hold that is not saved would begin again, and an end that is not saved would come later.
    isAsSafe: (saved, actual) => saved?.since === actual?.since && saved?.until === actual?.until,
    isCaution: true,
    clock: "Stops",
  }),
  reasons: {
    NewestPodsFailing: held("held: the newest pods fail", "pods fail", {
      continues: when => `It may rise when they run, at the latest ${when}.`,
    }),
  },
  holds: true,
  observe: (history, { now, spec, observation: { pods } }) => {
    const gate = gateOf(spec);
    // Pods that are unknown have neither failed nor recovered.
    if (gate && !pods.ok) return history;
    const areFailing = gate !== null && pods.ok && newestPods(pods.value, now, gate).areFailing;
    const healthHold = gate && nextHold(history.healthHold, areFailing, now, gate);
    return update(history, { healthHold });
  },
  run: (progress, context) => {
    const gate = gateOf(context.spec);
    return gate && { step: healthStep(progress, { ...context, gate }) };
  },
};

/** A hold ends when the pods recover, or after its time; then the gate rests for that time. */
function nextHold(hold: HealthHold | null, areFailing: boolean, now: EpochMs, gate: HealthGate) {
  const begun = areFailing ? { since: now, until: null } : null;
  if (hold === null) return begun;
  const holdMs = gate.maxHoldSeconds * 1000;
  const until = hold.until ?? endOf(hold, gate, areFailing ? Infinity : now);
  if (until > now) return hold;
  if (now - until >= holdMs) return begun;
  return until === hold.until ? hold : { ...hold, until };
}

const endOf = ({ since }: HealthHold, { maxHoldSeconds }: HealthGate, recovered: EpochMs) =>
  Math.min(recovered, since + maxHoldSeconds * 1000);

/** One part of the pods in this many is the newest one: as many as a rolling update adds at a time. */
const PART = 4;
/** Fewer pods say little. */
const LEAST = 3;

/**
 * The quarter of the started pods with the latest start times, and at least three. If pods that have
 * served are down as well, new ones may crash under the load of these.
 *
 * areFailing  whether most of them fail, and not because of the load
 */
export function newestPods(pods: readonly Pod[], now: EpochMs, gate: HealthGate) {
  const started = pods.filter(pod => pod.startTime !== null && isStaying(pod));
  const count = Math.max(LEAST, Math.ceil(started.length / PART));
  const none = { count, failing: 0, areFailing: false };
  if (started.length < LEAST) return none;
  const times = { startMs: gate.startSeconds * 1000, holdMs: gate.maxHoldSeconds * 1000 };
  const bad = new Set<Pod>();
  let [serving, down] = [0, 0];
  for (const pod of started) {
    const health = healthOf(pod, now, times);
    if (health === "BrokenStart") bad.add(pod);
    else if (health === "Serving") serving += 1;
    else if (health === "Down") down += 1;
  }
  // Most often no pod fails, and then the order does not matter.
  if (bad.size * 2 <= count || down * PART > serving + down) return none;
  const newest = started.toSorted(newestFirst).slice(0, count);
  const failing = newest.filter(pod => bad.has(pod)).length;
  return { count, failing, areFailing: failing * 2 > count };
}

/**
 * While most of the newest pods fail, more pods are likely to fail as well. The size stays at most as it is, for a
 * limited time: the load may be high because pods fail.
 *
 * Source  the lifecycle control of Datadog's WatermarkPodAutoscaler, which asks a monitor instead of the pods.
 */
function healthStep(
  { count: desired, history: { healthHold: hold } }: Progress,
  { now, currentReplicas, observation, gate }: HealthContext & { readonly gate: HealthGate },
): Step {
  const unlimited = { step: "health", before: desired, after: desired } as const;
  if (hold === null) {
    const message = "most of the newest pods do not fail, or older ones fail as well";
    return { ...unlimited, reason: "NewestPodsWell", message };
  }
  const until = hold.until ?? endOf(hold, gate, Infinity);
  if (now >= until) {
    const message = `a hold for the newest pods has ended, and none begins for ${gate.maxHoldSeconds} s`;
    return { ...unlimited, reason: "HealthHoldEnded", message };
  }
  const step = keptIn("health", desired, { atMost: currentReplicas });
  const message = failureText(observation, now, gate);
  return step.after === desired
    ? { ...step, reason: "HealthUnaffected", message: `${message}, and nothing is added` }
    : { ...step, until, reason: "NewestPodsFailing", message };
}

function failureText({ pods }: HealthContext["observation"], now: EpochMs, gate: HealthGate) {
  if (!pods.ok) return "most of the newest pods failed when they were last seen";
  const { count, failing } = newestPods(pods.value, now, gate);
  return `${failing} of the ${count} newest pods fail; look at their containers`;
}
