import type { RawPodMetrics } from "../engine/observation/pod-sample.ts";
import { ok, type Result } from "../engine/result.ts";
import type { Clock } from "../kube/clock.ts";
import { formatKubeError, type KubeError } from "../kube/errors.ts";
import type { PodMetricsQuestion } from "../kube/pod-metrics.ts";
import { Rounds, type Round, type Wish } from "./rounds.ts";

/** What pods use, as it was answered last. */
export type MetricsState =
  | {
      readonly kind: "known";
      /** By the pod's name. */
      readonly samples: ReadonlyMap<string, RawPodMetrics>;
      /** Monotonic clock. */
      readonly askedAt: number;
    }
  | { readonly kind: "failed"; readonly message: string; readonly askedAt: number }
  | { readonly kind: "waiting" };

export interface MetricsPorts {
  readonly ask: (
    question: PodMetricsQuestion,
  ) => Promise<Result<readonly RawPodMetrics[], KubeError>>;
  readonly clock: Clock;
  /** How many pods a selector has, or its namespace (null), as far as is known. */
  readonly count: (namespace: string, selector: string | null) => number;
  /** An answer is there, be it a failure: who waits for this thing decides now. */
  readonly onAnswer: (thing: string) => void;
  readonly deadlineMs: number;
}

/** Whose use is wanted. */
export interface PodsWish extends Wish {
  readonly selector: string;
}

interface Answer {
  readonly state: MetricsState;
  /** The selectors that it is about; null: all. */
  readonly about: ReadonlySet<string> | null;
  /** Why there are none for these selectors. */
  readonly tooLarge: ReadonlyMap<string, string>;
}

type Samples = ReadonlyMap<string, RawPodMetrics>;

interface Fetched extends Omit<Answer, "state"> {
  readonly samples: Samples;
}

/** In the cost of an answer, a request weighs as much as so many pods. */
const requestInPods = 50;
/** Where all pods are too many for one answer, those of a selector may be nearly as many. */
const askedAtOnce = 4;
const none: ReadonlyMap<string, string> = new Map();

/** The questions and answers about the pods of one namespace. */
export class NamespaceMetrics {
  readonly #namespace: string;
  readonly #ports: MetricsPorts;
  readonly #rounds: Rounds<PodsWish>;
  #answer: Answer = { state: { kind: "waiting" }, about: new Set(), tooLarge: none };
  /** As many pods as are asked for in one list: half as many as were too many for one answer. */
  #mostPods = Infinity;

  constructor(namespace: string, ports: MetricsPorts) {
    this.#namespace = namespace;
    this.#ports = ports;
    this.#rounds = new Rounds({
      ...ports,
      name: namespace,
      ask: round => this.#ask(round),
      isAnswered: wish => this.#isAnswered(wish),
    });
  }

  read(thing: string, wish: PodsWish): MetricsState {
    if (!this.#rounds.want(thing, wish)) return { kind: "waiting" };
    const { state, tooLarge } = this.#answer;
    const message = tooLarge.get(wish.selector);
    if (message === undefined || state.kind !== "known") return state;
    return { kind: "failed", message, askedAt: state.askedAt };
  }

  /** Returns how many wishes are left. */
  release(thing: string): number {
    return this.#rounds.release(thing);
  }

  #isAnswered({ selector }: PodsWish): boolean {
    return this.#answer.about?.has(selector) ?? true;
  }

  async #ask({ wishes, askedAt, deadlineMs }: Round<PodsWish>): Promise<number> {
    const selectors = new Set(wishes.map(({ selector }) => selector));
    const given = await this.#fetch(selectors, askedAt + deadlineMs);
    if (!given.ok) {
      const message = formatKubeError(given.error);
      const state = { kind: "failed", message, askedAt } as const;
      this.#answer = { state, about: null, tooLarge: none };
      return given.error.retryAfterMs ?? 0;
    }
    const { samples, about, tooLarge } = given.value;
    this.#answer = { state: { kind: "known", samples, askedAt }, about, tooLarge };
    return 0;
  }

  /** The pods of the whole namespace, or selector by selector where few are wanted or there are too many. */
  async #fetch(
    selectors: ReadonlySet<string>,
    giveUpAt: number,
  ): Promise<Result<Fetched, KubeError>> {
    if (this.#isCheaperApart(selectors)) return this.#fetchApart(selectors, giveUpAt, Infinity);
    const pods = this.#ports.count(this.#namespace, null);
    if (pods <= this.#mostPods) {
      const whole = await this.#list(null, giveUpAt);
      if (whole.ok) return ok({ samples: byName(whole.value), about: null, tooLarge: none });
      if (whole.error.code !== "TooLarge") return whole;
      this.#mostPods = pods / 2;
    }
    return this.#fetchApart(selectors, giveUpAt, askedAtOnce);
  }

  /** Any failure fails all, but that of a selector with too many pods: half an answer would argue for fewer. */
  async #fetchApart(
    about: ReadonlySet<string>,
    giveUpAt: number,
    atOnce: number,
  ): Promise<Result<Fetched, KubeError>> {
    const samples = new Map<string, RawPodMetrics>();
    const tooLarge = new Map<string, string>();
    const readable = [...about].filter(each => this.#ports.count(this.#namespace, each) < Infinity);
    for (let next = 0; next < readable.length; next += atOnce) {
      const some = readable.slice(next, next + atOnce);
      const lists = await Promise.all(some.map(selector => this.#list(selector, giveUpAt)));
      for (const [index, list] of lists.entries()) {
        if (list.ok) byName(list.value, samples);
        else if (list.error.code !== "TooLarge") return list;
        else tooLarge.set(some[index] ?? "", formatKubeError(list.error));
      }
    }
    return ok({ samples, about, tooLarge });
  }

  #list(labelSelector: string | null, giveUpAt: number) {
    const deadlineMs = giveUpAt - this.#ports.clock.monotonic();
    return this.#ports.ask({ namespace: this.#namespace, labelSelector, deadlineMs });
  }

  #isCheaperApart(selectors: ReadonlySet<string>): boolean {
    const { count } = this.#ports;
    let cost = 0;
    for (const selector of selectors) cost += requestInPods + count(this.#namespace, selector);
    return cost < requestInPods + count(this.#namespace, null);
  }
}

function byName(
  items: readonly RawPodMetrics[],
  samples = new Map<string, RawPodMetrics>(),
): Samples {
  for (const item of items) samples.set(item.metadata?.name ?? "", item);
  return samples;
}
