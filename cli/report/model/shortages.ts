import type { EpochMs } from "../../../engine/result.ts";
import { valueAt } from "./columns.ts";
import type { Drawing, Series } from "./compact.ts";

/** 1 while the load is more than the ready pods of a candidate bear, and 0 otherwise; empty: no pod bears it. */
export function shortagesOf({ load, podCapacity }: Drawing, ready: Series): Series {
  if (podCapacity === null) return { times: [], values: [] };
  const known = withoutGaps(load);
  const all = new Set([...known.times, ...ready.times]);
  const times: EpochMs[] = [];
  const values: number[] = [];
  for (const time of [...all].sort((a, b) => a - b)) {
    const capacity = podCapacity * (valueAt(ready, time) ?? 0);
    const isShort = (valueAt(known, time) ?? 0) > capacity ? 1 : 0;
    if (isShort === (values.at(-1) ?? 0)) continue;
    times.push(time);
    values.push(isShort);
  }
  return { times, values };
}

/** There is no load in a gap. */
function withoutGaps({ times, values, gaps }: Drawing["load"]): Series {
  if (gaps.length === 0) return { times, values };
  const samples = [
    ...times.map((time, index) => ({ time, value: values[index] ?? 0 })),
    ...gaps.map(({ from }) => ({ time: from, value: 0 })),
  ].sort((a, b) => a.time - b.time);
  return { times: samples.map(({ time }) => time), values: samples.map(({ value }) => value) };
}
