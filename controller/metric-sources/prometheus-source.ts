import { isDeepStrictEqual } from "node:util";

import type { Dispatcher } from "undici";

import type { RawAnswer } from "../../engine/model/observation/observation.ts";
import { jsonIn } from "../../engine/model/values/json-values.ts";
import { err, type Result } from "../../engine/model/values/result.ts";
import { inNamespace } from "../../engine/sources/named-source.ts";
import type { Clock } from "../../kube/clock.ts";
import { askPlatform } from "../../kube/external-scaler/scaler-errors.ts";
import { kubeError, type KubeAnswer } from "../../kube/transport/errors.ts";
import type { QuerySample } from "../../kube/transport/kube-request.ts";
import { mostBytes, readText } from "../../kube/transport/response-size.ts";
import { RequestSlots } from "../../kube/transport/turns/request-slots.ts";
import {
  authorizationOf,
  type CredentialFiles,
  type SourceCredentials,
} from "./credential-files.ts";
import type { PrometheusSettings } from "./generated/metric-sources.ts";
import { readQueryAnswer } from "./prometheus-answer.ts";
import { crowded, late, type QueryProblem, refusal, unreachable } from "./query-problems.ts";
import { SourceConnection } from "./source-connection.ts";

export interface PrometheusPorts {
  readonly name: string;
  readonly settings: PrometheusSettings;
  readonly serverName: string | null;
  readonly credentials: CredentialFiles;
  readonly clock: Clock;
  readonly onQuery: (sample: QuerySample) => void;
}

/** Moments at regular distances, the last one included; in seconds. */
export type QueryRange = Readonly<Record<"start" | "end" | "step", number>>;

interface Question {
  readonly query: string;
  /** Absent: now. */
  readonly range?: QueryRange | undefined;
  /** They want the answer now, and the headers are the same for all of them. */
  readonly namespaces: Iterable<string>;
  readonly deadlineMs: number;
}

interface Turn extends Omit<Question, "namespaces"> {
  readonly namespace: string;
}

type Answered = Promise<Result<RawAnswer, QueryProblem>>;

const defaults = { timeoutSeconds: 10, maxSampleAgeSeconds: 300, maxConcurrentQueries: 16 };

/** A query that is sent late times out even if the server is not slow. */
const waitShare = 0.5;

/** Queries to one Prometheus, or to another server with its HTTP API. */
export class PrometheusSource {
  readonly #ports: PrometheusPorts;
  readonly #settings: PrometheusSettings & typeof defaults;
  readonly #connection: SourceConnection;
  readonly #path: string;
  /** Namespaces take turns, and none has more than half: its slow queries delay only its own. */
  readonly #turns: RequestSlots;

  constructor(ports: PrometheusPorts) {
    const settings = { ...defaults, ...ports.settings };
    const { origin, pathname } = new URL(settings.url);
    const connections = settings.maxConcurrentQueries;
    this.#ports = ports;
    this.#settings = settings;
    this.#turns = new RequestSlots(connections, Math.ceil(connections / 8));
    this.#path = `${pathname.replace(/\/$/, "")}/api/v1/query`;
    this.#connection = new SourceConnection({ origin, serverName: ports.serverName, connections });
  }

