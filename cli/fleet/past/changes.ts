import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { AutoscalerSpec } from "../../../engine/model/spec/autoscaler-spec.ts";
import { sourceIn } from "../../../engine/model/spec/metric.ts";
import { plainName } from "../../simulate/world/metrics.ts";
import { printable } from "../../terminal/printable.ts";
import { absoluteTime } from "../../terminal/times.ts";
import type { Evidence } from "../model/assessment.ts";
import type { Measured } from "./measured.ts";
import type { Recorded } from "./recorded.ts";

interface Change {
  readonly time: EpochMs;
  readonly text: string;
}

type Latest = Pick<Evidence, "settledSince" | "lastChange">;

/** When targets, bounds or requests changed for the last time. */
export function latestChange(
  recorded: Recorded,
  measured: readonly Measured[],
  { spec, to }: { readonly spec: AutoscalerSpec; readonly to: EpochMs },
): Latest {
  const changes = [
    ...specChanges(recorded),
    ...measured.flatMap(each => requestChange(recorded, each)),
    ...unlikeNow(recorded, spec, to),
  ];
  const latest = changes.reduce<Change | null>(
    (last, change) => (last === null || change.time > last.time ? change : last),
    null,
  );
  return { settledSince: latest?.time ?? recorded.start, lastChange: latest?.text ?? null };
}

const titles: Readonly<Record<string, string>> = {
  min: "its minReplicas changed",
  max: "its maxReplicas changed",
  generation: "its spec changed",
};

const nameOf = (labels: Readonly<Record<string, string>>): string => {
  const metric = printable(labels["metric_name"] ?? "");
  return titles[labels["what"] ?? ""] ?? `its target of ${metric} changed`;
};

function specChanges({ spec, specGrid: { start, step } }: Recorded): readonly Change[] {
  return spec.flatMap(({ labels, values }) => {
    const at = lastChangeIn(values, (before, after) => before !== after);
    if (at === null) return [];
    const time = start + at * step;
    const isCount = labels["what"] === "generation";
    const values2 = `from ${values.findLast((value, index) => index < at && !Number.isNaN(value)) ?? NaN} to ${values[at] ?? NaN}`;
    const amounts = isCount ? "" : ` ${values2}`;
    return [{ time, text: `${nameOf(labels)}${amounts} at ${absoluteTime(time)}` }];
  });
}

/** The index of the first value after the last change; null: there is none. Absent values change nothing. */
function lastChangeIn(
  values: Float64Array,
  differ: (before: number, after: number) => boolean,
): number | null {
  let after: number | null = null;
  for (let at = values.length - 1; at >= 0; at -= 1) {
    const value = values[at] ?? NaN;
    if (Number.isNaN(value)) continue;
    if (after !== null && differ(value, values[after] ?? NaN)) return after;
    after = at;
  }
  return null;
}

const dayMs = 86_400_000;
/** Percentages are rounded, and a median is of some of them. */
const leastRequestChange = 0.1;

/** A day on which the request changes may have either. */
function requestChange({ start }: Recorded, { name, requests }: Measured): readonly Change[] {
  const at =
    requests &&
    lastChangeIn(requests, (before, after) => Math.abs(before / after - 1) > leastRequestChange);
  if (at === null) return [];
  const time = start + at * dayMs;
  return [{ time, text: `the request of ${printable(name)} changed before ${absoluteTime(time)}` }];
}

/** The spec may be newer than the past. */
function unlikeNow({ spec: series }: Recorded, { metrics }: AutoscalerSpec, to: EpochMs) {
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
      { time: to, text: `its target of ${name} is ${now} now, and ${recorded} was recorded` },
    ];
  });
}
