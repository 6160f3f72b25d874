import { err, ok, type EpochMs, type Result } from "../../engine/model/values/result.ts";
import {
  type AnsweredSeries,
  ask,
  type Connection,
  type Failure,
  type Range,
  rangeParameters,
} from "./connection.ts";

/** One series at equal distances; NaN: absent. */
export interface GridSeries {
  readonly labels: Readonly<Record<string, string>>;
  readonly values: Float64Array;
}

/** Series at the same times. */
export interface Grid {
  readonly start: EpochMs;
  readonly step: number;
  readonly length: number;
  readonly series: readonly GridSeries[];
}

interface Ports {
  readonly sleep: (ms: number) => Promise<void>;
  readonly random: () => number;
}

/** More at a time would be a burden for people who look at their dashboards. */
const atATime = 4;
const mostTries = 6;
/** A range is not halved below it. */
const shortestMs = 3_600_000;

type Answered = Result<readonly AnsweredSeries[], string>;

/** Asks a few questions at a time, again where the server is busy, and in parts where it is too much. */
export class Client {
  readonly #connection: Connection;
  readonly #ports: Ports;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** That were sent. */
  requests = 0;

  constructor(connection: Connection, ports: Ports) {
    [this.#connection, this.#ports] = [connection, ports];
  }

  get address(): string {
    return this.#connection.address;
  }

  /** What distinguishes its answers from those of another one: never a credential. */
  get source(): string {
    const { address, headers } = this.#connection;
    return `${address} ${headers["x-scope-orgid"] ?? ""}`;
  }

  /** At one time. Errors: a sentence. */
  async instant(query: string, time: EpochMs): Promise<Answered> {
    const answer = await this.#ask("query", { query, time: time / 1000 });
    return answer.ok ? answer : err(answer.error.message);
  }

  /** The series by their labels, from the start of the range to its end. Errors: a sentence. */
  async range(range: Range): Promise<Result<Grid, string>> {
    const { start, end, step } = range;
    const length = Math.floor((end - start) / step) + 1;
    const found = new Map<string, GridSeries>();
    const add = ({ metric: labels, values = [] }: AnsweredSeries): void => {
      const key = keyOf(labels);
      const own = found.get(key) ?? { labels, values: new Float64Array(length).fill(NaN) };
      found.set(key, own);
      for (const [seconds, text] of values) {
        own.values[Math.round((seconds * 1000 - start) / step)] = Number(text);
      }
    };
    const problem = await this.#fill(range, add);
    return problem === null
      ? ok({ start, step, length, series: [...found.values()] })
      : err(problem);
  }

  /** In parts where it must be. Returns a sentence about what failed. */
  async #fill(range: Range, add: (series: AnsweredSeries) => void): Promise<string | null> {
    const answer = await this.#ask("query_range", rangeParameters(range));
    if (answer.ok) {
      answer.value.forEach(add);
      return null;
    }
    const { start, end, step } = range;
    const { isTooMuch, message } = answer.error;
    if (!isTooMuch || end - start < 2 * shortestMs) return message;
    const middle = start + Math.floor((end - start) / 2 / step) * step;
    const problem = await this.#fill({ ...range, end: middle }, add);
    return problem ?? (await this.#fill({ ...range, start: middle + step }, add));
  }

  async #ask(
    path: Parameters<typeof ask>[1],
    parameters: Parameters<typeof ask>[2],
  ): Promise<Result<readonly AnsweredSeries[], Failure>> {
    for (let tried = 1; ; tried += 1) {
      const answer = await this.#inTurn(() => ask(this.#connection, path, parameters));
      if (answer.ok || answer.error.retryMs === null || tried === mostTries) return answer;
      const { sleep, random } = this.#ports;
      await sleep(answer.error.retryMs * 2 ** (tried - 1) * (1 + random() / 4));
    }
  }

  async #inTurn<Done>(work: () => Promise<Done>): Promise<Done> {
    if (this.#running === atATime) await new Promise<void>(resolve => this.#waiting.push(resolve));
    else this.#running += 1;
    this.requests += 1;
    try {
      return await work();
    } finally {
      // The next one takes over the place.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/** Labels may come in any order. */
export const keyOf = (labels: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)));
