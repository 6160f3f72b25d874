import type { Answer } from "../../../engine/observation/observation.ts";
import type { PodSample } from "../../../engine/observation/pod-sample.ts";
import type { EpochMs } from "../../../engine/result.ts";
import type { LoadHistory } from "./load-history.ts";
import type { MetricPlan } from "./metric-plan.ts";
import type { Pods } from "./pods.ts";

const unknown: Answer = { kind: "Failed", message: "the load has a gap here" };

const milli = (amount: number): bigint => BigInt(Math.round(amount));

interface Measuring {
  readonly pods: Pods;
  readonly history: LoadHistory;
  readonly windowMs: number;
}

/** What the metrics APIs answer, if the newest measurement is of `time`. */
export function answerTo(
  { kind, answer, column, milliPerUnit }: MetricPlan,
  time: EpochMs,
  { pods, history, windowMs }: Measuring,
): Answer {
  const means = history.means(column, time - windowMs, time);
  if (!means) return unknown;
  if (kind === "Pods") {
    const samples = new Map<string, PodSample>();
    const shared = { value: milli(means.perPod * milliPerUnit), time, windowMs };
    for (const { pod, readyAt } of pods.newest()) {
      if (readyAt >= time) continue;
      if (readyAt <= time - windowMs) samples.set(pod.name, shared);
      else {
        const part = history.means(column, readyAt, time)?.perPod ?? 0;
        samples.set(pod.name, { ...shared, value: milli(part * milliPerUnit) });
      }
    }
    return samples.size === 0 ? noSamples : { kind: "Samples", samples };
  }
  const amount = kind === "Shared" ? means.total : means.perPod;
  const value = milli(amount * milliPerUnit);
  if (answer === "Scaler") {
    return {
      ...{ kind: "Scaler", isActive: value > 0n },
      metrics: [{ name: "load", target: 0n, values: [value] }],
    };
  }
  const measured = { time, windowMs };
  return answer === "Value"
    ? { kind: "Value", value, measured }
    : { kind: "Values", values: [value], measured };
}

const noSamples: Answer = { kind: "Failed", message: "no pod has been measured yet" };
