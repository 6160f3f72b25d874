import { mostQuestions } from "../recommend/asked-metrics.ts";
import type { FieldReader } from "./field-reader.ts";

/** As much of a metric, or of a threshold, as says what is asked. */
interface Asking {
  readonly type?: unknown;
  readonly intent?: unknown;
  readonly metric?: Asking | null;
  readonly value?: Asking | null;
  readonly intention?: Asking | null;
}

/**
 * A metric of the pods is asked for workload by workload, and each selector means one workload at least.
 * How many they match in the end is known only while the object is at work.
 */
export function checkQuestions(spec: FieldReader): void {
  const monitors = listOf(spec, "monitorSelectors").length;
  if (monitors === 0) return;
  const asking = [...listOf(spec, "metrics"), ...listOf(spec, "thresholds")];
  const metrics = asking.filter(isOfPods).length;
  const questions = metrics * (1 + monitors);
  if (questions <= mostQuestions) return;
  spec.report("monitorSelectors", {
    code: "TooManyQuestions",
    message: `the metrics of pods are asked for by each selector and for the target: ${metrics} times ${1 + monitors} are ${questions} questions in a period, and ${mostQuestions} are allowed`,
    remedy: "write fewer monitorSelectors, or fewer metrics and thresholds of pods",
  });
}

function listOf(spec: FieldReader, key: string): readonly unknown[] {
  const list = spec.raw(key);
  return Array.isArray(list) ? list : [];
}

/** A metric, or a threshold. */
function isOfPods(item: unknown): boolean {
  const { type, value, intention } = (item ?? {}) as Asking;
  const isIntended = ["RequestsPerSecondPerPod", "PodsMetric"].includes(String(intention?.intent));
  return type === "Pods" || value?.metric?.type === "Pods" || isIntended;
}
