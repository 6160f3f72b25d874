import { setTimeout as sleep } from "node:timers/promises";

import { measureBusy } from "../../host/busy.ts";
import { memoryOf } from "../../host/processes.ts";
import {
  startOperator,
  type Operator,
  type OperatorOptions,
} from "../../cluster/operator/operator.ts";
import type { Counts, Replay } from "../replay/replay.ts";
import { latenesses, LogTimes } from "../log-times.ts";
import { profileArgs } from "../profile.ts";
import { quantile } from "../quantiles.ts";
import { stallArgs, switchStalls } from "../start-figures.ts";
import { difference, mostByResource, total } from "./counts.ts";

/** What a start costs. */
export interface StartFigures {
  readonly readyAfterMs: number;
  /** Objects with a decision or, after the load has risen, with a write. */
  readonly reached: number;
  /** Seconds from the start of the process until the first, half and all of the objects are reached. */
  readonly after: { readonly first: number; readonly half: number; readonly all: number };
  readonly peakBytes: number;
  readonly longestStallMs: number;
  readonly requests: Counts;
  /** Of the namespace with the most, by resource. */
  readonly lists: Counts;
  readonly pages: Counts;
  /** Why the operator ended, if it did. */
  readonly ended: string | null;
}

/** What a span without changes costs. */
export interface SteadyFigures {
  readonly seconds: number;
  /** Threads that are busy. */
  readonly busy: { readonly operator: number; readonly server: number };
  readonly memoryBytes: number;
  readonly peakBytes: number;
  readonly longestStallMs: number;
  /** Milliseconds; NaN: no two decisions on an object. */
  readonly lateness: { readonly median: number; readonly p99: number; readonly most: number };
  readonly decisions: number;
  readonly requestsPerSync: number;
  /** To other servers. */
  readonly sourceRequests: number;
  readonly requests: Counts;
}

/** What a container's limit means: the options of V8, and a cgroup's folder. */
export interface Limit {
  readonly memory: string;
  readonly group: string | undefined;
}

/** What the operator has besides the API server. */
interface Surroundings extends Pick<OperatorOptions, "args"> {
  /** Values of the chart. */
  readonly values?: object;
  /** Requests to other servers so far. */
  readonly asked?: () => Promise<number>;
}

export const periodMs = 15_000;
/** A start that takes longer has failed. */
const mostSeconds = 120;

/** Starts and stops of the operator with one population. */
export class Run {
  readonly #replay: Replay;
  readonly #objects: number;
  readonly #limit: Limit;
  readonly #around: Surroundings;
  #operator: Operator | null = null;
  #ended: number | NodeJS.Signals | null = null;

  constructor(replay: Replay, objects: number, limit: Limit, around: Surroundings = {}) {
    this.#replay = replay;
    this.#objects = objects;
    this.#limit = limit;
    this.#around = around;
  }

  /** Starts the operator, and waits until each object has a log line with this message. */
  async restart(message: string): Promise<StartFigures> {
    const before = await this.#replay.replayed();
    const startedAt = Date.now();
    const operator = await this.#start();
    const first = await this.#untilAll(operator, message, startedAt);
    const after = (share: number) => (quantile(first, share) - startedAt) / 1_000;
    const { requests, lists, pages } = await this.#replay.replayed();
    return {
      readyAfterMs: operator.readyAfterMs,
      reached: first.length,
      after: { first: after(0), half: after(0.5), all: after(1) },
      peakBytes: memoryOf(operator.pid, "VmHWM") ?? NaN,
      longestStallMs: this.#ended === null ? await switchStalls(operator) : NaN,
      requests: difference(requests, before.requests),
      lists: mostByResource(difference(lists, before.lists)),
      pages: mostByResource(difference(pages, before.pages)),
      ended: this.#ended === null ? null : String(this.#ended),
    };
  }

  async #start(): Promise<Operator> {
    const { memory, group } = this.#limit;
    const operator = await startOperator(this.#replay.target, {
      ...{ replica: "ceiling", webhook: false, token: "replayed", readyWithinMs: 60_000 },
      nodeArgs: [...stallArgs, ...profileArgs],
      ...(group === undefined ? {} : { memoryGroup: group }),
      args: this.#around.args ?? [],
      values: { logLevel: "debug", resources: { limits: { memory } }, ...this.#around.values },
    });
    this.#operator = operator;
    this.#ended = null;
    void operator.exited.then(code => (this.#ended = code));
    return operator;
  }

  /** The time of the first such line of each object, as far as there is one in time. */
  async #untilAll(operator: Operator, message: string, startedAt: number): Promise<number[]> {
    const times = new LogTimes(message);
    const isLate = () => Date.now() - startedAt > mostSeconds * 1_000;
    do await sleep(2_000);
    while (
      times.read(operator.log()).byKey.size < this.#objects &&
      !isLate() &&
      this.#ended === null
    );
    if (this.#ended !== null) console.error(operator.log().slice(-2_000));
    return [...times.byKey.values()].map(([first = NaN]) => first);
  }

  /** The objects that the process has decided on. */
  decided(): readonly string[] {
    return [...new LogTimes("decided").read(this.#operator?.log() ?? "").byKey.keys()];
  }

  /**
   * @param seconds of all figures but the longest stall, which is measured for as long afterwards; after some more
   * periods, in which what the start has left is done
   */
  async steady(seconds: number, periods = 2): Promise<SteadyFigures | null> {
    const operator = this.#operator;
    if (!operator) return null;
    await sleep(periods * periodMs);
    const since = Date.now();
    const before = await this.#replay.replayed();
    const askedBefore = (await this.#around.asked?.()) ?? 0;
    const used = measureBusy({ operator: operator.pid, server: this.#replay.pid });
    await sleep(seconds * 1_000);
    const { operator: own = NaN, server = NaN } = used();
    const after = await this.#replay.replayed();
    const askedAfter = (await this.#around.asked?.()) ?? 0;
    if (this.#ended !== null) return null;
    const decided = new LogTimes("decided").read(operator.log()).byKey;
    // A shorter span has no two decisions on an object.
    const late = latenesses(decided, periodMs, Math.min(since, Date.now() - 2 * periodMs));
    const requests = difference(after.requests, before.requests);
    const memoryBytes = memoryOf(operator.pid, "VmRSS") ?? NaN;
    await switchStalls(operator);
    await sleep(seconds * 1_000);
    return {
      seconds,
      busy: { operator: own, server },
      memoryBytes,
      peakBytes: memoryOf(operator.pid, "VmHWM") ?? NaN,
      longestStallMs: await switchStalls(operator),
      lateness: {
        median: quantile(late, 0.5),
        p99: quantile(late, 0.99),
        most: quantile(late, 1),
      },
      decisions: [...decided.values()].flat().filter(time => time >= since).length,
      requestsPerSync: total(requests) / ((this.#objects * seconds * 1_000) / periodMs),
      sourceRequests: askedAfter - askedBefore,
      requests,
    };
  }

  async stop(): Promise<void> {
    await this.#operator?.stop();
    this.#operator = null;
  }
}
