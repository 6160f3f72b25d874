// kube/prometheus/: questions to a Prometheus, or to what answers as one does: Thanos, Mimir, VictoriaMetrics.

import { Semaphore } from "async-mutex";

import { err, ok, type EpochMs, type Result } from "../../engine/model/values/result.ts";

export interface ClientOptions {
  /** With a path, if it is served below one. */
  readonly address: string;
  /** Such as an authorization. They are never shown. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly random: () => number;
  /** How long an answer may take; default: a minute. */
  readonly patienceMs?: number;
}

/** A series of an answer: its labels, and times in seconds with values as text. */
export interface AnsweredSeries {
  readonly metric: Readonly<Record<string, string>>;
  readonly values?: readonly Point[];
  readonly value?: Point;
}

type Point = readonly [seconds: number, value: string];

/** Times in milliseconds. */
export interface Range {
  readonly query: string;
  readonly step: number;
  readonly start: EpochMs;
  readonly end: EpochMs;
}

/** A series at the times of a range; NaN: absent. */
export interface GridSeries {
  readonly labels: Readonly<Record<string, string>>;
  readonly values: Float64Array;
}

interface Answer {
  readonly status?: string;
  readonly error?: string;
  readonly errorType?: string;
  readonly data?: { readonly result?: readonly AnsweredSeries[] };
}

interface Failure {
  /** A sentence. */
  readonly message: string;
  /** Whether a shorter range may be answered. */
  readonly isTooMuch?: boolean;
  /** When to ask again, if not at once; absent: the same question fails again. */
  readonly retryMs?: number;
}

type Parameters = Readonly<Record<string, string | number>>;

/** More at a time would be a burden for people who look at their dashboards. */
const atATime = 4;
const mostTries = 6;
/** A range is not halved below it. */
const shortestMs = 3_600_000;
/** Four of these at a time, as text and as numbers, fit next to everything else. */
const mostBytes = 64 * 2 ** 20;

/** Asks a few questions at a time, again where the server is busy, and in parts where it is too much. */
export class PrometheusClient {
  readonly #options: ClientOptions;
  readonly #places = new Semaphore(atATime);

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  get address(): string {
    return this.#options.address;
  }

  /** At one time. Errors: a sentence. */
  async instant(query: string, time: EpochMs): Promise<Result<readonly AnsweredSeries[], string>> {
    const answer = await this.#ask("query", { query, time: time / 1000 });
    return answer.ok ? answer : err(answer.error.message);
  }

  /** The series of a range, which has its start and its end. Errors: a sentence. */
  async range(range: Range): Promise<Result<readonly GridSeries[], string>> {
    const { start, end, step } = range;
    const length = Math.floor((end - start) / step) + 1;
    const series = new Map<string, GridSeries>();
    const problem = await this.#read(range, ({ metric, values = [] }) => {
      const key = JSON.stringify(Object.entries(metric).toSorted(([a], [b]) => (a < b ? -1 : 1)));
      const one = series.get(key) ?? {
        ...{ labels: metric, values: new Float64Array(length).fill(NaN) },
      };
      series.set(key, one);
      for (const [seconds, text] of values) {
        one.values[Math.round((seconds * 1000 - start) / step)] = Number(text);
      }
    });
    return problem === null ? ok([...series.values()]) : err(problem);
  }

  /** Returns a sentence about what failed. */
  async #read(range: Range, add: (series: AnsweredSeries) => void): Promise<string | null> {
    const { query, step, start, end } = range;
    const seconds = { start: start / 1000, end: end / 1000, step: step / 1000 };
    const answer = await this.#ask("query_range", { query, ...seconds });
    if (answer.ok) {
      answer.value.forEach(add);
      return null;
    }
    const { isTooMuch = false, message } = answer.error;
    if (!isTooMuch || end - start < 2 * shortestMs) return message;
    const middle = start + Math.floor((end - start) / 2 / step) * step;
    const problem = await this.#read({ ...range, end: middle }, add);
    return problem ?? (await this.#read({ ...range, start: middle + step }, add));
  }

  async #ask(path: "query" | "query_range", parameters: Parameters) {
    const { sleep, random } = this.#options;
    for (let tried = 1; ; tried += 1) {
      const answer = await this.#places.runExclusive(() =>
        askOnce(this.#options, path, parameters),
      );
      if (answer.ok || answer.error.retryMs === undefined || tried === mostTries) return answer;
      await sleep(answer.error.retryMs * 2 ** (tried - 1) * (1 + random() / 4));
    }
  }
}

async function askOnce(
  { address, headers = {}, patienceMs = 60_000 }: ClientOptions,
  path: string,
  parameters: Parameters,
): Promise<Result<readonly AnsweredSeries[], Failure>> {
  const url = new URL(`api/v1/${path}`, address.endsWith("/") ? address : `${address}/`);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(patienceMs) });
    const text = await textOf(response);
    if (text !== null) return answerIn(address, response, text);
    const message = `${address}: the answer has more than ${mostBytes / 2 ** 20} MiB`;
    return err({ message, isTooMuch: true });
  } catch (error) {
    const { name, message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    const isTooMuch = name === "TimeoutError";
    return err({ message: `${address} does not answer: ${reason}`, isTooMuch });
  }
}

/** null: it is too long. */
async function textOf({ body }: Response): Promise<string | null> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.byteLength;
    if (bytes > mostBytes) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function answerIn(address: string, { status, headers }: Response, text: string) {
  const body = objectIn(text);
  if (body?.status === "success") return ok(body.data?.result ?? []);
  // What stands in front of a Prometheus may answer with a page.
  const noJson = status === 200 ? "the answer is not from a Prometheus" : `HTTP ${status}`;
  const message = `${address}: ${body?.error ?? noJson}`;
  if (isTooMuch(status, body ?? {})) return err({ message, isTooMuch: true });
  const isBusy = status === 429 || status === 503;
  return err(isBusy ? { message, retryMs: retryAfter(headers.get("retry-after")) } : { message });
}

function objectIn(text: string): Answer | null {
  try {
    return JSON.parse(text) as Answer | null;
  } catch {
    return null;
  }
}

const limitWords = ["too many", "too large", "exceed", "limit", "timed out", "timeout"];

/** A 422 is also the answer to a query that fails for any range. */
function isTooMuch(status: number, { error = "", errorType }: Answer): boolean {
  if (status === 413 || status === 504 || errorType === "timeout") return true;
  const words = error.slice(0, 1000).toLowerCase();
  return (status === 422 || status === 400) && limitWords.some(word => words.includes(word));
}

const usualRetryMs = 1000;
const longestRetryMs = 60_000;

function retryAfter(header: string | null): number {
  const seconds = header === null ? NaN : Number(header);
  return seconds >= 0 ? Math.min(longestRetryMs, seconds * 1000) : usualRetryMs;
}
