import type { PodUsage } from "../../engine/model/observation/pod-usage.ts";
import { ok, type Result } from "../../engine/model/values/result.ts";
import { sleep, type Clock } from "../../kube/clock.ts";
import type { ClusterPodMetricsQuestion } from "../../kube/metrics/pod-metrics.ts";
import type { KubeAnswer, KubeError, KubeErrorCode } from "../../kube/transport/errors.ts";
import { inTurns } from "../workqueue/event-loop-turn.ts";

/** The usage of the pods of one namespace, by name. */
export type Samples = ReadonlyMap<string, PodUsage>;

export interface ClusterMetricsPorts {
  readonly clock: Clock;
  /** The usage of the pods of some namespaces, in one request. */
  readonly askAll: (
    question: ClusterPodMetricsQuestion,
  ) => KubeAnswer<ReadonlyMap<string, Samples>>;
  /** The number of pods in the cluster; null: they are not all known. */
  readonly podsInCluster: () => number | null;
  /** How many namespaces have objects, each of which may ask. */
  readonly namespaces: () => number;
  /** How many objects wait for a pass. */
  readonly waiting: () => number;
}

/** What a namespace wants to know now. */
interface Wanted {
  readonly namespace: string;
  /** Of its own requests, in pods. */
  readonly cost: number;
  readonly deadlineMs: number;
}

type Answer = Result<Samples, KubeError> | null;

interface Waiting extends Pick<Wanted, "namespace" | "cost"> {
  readonly withinMs: number;
  /** Ends the wait. Otherwise it ends by itself, without an answer. */
  readonly arrived: () => void;
  readonly answer: (given: Answer) => void;
}

export const requestInPods = 50;
const mostApart = 20;
/** A list of the cluster has to be this much cheaper at first, and then no dearer. */
const worthwhile = 2;
const checkEveryMs = 1_000;
/** After a start, all objects ask: until then, a namespace that has not asked is expected to be like the others. */
const startMs = 30_000;
/** A list waits until no other namespace has joined it for this long, and no longer than ten times that. */
const joinMs = 50;
const mostWaits = 10;
/** After a failure that may be over soon, and twice as long after each further one. */
const firstApartMs = 15_000;
const longestApartMs = 300_000;
const shareOfTime = 0.8;
/** One list wakes thousands of objects. With a short queue, an edit or another event does not wait for all of them. */
const fewWaiting = 100;
const whileManyMs = 5;
const longestHoldMs = 5_000;
/** They concern all requests: those of single namespaces would fail, too. */
const general: KubeErrorCode[] = ["TooManyRequests", "Unreachable", "Unauthorized", "Stopped"];
const transient: KubeErrorCode[] = [...general, "ServerError", "Timeout"];

/**
 * One list of the cluster's PodMetrics instead of a list for each of many namespaces with few pods. It belongs to
 * no namespace, so it may fail for none: then, each namespace asks alone for some time, and until a list that no
 * namespace waits for has arrived.
 */
export class ClusterPodMetrics {
  readonly #ports: ClusterMetricsPorts;
  readonly #costs = new Map<string, number>();
  #sum = 0;
  /** Whether namespaces ask at the same times, so that one list serves them all. */
  isShared = false;
  #checkedAt = -Infinity;
  /** The number of namespaces at the latest check. */
  #checkedOf = 0;
  #apartUntil = -Infinity;
  /** Without a success in between. */
  #failures = 0;
  #firstAt = Infinity;
  /** How long the latest list took. */
  #tookMs = 0;
  #joined: Waiting[] = [];

  constructor(ports: ClusterMetricsPorts) {
    this.#ports = ports;
  }

