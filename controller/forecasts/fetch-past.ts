import { meanOf } from "../../engine/forecast/expected-load.ts";
import { bucketMs } from "../../engine/forecast/load-record.ts";
import { type EpochMs, err, ok, type Result } from "../../engine/model/values/result.ts";
import { formatKubeError } from "../../kube/transport/errors.ts";
import type { MetricQuestion } from "../metrics/metric-cache.ts";

export const minuteMs = 60_000;
const weekMs = 7 * 86_400_000;

/** The mean of a metric from a time on, within its last four weeks; NaN: unknown. */
export type Past = (time: EpochMs, ms: number) => number;

/** Servers have at most 11,000 points in an answer. */
const parts = [
  [2 * weekMs, bucketMs],
  [weekMs, minuteMs],
  [weekMs, minuteMs],
] as const;

/**
 * Asks for the four weeks before the end of a minute, with three requests, one after the other.
 *
 * Errors  a sentence.
 */
export async function fetchPast(
  { namespace, ask }: Pick<MetricQuestion, "namespace" | "ask">,
  end: EpochMs,
): Promise<Result<Past, string>> {
  const first = end - 4 * weekMs;
  const minutes = new Float32Array((end - first) / minuteMs).fill(NaN);
  let start = first;
  for (const [ms, stepMs] of parts) {
    const range = {
      start: start / 1_000,
      end: (start + ms - stepMs) / 1_000,
      step: stepMs / 1_000,
    };
    const answer = await ask(Infinity, new Set([namespace]), range);
    if (!answer.ok) return err(formatKubeError(answer.error));
    if (answer.value.kind !== "PrometheusResult") return err("the metric source has no past");
    for (const { timestamp, value } of answer.value.values) {
      const at = (Date.parse(timestamp ?? "") - first) / minuteMs;
      minutes.fill(Number(value), at, at + stepMs / minuteMs);
    }
    start += ms;
  }
  return ok((time, ms) => {
    const at = (time - first) / minuteMs;
    return at < 0 ? NaN : meanOf(minutes.subarray(at, at + ms / minuteMs));
  });
}
