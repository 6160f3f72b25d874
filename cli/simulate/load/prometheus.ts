// A load from a range query, page by page, with the pages kept on disk.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { err, ok, type EpochMs, type Result } from "../../../engine/model/values/result.ts";
import {
  type AnsweredSeries,
  ask as askOnce,
  type Connection,
  connectionTo,
  type Range,
  rangeParameters,
} from "../../../kube/prometheus/connection.ts";
import type { LoadOptions } from "../options.ts";
import { durationMs } from "../../terminal/times.ts";
import { type Load, LoadBuilder } from "./load.ts";
import { sampleTime } from "./written-samples.ts";
import { cacheFolder, cacheName, writeCached } from "../output/whole-file.ts";

/** Prometheus answers with at most 11,000 points. */
const pointsPerPage = 10_000;
/** Newer samples may still arrive, so their page is not kept. */
const settlingMs = 300_000;

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
  const connection = connectionTo({ address });
  if (!connection.ok) return connection;
  if (step < 1000) return err("--step is at least 1s");
  const range = rangeOf(options, now);
  if (!range.ok) return range;
  const { from, to } = range.value;
  const builder = new LoadBuilder(query, ["load"]);
  const pages = Math.ceil((to - from) / (step * pointsPerPage));
  let line = 0;
  for (let index = 0; index < pages; index += 1) {
    const start = from + index * step * pointsPerPage;
    const end = Math.min(to, start + step * (pointsPerPage - 1));
    const page: Page = { address, query, step, start, end };
    const points = await pointsOf(page, connection.value, { env, now });
    if (!points.ok) return err(failure(points.error, index, pages));
    for (const [time, value] of points.value) {
      line += 1;
      const problem = builder.add({ position: { line }, time, values: [value] });
      if (problem !== null) return err(problem);
    }
  }
  return builder.finish();
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

interface Context {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly now: EpochMs;
}

async function pointsOf(page: Page, connection: Connection, { env, now }: Context) {
  const file = fileOf(page, env);
  const kept = keptIn(file);
  if (kept) return ok(kept);
  const asked = await ask(page, connection);
  const isWhole = page.end === page.start + page.step * (pointsPerPage - 1);
  if (asked.ok && isWhole && page.end < now - settlingMs) {
    // A cache that cannot be written only costs time.
    await writeCached(file, JSON.stringify(asked.value)).catch(() => undefined);
  }
  return asked;
}

/** Errors: a sentence. */
async function ask(page: Page, connection: Connection) {
  const answer = await askOnce(connection, "query_range", rangeParameters(page));
  return answer.ok ? pointsIn(answer.value, page.query) : err(answer.error.message);
}

function pointsIn(
  series: readonly AnsweredSeries[],
  query: string,
): Result<readonly Point[], string> {
  if (series.length > 1) {
    return err(
      `${query}: there are ${series.length} series; ask for one, with sum(...) for example`,
    );
  }
  const points = (series[0]?.values ?? []).map(([time, value]): Point => [
    time * 1000,
    Number(value),
  ]);
  // A quotient without requests is NaN: no load is known.
  return ok(points.filter(([, value]) => !Number.isNaN(value)));
}

/** One request of a range query. */
interface Page extends Range {
  readonly address: string;
}

type Point = readonly [time: EpochMs, value: number];

/** The file of an answer that does not change any more. */
const fileOf = (page: Page, env: Readonly<NodeJS.ProcessEnv>): string =>
  join(cacheFolder(env, "loads"), `${cacheName(page)}.json`);

/** null: it is not there, or unreadable. */
function keptIn(file: string): readonly Point[] | null {
  try {
    const kept = JSON.parse(readFileSync(file, "utf8")) as unknown;
    const isPoints = Array.isArray(kept) && kept.every(point => Array.isArray(point));
    return isPoints ? (kept as unknown as readonly Point[]) : null;
  } catch {
    return null;
  }
}
