import { ok, type EpochMs, type Result } from "../../../engine/model/values/result.ts";
import { type Client, type Grid, type GridSeries, keyOf } from "../../../kube/prometheus/client.ts";
import { KeptDays } from "./kept-days.ts";
import type { Discovered } from "./names.ts";
import { type Question, type QuestionName, questionsFor } from "./questions.ts";

/** Whole days: from midnight in UTC until the end of the past. */
export interface Window {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** What is known of a namespace. */
export type Answers = Readonly<Partial<Record<QuestionName, Grid>>> & {
  readonly discovered: Discovered;
};

interface Ports {
  readonly client: Client;
  readonly discovered: Discovered;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly now: EpochMs;
}

const dayMs = 86_400_000;
/** Newer samples may still arrive, so their day is not kept. */
const settlingMs = 600_000;
/** Prometheus answers with at most 11,000 points of a series. */
const mostPoints = 10_000;
/** Of all series in an answer, which has 20 bytes for each. */
const mostNumbers = 600_000;
const mostDays = 7;

/** Asks about one namespace after the other, by days that are kept. */
export class PastReader {
  readonly #ports: Ports;
  readonly #kept: KeptDays;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#kept = new KeptDays(ports.env);
  }

  /**
   * @param objects  how many autoscalers the namespace has
   *
   * Errors  a sentence.
   */
  async read(
    { namespace, objects }: { readonly namespace: string; readonly objects: number },
    window: Window,
    names: readonly QuestionName[] = ["status", "counts", "spec", "starts"],
  ): Promise<Result<Answers, string>> {
    const { discovered } = this.#ports;
    const questions = questionsFor(discovered, namespace);
    const answers: Partial<Record<QuestionName, Grid>> = {};
    const asked = names.map(async name => {
      const grid = await this.#grid(questions[name], window, objects);
      if (grid.ok) answers[name] = grid.value;
      return grid;
    });
    const failed = (await Promise.all(asked)).find(grid => !grid.ok);
    return failed?.ok === false ? failed : ok({ ...answers, discovered });
  }

  async #grid(question: Question, window: Window, objects: number): Promise<Result<Grid, string>> {
    const { step } = question;
    const from = Math.floor(window.from / dayMs) * dayMs;
    const whole = new WholeGrid(from, step, Math.ceil((window.to - from) / step));
    const perDay = dayMs / step;
    const missing: EpochMs[] = [];
    for (let day = from; day < window.to; day += dayMs) {
      const kept = this.#isOver(day) ? this.#kept.read(this.#nameOf(question, day), perDay) : null;
      if (kept) whole.add(day, kept);
      else missing.push(day);
    }
    const together = Math.min(mostDays, mostPoints / perDay, mostNumbers / perDay / 4 / objects);
    for (const days of runsOf(missing, Math.max(1, Math.floor(together)))) {
      const problem = await this.#ask(question, days, { whole, to: window.to });
      if (problem) return problem;
    }
    return ok(whole.grid);
  }

  async #ask(
    question: Question,
    days: readonly EpochMs[],
    { whole, to }: { readonly whole: WholeGrid; readonly to: EpochMs },
  ) {
    const { query, step, shiftMs } = question;
    const [first = 0, last = 0] = [days[0], days.at(-1)];
    const start = first + shiftMs;
    const end = Math.max(
      start,
      Math.min(last + dayMs, Math.floor(to / step) * step) - step + shiftMs,
    );
    const answer = await this.#ports.client.range({ query, step, start, end });
    if (!answer.ok) return answer;
    const perDay = dayMs / step;
    for (const day of days) {
      const at = (day - first) / step;
      const series = answer.value.series.flatMap(({ labels, values }) => {
        const own = values.slice(at, at + perDay);
        return own.every(Number.isNaN) ? [] : [{ labels, values: own }];
      });
      whole.add(day, series);
      if (this.#isOver(day)) await this.#kept.write(this.#nameOf(question, day), series, perDay);
    }
    return null;
  }

  #isOver(day: EpochMs): boolean {
    return day + dayMs + settlingMs < this.#ports.now;
  }

  #nameOf(question: Question, day: EpochMs): unknown {
    return { ...question, day, source: this.#ports.client.source };
  }
}

/** Days in a row, a few at a time. */
function runsOf(days: readonly EpochMs[], most: number): readonly (readonly EpochMs[])[] {
  const runs: EpochMs[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && run.length < most && run.at(-1) === day - dayMs) run.push(day);
    else runs.push([day]);
  }
  return runs;
}

/** Grows day by day; a series that a day lacks is absent there. */
class WholeGrid {
  readonly #start: EpochMs;
  readonly #step: number;
  readonly #length: number;
  readonly #series = new Map<string, GridSeries>();

  constructor(start: EpochMs, step: number, length: number) {
    [this.#start, this.#step, this.#length] = [start, step, length];
  }

  add(day: EpochMs, series: readonly GridSeries[]): void {
    const at = (day - this.#start) / this.#step;
    for (const { labels, values } of series) {
      const key = keyOf(labels);
      const whole = this.#series.get(key) ?? {
        ...{ labels, values: new Float64Array(this.#length).fill(NaN) },
      };
      this.#series.set(key, whole);
      whole.values.set(values.subarray(0, this.#length - at), at);
    }
  }

  get grid(): Grid {
    const series = [...this.#series.values()];
    return { start: this.#start, step: this.#step, length: this.#length, series };
  }
}
