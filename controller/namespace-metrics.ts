import type { RawPodMetrics } from "../engine/observation/pod-sample.ts";
import { err, ok, type Result } from "../engine/result.ts";
import type { Clock } from "../kube/clock.ts";
import { formatKubeError, type KubeError } from "../kube/errors.ts";
import type { PodMetricsQuestion } from "../kube/pod-metrics.ts";

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

/** What somebody wants to know, and how often. */
export interface Wish {
  readonly selector: string;
  readonly periodMs: number;
}

interface Answer {
  readonly state: MetricsState;
  /** The selectors that it is about; null: all. */
  readonly about: ReadonlySet<string> | null;
}

/** In the cost of an answer, a request weighs as much as so many pods. */
const requestInPods = 50;
/** An answer must be there before the next question. */
const deadlineShare = 0.8;
/** A question that is asked a moment early still counts as one a period later. */
const periodSlack = 0.1;

/** The questions and answers about the pods of one namespace, at the pace of the shortest period. */
export class NamespaceMetrics {
  readonly #namespace: string;
  readonly #ports: MetricsPorts;
  readonly #wishes = new Map<string, Wish>();
  /** When what was announced last for a thing was asked for. */
  readonly #told = new Map<string, number>();
  #answer: Answer = { state: { kind: "waiting" }, about: new Set() };
  #timer: NodeJS.Timeout | null = null;
  #isAsking = false;
  #askedAt = -Infinity;

  constructor(namespace: string, ports: MetricsPorts) {
    this.#namespace = namespace;
    this.#ports = ports;
  }

  read(thing: string, wish: Wish): MetricsState {
    const isNew = !this.#wishes.has(thing);
    if (isNew) this.#wishes.set(thing, wish);
    // Nobody waits for a whole period for what was never asked for.
    if (isNew && !this.#isAnswered(wish)) void this.#ask();
    else if (isNew) this.#arm();
    return this.#isAnswered(wish) ? this.#answer.state : { kind: "waiting" };
  }

  /** Returns how many wishes are left. */
  release(thing: string): number {
    this.#wishes.delete(thing);
    this.#told.delete(thing);
    this.#arm();
    return this.#wishes.size;
  }

  #isAnswered({ selector }: Wish): boolean {
    return this.#answer.about?.has(selector) ?? true;
  }

  get #periodMs(): number {
    return Math.min(...Array.from(this.#wishes.values(), ({ periodMs }) => periodMs));
  }

  /** Never two questions at a time: a server that hangs is not asked again until its deadline. */
  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#askedAt = this.#ports.clock.monotonic();
    this.#arm();
    const about = this.#cheapest();
    const answer = await this.#fetch(about);
    this.#isAsking = false;
    this.#answer = { state: answer, about: answer.kind === "failed" ? null : about };
    this.#announce();
    if ([...this.#wishes.values()].some(wish => !this.#isAnswered(wish))) await this.#ask();
  }

  async #fetch(about: ReadonlySet<string> | null): Promise<MetricsState & { askedAt: number }> {
    const askedAt = this.#askedAt;
    const deadlineMs = Math.min(this.#ports.deadlineMs, deadlineShare * this.#periodMs);
    const selectors = about ? [...about] : [null];
    const lists = await Promise.all(
      selectors.map(labelSelector =>
        this.#ports.ask({ namespace: this.#namespace, labelSelector, deadlineMs }),
      ),
    );
    const items = collect(lists);
    if (!items.ok) return { kind: "failed", message: formatKubeError(items.error), askedAt };
    const samples = new Map(items.value.map(item => [item.metadata?.name ?? "", item]));
    return { kind: "known", samples, askedAt };
  }

  /** All pods of the namespace (null), or selector by selector where few of them are wanted. */
  #cheapest(): ReadonlySet<string> | null {
    const { count } = this.#ports;
    const selectors = new Set(Array.from(this.#wishes.values(), ({ selector }) => selector));
    let cost = 0;
    for (const selector of selectors) cost += requestInPods + count(this.#namespace, selector);
    return cost < requestInPods + count(this.#namespace, null) ? selectors : null;
  }

  #announce(): void {
    const askedAt = this.#askedAt;
    for (const [thing, wish] of this.#wishes) {
      const told = this.#told.get(thing) ?? -Infinity;
      if (!this.#isAnswered(wish) || askedAt - told < wish.periodMs * (1 - periodSlack)) continue;
      this.#told.set(thing, askedAt);
      this.#ports.onAnswer(thing);
    }
  }

  /** The next question; namespaces ask at different moments of the same period. */
  #arm(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#wishes.size === 0) return;
    const now = this.#ports.clock.monotonic();
    const at = nextTurn(Math.max(now, this.#askedAt), this.#periodMs, this.#namespace);
    const isSoon = at - this.#askedAt < this.#periodMs / 2;
    this.#timer = setTimeout(
      () => {
        this.#arm();
        void this.#ask();
      },
      at - now + (isSoon ? this.#periodMs : 0),
    );
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

/** The first moment after this one that belongs to a name. */
function nextTurn(after: number, periodMs: number, name: string): number {
  const phase = shareOf(name) * periodMs;
  return (Math.floor((after - phase) / periodMs) + 1) * periodMs + phase;
}

/** FNV-1a of a name, as a part of 1. */
function shareOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash / 2 ** 32;
}
