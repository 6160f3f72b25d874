import type { RawPodMetrics } from "../engine/observation/pod-sample.ts";
import { err, ok, type Result } from "../engine/result.ts";
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
}

/** In the cost of an answer, a request weighs as much as so many pods. */
const requestInPods = 50;

/** The questions and answers about the pods of one namespace. */
export class NamespaceMetrics {
  readonly #namespace: string;
  readonly #ports: MetricsPorts;
  readonly #rounds: Rounds<PodsWish>;
  #answer: Answer = { state: { kind: "waiting" }, about: new Set() };

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
    return this.#rounds.want(thing, wish) ? this.#answer.state : { kind: "waiting" };
  }

  /** Returns how many wishes are left. */
  release(thing: string): number {
    return this.#rounds.release(thing);
  }

  #isAnswered({ selector }: PodsWish): boolean {
    return this.#answer.about?.has(selector) ?? true;
  }

  async #ask({ wishes, askedAt, deadlineMs }: Round<PodsWish>): Promise<number> {
    const about = this.#cheapest(wishes);
    const items = await this.#fetch(about, deadlineMs);
    if (!items.ok) {
      const message = formatKubeError(items.error);
      this.#answer = { state: { kind: "failed", message, askedAt }, about: null };
      return items.error.retryAfterMs ?? 0;
    }
    const samples = new Map(items.value.map(item => [item.metadata?.name ?? "", item]));
    this.#answer = { state: { kind: "known", samples, askedAt }, about };
    return 0;
  }

  async #fetch(about: ReadonlySet<string> | null, deadlineMs: number) {
    const namespace = this.#namespace;
    const selectors = about ? [...about] : [null];
    const lists = await Promise.all(
      selectors.map(labelSelector => this.#ports.ask({ namespace, labelSelector, deadlineMs })),
    );
    return collect(lists);
  }

  /** All pods of the namespace (null), or selector by selector where few of them are wanted. */
  #cheapest(wishes: readonly PodsWish[]): ReadonlySet<string> | null {
    const { count } = this.#ports;
    const selectors = new Set(wishes.map(({ selector }) => selector));
    let cost = 0;
    for (const selector of selectors) cost += requestInPods + count(this.#namespace, selector);
    return cost < requestInPods + count(this.#namespace, null) ? selectors : null;
  }
}

/** All items of all lists, or the first failure: half an answer would argue for scaling down. */
function collect(
  lists: readonly Result<readonly RawPodMetrics[], KubeError>[],
): Result<readonly RawPodMetrics[], KubeError> {
  const items: RawPodMetrics[] = [];
  for (const list of lists) {
    if (!list.ok) return err(list.error);
    items.push(...list.value);
  }
  return ok(items);
}
