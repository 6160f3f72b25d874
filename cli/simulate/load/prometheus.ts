// A load from a range query, page by page, with the pages kept on disk.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import { err, ok, type EpochMs, type Result } from "../../../engine/model/values/result.ts";
import type { LoadOptions } from "../options.ts";
import { durationMs } from "../../terminal/times.ts";
import { type Load, LoadBuilder } from "./load.ts";
import { sampleTime } from "./written-samples.ts";
import { writeCached } from "../output/whole-file.ts";

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
  if (!URL.canParse(address)) return err(`${address} is no address; write http://HOST:9090`);
  const { username, password } = new URL(address);
  if (username !== "" || password !== "") {
    return err("the address of a Prometheus contains a user or a password, which is not supported");
  }
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
    const points = await pointsOf(page, fileOf(page, env), now);
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

async function pointsOf(page: Page, file: string, now: EpochMs) {
  const kept = keptIn(file);
  if (kept) return ok(kept);
  const asked = await ask(page);
  const isWhole = page.end === page.start + page.step * (pointsPerPage - 1);
  if (asked.ok && isWhole && page.end < now - settlingMs) {
    // A cache that cannot be written only costs time.
    await writeCached(file, JSON.stringify(asked.value)).catch(() => undefined);
  }
  return asked;
}

const patienceMs = 60_000;

async function ask({ address, query, step, start, end }: Page) {
  const url = new URL("api/v1/query_range", address.endsWith("/") ? address : `${address}/`);
  const range = { query, start: start / 1000, end: end / 1000, step: step / 1000 };
  for (const [name, value] of Object.entries(range)) url.searchParams.set(name, String(value));
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs) });
    const body = (await response.json()) as Answer;
    if (body.status !== "success")
      return err(`${address}: ${body.error ?? `HTTP ${response.status}`}`);
    return pointsIn(body, query);
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    const reason =
      cause instanceof Error ? cause.message : error instanceof Error ? error.message : "";
    return err(`${address} does not answer: ${reason}`);
  }
}

interface Answer {
  readonly status?: string;
  readonly error?: string;
  readonly data?: {
    readonly result?: readonly { readonly values?: readonly (readonly [number, string])[] }[];
  };
}

function pointsIn({ data }: Answer, query: string): Result<readonly Point[], string> {
  const series = data?.result ?? [];
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

/** One request of a range query; times in milliseconds. */
interface Page {
  readonly address: string;
  readonly query: string;
  readonly step: number;
  readonly start: EpochMs;
  readonly end: EpochMs;
}

type Point = readonly [time: EpochMs, value: number];

/** The file of an answer that does not change any more. */
function fileOf(page: Page, env: Readonly<NodeJS.ProcessEnv>): string {
  const folder = env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const name = createHash("sha256").update(JSON.stringify(page)).digest("hex").slice(0, 32);
  return join(folder, "trimtab", "loads", `${name}.json`);
}

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
