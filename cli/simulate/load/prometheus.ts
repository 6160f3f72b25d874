// A load from a range query, page by page, with the pages kept on disk.

import { err, ok, type EpochMs, type Result } from "../../../engine/model/values/result.ts";
import { sleep } from "../../../kube/clock.ts";
import { PrometheusClient } from "../../../kube/prometheus/client.ts";
import type { LoadOptions } from "../options.ts";
import { durationMs } from "../../terminal/times.ts";
import { keptRange } from "./kept-range.ts";
import { type Load, LoadBuilder } from "./load.ts";
import { sampleTime } from "./written-samples.ts";

/** Prometheus answers with at most 11,000 points. */
const pointsPerPage = 10_000;

/**
 * The only series of a range query.
 *
 * Errors  a sentence: how much was read, if the server fails half-way.
 */
export async function readPrometheus(
  options: LoadOptions,
  env: Readonly<NodeJS.ProcessEnv>,
  now: EpochMs,
): Promise<Result<Load, string>> {
  const { load: address, query, step } = options;
  if (query === undefined)
    return err("a Prometheus needs a --query, such as 'sum(rate(requests_total[1m]))'");
  const wrong = addressProblem(address);
  if (wrong !== null) return err(wrong);
  if (step < 1000) return err("--step is at least 1s");
  const range = rangeOf(options, now);
  if (!range.ok) return range;
  const { from, to } = range.value;
  const client = new PrometheusClient({ address, sleep, random: Math.random });
  const builder = new LoadBuilder(query, ["load"]);
  const pages = Math.ceil((to - from) / (step * pointsPerPage));
  let line = 0;
  for (let index = 0; index < pages; index += 1) {
    const start = from + index * step * pointsPerPage;
    const end = Math.min(to, start + step * (pointsPerPage - 1));
    const page = await keptRange(client, { query, step, start, end }, { env, now });
    if (!page.ok) return err(failure(page.error, index, pages));
    const [series, ...more] = page.value;
    if (more.length > 0) {
      return err(
        `${query}: there are ${page.value.length} series; ask for one, with sum(...) for example`,
      );
    }
    for (const [at, value] of series?.values.entries() ?? []) {
      // A quotient without requests is NaN, too: no load is known.
      if (Number.isNaN(value)) continue;
      line += 1;
      const time = start + at * step;
      const problem = builder.add({ position: { line }, time, values: [value] });
      if (problem !== null) return err(problem);
    }
  }
  return builder.finish();
}

/** Why questions cannot be sent to an address, as a sentence that does not show a password in it; null: they can. */
export function addressProblem(address: string): string | null {
  if (!URL.canParse(address) || !/^https?:/i.test(address)) {
    return `${address.includes("@") ? "this" : address} is no address; write http://HOST:9090`;
  }
  const { username, password } = new URL(address);
  return username === "" && password === ""
    ? null
    : "the address of a Prometheus contains a user or a password, which is not supported";
}

const failure = (problem: string, index: number, pages: number): string =>
  index === 0
    ? problem
    : `${problem}, after ${index} of ${pages} parts; these are kept, so the next run continues there`;

function rangeOf({ from, to, step }: LoadOptions, now: EpochMs) {
  const end = to === undefined ? now : sampleTime(to);
  if (end === null) return err(`--to ${to ?? ""}: write a time such as 2026-01-31T08:00:00Z`);
  const before = durationMs(from ?? "7d");
  const begin = before === null ? sampleTime(from ?? "") : end - before;
  if (begin === null) return err(`--from ${from ?? ""}: write 28d or 2026-01-31T08:00:00Z`);
  if (begin >= end) return err("--from is not before --to");
  // Whole pages begin at the same times in every run, so that they can be kept.
  const page = step * pointsPerPage;
  const aligned =
    before === null ? Math.floor(begin / step) * step : Math.floor(begin / page) * page;
  return ok({ from: Math.min(aligned, end), to: end });
}