  /** Null: the namespace asks alone. The list begins after this call. */
  async ask({ namespace, cost, deadlineMs }: Wanted): Promise<Answer> {
    this.#sum += cost - (this.#costs.get(namespace) ?? 0);
    this.#costs.set(namespace, cost);
    // The rest of the time is left for a request of its own.
    const withinMs = deadlineMs * shareOfTime;
    this.#check(withinMs);
    if (!this.isShared || withinMs < this.#tookMs) return null;
    return await new Promise(resolve => {
      const late = setTimeout(() => {
        // A list takes long if the operator has much to do, which a request for each namespace makes worse.
        if (this.#ports.waiting() <= fewWaiting) resolve(null);
      }, withinMs);
      const arrived = () => clearTimeout(late);
      this.#joined.push({ namespace, cost, withinMs, arrived, answer: resolve });
      if (this.#joined.length === 1) this.#wait(1, 1);
    });
  }

  forget(namespace: string): void {
    this.#sum -= this.#costs.get(namespace) ?? 0;
    this.#costs.delete(namespace);
  }

  /** Compares the cost of a list of the cluster with that of all others, in pods. */
  #check(withinMs: number): void {
    const now = this.#ports.clock.monotonic();
    // At a start, thousands of namespaces ask within a second.
    const hasDoubled = this.#costs.size >= 2 * this.#checkedOf;
    if (now - this.#checkedAt < checkEveryMs && !hasDoubled) return;
    this.#checkedAt = now;
    this.#checkedOf = this.#costs.size;
    const most = this.isShared ? mostApart / 2 : mostApart;
    const factor = this.isShared ? 1 : worthwhile;
    const isPossible = now >= this.#apartUntil && this.#costs.size > most;
    const pods = isPossible ? this.#ports.podsInCluster() : null;
    const isCheaper = pods !== null && factor * (requestInPods + pods) < this.#expected(now);
    if (!this.isShared) this.#tookMs = 0;
    this.isShared = isCheaper && this.#failures === 0;
    if (!isCheaper || this.isShared) return;
    // No namespace waits for this one, and there is no second one meanwhile.
    void this.#fetch([], pods, withinMs);
    this.#apartUntil = now + withinMs;
  }

  #expected(now: number): number {
    this.#firstAt = Math.min(this.#firstAt, now);
    if (now - this.#firstAt > startMs) return this.#sum;
    const asking = this.#costs.size;
    return (this.#sum / asking) * Math.max(asking, this.#ports.namespaces());
  }

  #wait(joined: number, waits: number): void {
    setTimeout(() => {
      const hasGrown = this.#joined.length > joined;
      if (hasGrown && waits < mostWaits) this.#wait(this.#joined.length, waits + 1);
      else void this.#list(this.#joined.splice(0));
    }, joinMs);
  }

  async #list(joined: readonly Waiting[]): Promise<void> {
    const pods = this.#ports.podsInCluster();
    const apart = joined.reduce((sum, { cost }) => sum + cost, 0);
    // A namespace with less time does not end the list of the others.
    const deadlineMs = joined.reduce((most, { withinMs }) => Math.max(most, withinMs), 0);
    const isCheaper = pods !== null && requestInPods + pods < apart;
    const given = isCheaper ? await this.#fetch(joined, pods, deadlineMs) : null;
    for (const { arrived } of joined) arrived();
    const giveUpAt = this.#ports.clock.monotonic() + longestHoldMs;
    await inTurns(
      joined,
      some => {
        for (const { namespace, answer } of some) {
          answer(given?.ok ? ok(given.value.get(namespace) ?? none) : given);
        }
      },
      () => this.#untilFewWait(giveUpAt),
    );
  }

  /** All workers may hang, and then the queue stays long. */
  async #untilFewWait(giveUpAt: number): Promise<void> {
    const { clock, waiting } = this.#ports;
    while (waiting() > fewWaiting && clock.monotonic() < giveUpAt) await sleep(whileManyMs);
  }

  /** Null: only this list has failed. */
  async #fetch(joined: readonly Waiting[], pods: number, deadlineMs: number) {
    const { clock, askAll } = this.#ports;
    const namespaces = new Set(joined.map(({ namespace }) => namespace));
    const began = clock.monotonic();
    const given = await askAll({ namespaces, pods, deadlineMs });
    this.#tookMs = clock.monotonic() - began;
    if (given.ok) this.#failures = 0;
    if (given.ok || (general.includes(given.error.code) && joined.length > 0)) return given;
    this.#fail(given.error.code, this.isShared || joined.length === 0);
    return null;
  }

  #fail(code: KubeErrorCode, isFirst: boolean): void {
    // Lists that fail at the same time are one failure.
    if (isFirst) this.#failures += 1;
    const apartMs = transient.includes(code)
      ? firstApartMs * 2 ** (this.#failures - 1)
      : longestApartMs;
    const until = this.#ports.clock.monotonic() + Math.min(longestApartMs, apartMs);
    this.#apartUntil = Math.max(this.#apartUntil, until);
    this.isShared = false;
  }
}

const none: Samples = new Map();