  /** No retry, except with new credentials: the next period asks again. */
  async query(question: Question): KubeAnswer<RawAnswer> {
    const { clock, name, onQuery } = this.#ports;
    const since = clock.monotonic();
    const deadlineMs = Math.min(question.deadlineMs, this.#settings.timeoutSeconds * 1_000);
    const answer = await this.#inTurn({ ...question, deadlineMs });
    const code = answer.ok ? "200" : String(answer.error.status ?? answer.error.code);
    onQuery({ source: name, code, milliseconds: clock.monotonic() - since });
    if (answer.ok) return answer;
    const { remedy = askPlatform, ...problem } = answer.error;
    const details = { ...problem, request: `query metric source ${name}` };
    return err({ ...kubeError(problem.code, details), remedy });
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  async #inTurn(question: Question): Answered {
    const { namespaces, deadlineMs, ...asked } = question;
    const { clock } = this.#ports;
    const since = clock.monotonic();
    const namespace = await this.#turns.enter(namespaces, waitShare * deadlineMs);
    if (namespace === null) return err(crowded);
    const left = Math.max(1, Math.round(deadlineMs - (clock.monotonic() - since)));
    const answer = await this.#authenticated({ ...asked, namespace, deadlineMs: left });
    this.#turns.leave(namespace, answer.ok || answer.error.code !== "Timeout");
    return answer;
  }

  async #authenticated(question: Turn): Answered {
    const { credentials } = this.#ports;
    const signal = AbortSignal.timeout(question.deadlineMs);
    const given = await credentials.get();
    if (!given.ok) return err({ code: "Unauthorized", message: given.error });
    const answer = await this.#send(question, given.value, signal);
    const isRefused = !answer.ok && ["Unauthorized", "Unreachable"].includes(answer.error.code);
    if (!isRefused) return answer;
    // They, or the CA, may have been replaced a moment ago.
    credentials.invalidate();
    const renewed = await credentials.get();
    if (!renewed.ok || isDeepStrictEqual(renewed.value, given.value)) return answer;
    return this.#send(question, renewed.value, signal);
  }

  async #send(question: Turn, credentials: SourceCredentials, signal: AbortSignal): Answered {
    const pool = this.#connection.to(credentials);
    if (!pool.ok) return err({ code: "Unauthorized", message: pool.error });
    try {
      const response = await pool.value.request({
        ...{ method: "POST", path: `${this.#path}${question.range ? "_range" : ""}`, signal },
        headers: this.#headers(question, credentials),
        body: this.#form(question),
      });
      return await this.#read(response, credentials, question.range);
    } catch (cause) {
      return err(signal.aborted ? late : unreachable(cause));
    }
  }

  #headers({ namespace }: Turn, credentials: SourceCredentials): Record<string, string> {
    const authorization = authorizationOf(credentials);
    const configured = (this.#settings.headers ?? []).map(({ name, value }) => [
      name,
      inNamespace(value, namespace),
    ]);
    return {
      ...(Object.fromEntries(configured) as Record<string, string>),
      ...(authorization === null ? {} : { authorization }),
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
    };
  }

  /** Servers ignore the parameters of others: partial_response is of Thanos, deny_ of VictoriaMetrics. */
  #form({ query, deadlineMs, range }: Turn): string {
    const { maxSampleAgeSeconds: age } = this.#ports.settings;
    return new URLSearchParams({
      query,
      timeout: `${deadlineMs}ms`,
      // Enough to see that there is more than one.
      limit: "2",
      partial_response: "false",
      deny_partial_response: "1",
      ...(age === undefined ? {} : { lookback_delta: `${age}s` }),
      ...(range && { start: `${range.start}`, end: `${range.end}`, step: `${range.step}` }),
    }).toString();
  }

  async #read(
    response: Dispatcher.ResponseData,
    credentials: SourceCredentials,
    range?: QueryRange,
  ): Answered {
    const { statusCode: status, headers, body } = response;
    if (status !== 200) {
      const said = await readText(body, mostBytes.failure);
      const text = said.ok ? said.value.text : "";
      return err(refusal(status, text, { credentials, retryAfter: headers["retry-after"] }));
    }
    const read = await readText(body, mostBytes.metric);
    if (!read.ok) {
      const remedy = "write a query with one series as its result";
      return err({ code: "TooLarge", message: `the answer ${read.error}`, remedy });
    }
    const maxAgeMs = this.#settings.maxSampleAgeSeconds * 1_000;
    const oldest = range ? range.start * 1_000 : this.#ports.clock.now() - maxAgeMs;
    const answer = readQueryAnswer(jsonIn(read.value.text), oldest, range !== undefined);
    return answer.ok ? answer : err({ code: "Malformed", message: answer.error });
  }
}
