import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { AutoscalerSpec } from "../../../engine/model/spec/autoscaler-spec.ts";
import { sourceIn } from "../../../engine/model/spec/metric.ts";
import { plainName } from "../../simulate/world/metrics.ts";
import { printable } from "../../terminal/printable.ts";
import { absoluteTime } from "../../terminal/times.ts";
import type { Recorded } from "./recorded.ts";

/** A change of targets or bounds. */
export interface Change {
  readonly time: EpochMs;
  /** A sentence without a full stop. */
  readonly text: string;
}

/** The last change of an autoscaler; null: it is as it was. */
export function latestChange(recorded: Recorded, spec: AutoscalerSpec): Change | null {
  const changes = [...specChanges(recorded), ...unlikeNow(recorded, spec)];
  return changes.reduce<Change | null>(
    (last, change) => (last === null || change.time > last.time ? change : last),
    null,
  );
}

const titles: Readonly<Record<string, string>> = {
  min: "its minReplicas changed",
  max: "its maxReplicas changed",
  generation: "its spec changed",
};

function specChanges({ window, spec: { series, step } }: Recorded): readonly Change[] {
  return series.flatMap(({ labels, values }) => {
    const known = [...values.keys()].filter(at => !Number.isNaN(values[at]));
    const last = known.findLastIndex(
      (at, index) => index > 0 && values[at] !== values[known[index - 1] ?? 0],
    );
    if (last < 0) return [];
    const [before, after] = [known[last - 1] ?? 0, known[last] ?? 0];
    const what = labels["what"] ?? "";
    const title = titles[what] ?? `its target of ${printable(labels["metric_name"] ?? "")} changed`;
    // A generation is no amount that people know.
    const amounts = what === "generation" ? "" : ` from ${values[before]} to ${values[after]}`;
    const time = window.from + after * step;
    return [{ time, text: `${title}${amounts} at ${absoluteTime(time)}` }];
  });
}

/** The spec may be newer than the past. */
function unlikeNow(
  { window, spec: { series } }: Recorded,
  { metrics }: AutoscalerSpec,
): readonly Change[] {
  return (metrics ?? []).flatMap(metric => {
    const now = sourceIn(metric).target?.averageUtilization;
    const recorded = series
      .find(
        ({ labels }) =>
          labels["what"] === "target" &&
          labels["metric_target_type"] === "utilization" &&
          labels["metric_name"] === plainName(metric),
      )
      ?.values.findLast(value => !Number.isNaN(value));
    if (now == null || recorded === undefined || recorded === now) return [];
    const name = printable(plainName(metric));
    return [
      {
        time: window.to,
        text: `its target of ${name} is ${now} now, and ${recorded} was recorded`,
      },
    ];
  });
}
