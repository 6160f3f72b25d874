// kube/prometheus/: questions to a Prometheus, or to what answers as one does: Thanos, Mimir, VictoriaMetrics.

import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { type Readable, pipeline } from "node:stream";
import { createGunzip } from "node:zlib";

import { Pool } from "undici";

import { err, ok, type Result } from "../../engine/model/values/result.ts";

const usualPatienceMs = 60_000;

export interface ConnectionOptions {
  /** With a path, if it is served below one. */
  readonly address: string;
  readonly tokenFile?: string | undefined;
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly insecureSkipTlsVerify?: boolean | undefined;
  /** The tenant of Mimir or Cortex: X-Scope-OrgID. */
  readonly org?: string | undefined;
  /** How long an answer may take; default: a minute. */
  readonly patienceMs?: number;
}

export interface Connection {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly pool: Pool;
  readonly patienceMs: number;
}

/** Reads the files of the options. Errors: a sentence without what they contain. */
export function connectionTo(options: ConnectionOptions): Result<Connection, string> {
  const { address, tokenFile, ca, cert, key, org, patienceMs = usualPatienceMs } = options;
  const problem = addressProblem(address);
  if (problem !== null) return err(problem);
  const texts: Partial<Record<FileName, string>> = {};
  for (const [name, path] of Object.entries({ token: tokenFile, ca, cert, key })) {
    if (path === undefined) continue;
    try {
      texts[name as FileName] = readFileSync(path, "utf8");
    } catch (error) {
      return err(`cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const { token, ...material } = texts;
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token.trim()}` }),
    ...(org === undefined ? {} : { "x-scope-orgid": org }),
  };
  const pool = poolTo(address, material, options.insecureSkipTlsVerify === true);
  return pool.ok ? ok({ address, headers, pool: pool.value, patienceMs }) : pool;
}

type FileName = "token" | "ca" | "cert" | "key";

/** It may contain a password, so it is shown only if it cannot. */
function addressProblem(address: string): string | null {
  if (!URL.canParse(address) || !/^https?:/i.test(address)) {
    return `${address.includes("@") ? "this" : address} is no address; write http://HOST:9090`;
  }
  const { username, password } = new URL(address);
  return username === "" && password === ""
    ? null
    : "the address of a Prometheus contains a user or a password, which is not supported";
}

function poolTo(
  address: string,
  material: Readonly<Partial<Record<FileName, string>>>,
  isInsecure: boolean,
): Result<Pool, string> {
  try {
    const secureContext = createSecureContext(material);
    const connect = { secureContext, rejectUnauthorized: !isInsecure, timeout: usualPatienceMs };
    return ok(new Pool(new URL(address).origin, { connect }));
  } catch {
    return err("the certificates or the key for the Prometheus cannot be used");
  }
}

/** A series of an answer: its labels, and times in seconds with values as text. */
export interface AnsweredSeries {
  readonly metric: Readonly<Record<string, string>>;
  readonly values?: readonly Point[];
  readonly value?: Point;
}

type Point = readonly [seconds: number, value: string];

export interface Failure {
  /** A sentence. */
  readonly message: string;
  /** Whether a shorter range may be answered. */
  readonly isTooMuch: boolean;
  /** When to ask again, if not at once; null: the same question would fail again. */
  readonly retryMs: number | null;
}

interface Answer {
  readonly status?: string;
  readonly error?: string;
  readonly errorType?: string;
  readonly data?: { readonly result?: readonly AnsweredSeries[] };
}

/** Four of these at a time, as text and as numbers, fit next to everything else. */
const mostBytes = 64 * 2 ** 20;

/** A range; times in milliseconds. */
export interface Range {
  readonly query: string;
  readonly step: number;
  readonly start: number;
  readonly end: number;
}

export const rangeParameters = ({ query, step, start, end }: Range) => ({
  ...{ query, start: start / 1000, end: end / 1000, step: step / 1000 },
});

/** Asks once. */
export async function ask(
  connection: Connection,
  path: "query" | "query_range",
  parameters: Readonly<Record<string, string | number>>,
): Promise<Result<readonly AnsweredSeries[], Failure>> {
  const { address, headers, pool, patienceMs } = connection;
  const url = new URL(`api/v1/${path}`, address.endsWith("/") ? address : `${address}/`);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
  try {
    const response = await pool.request({
      ...{ method: "GET", path: `${url.pathname}${url.search}` },
      headers: { ...headers, "accept-encoding": "gzip" },
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await textOf(response);
    if (text === null) {
      return tooMuch(`${address}: the answer has more than ${mostBytes / 2 ** 20} MiB`);
    }
    return answered(address, response, text);
  } catch (error) {
    return err(unanswered(address, error));
  }
}

const tooMuch = (message: string) => err({ message, isTooMuch: true, retryMs: null });

type Response = Awaited<ReturnType<Pool["request"]>>;

function answered(address: string, { statusCode: status, headers }: Response, text: string) {
  const body = objectIn(text);
  if (body?.status === "success") return ok(body.data?.result ?? []);
  // What stands in front of a Prometheus may answer with a page.
  const noJson = status === 200 ? "the answer is not that of a Prometheus" : `HTTP ${status}`;
  const message = `${address}: ${body?.error ?? noJson}`;
  if (isTooMuch(status, body ?? {})) return tooMuch(message);
  const isBusy = status === 429 || status === 503;
  const retryMs = isBusy ? retryAfter(headers["retry-after"]) : null;
  return err({ message, isTooMuch: false, retryMs });
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

function retryAfter(header: unknown): number {
  const seconds = Number(header ?? NaN);
  return seconds >= 0 ? Math.min(longestRetryMs, seconds * 1000) : usualRetryMs;
}

function unanswered(address: string, error: unknown): Failure {
  const { cause } = error as { cause?: unknown };
  const reason =
    cause instanceof Error ? cause.message : error instanceof Error ? error.message : "";
  const isLate = error instanceof Error && error.name === "TimeoutError";
  return {
    message: `${address} does not answer: ${reason}`,
    isTooMuch: isLate,
    retryMs: null,
  };
}

/** null: it is too long. */
async function textOf({ headers, body }: Response): Promise<string | null> {
  const isPacked = headers["content-encoding"] === "gzip";
  // A failure of the body ends the unpacked stream, so it surfaces there.
  const plain: Readable = isPacked ? pipeline(body, createGunzip(), () => undefined) : body;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of plain) {
    bytes += (piece as Uint8Array).byteLength;
    if (bytes > mostBytes) return null;
    pieces.push(piece as Uint8Array);
  }
  return Buffer.concat(pieces).toString("utf8");
}
