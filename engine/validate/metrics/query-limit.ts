import { mostQuestions } from "../../recommend/asked-metrics.ts";
import { asksEachWorkload } from "../../sources/registry.ts";
import type { FieldReader } from "../field-reader.ts";

/** The part of a metric or threshold that defines its query. */
interface Asking {
  readonly type?: unknown;
  readonly intent?: unknown;
  readonly metric?: Asking | null;
  readonly value?: Asking | null;
  readonly intention?: Asking | null;
}

/**
 * Pod metrics are queried for each workload, and each selector means at least one workload. How
 * many it really matches is only known at runtime.
 */
export function checkQuestions(spec: FieldReader): void {
  const monitors = spec.list("monitorSelectors")?.length ?? 0;
  if (monitors === 0) return;
  const asking = [...(spec.list("metrics") ?? []), ...(spec.list("thresholds") ?? [])];
  const metrics = asking.filter(isOfPods).length;
  const questions = metrics * (1 + monitors);
  if (questions <= mostQuestions) return;
  spec.report("monitorSelectors", {
    code: "TooManyQuestions",
    message: `the metrics of pods are asked for by each selector and for the target: ${metrics} times ${1 + monitors} are ${questions} questions in a period, and ${mostQuestions} are allowed`,
    remedy: "write fewer monitorSelectors, or fewer metrics and thresholds of pods",
  });
}

/** For a metric or a threshold. */
function isOfPods(item: unknown): boolean {
  const { type, value, intention } = (item ?? {}) as Asking;
  const isIntended = ["RequestsPerSecondPerPod", "PodsMetric"].includes(String(intention?.intent));
  return [type, value?.metric?.type].some(each => asksEachWorkload(String(each))) || isIntended;
}
