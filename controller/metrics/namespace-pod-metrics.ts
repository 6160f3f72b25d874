import type { PodUsage } from "../../engine/model/observation/pod-usage.ts";
import { ok } from "../../engine/model/values/result.ts";
import { formatKubeError, type KubeAnswer } from "../../kube/transport/errors.ts";
import type { PodMetricsQuestion } from "../../kube/metrics/pod-metrics.ts";
import { requestInPods, type ClusterPodMetrics, type Samples } from "./cluster-pod-metrics.ts";
import {
  MetricPoller,
  type Asked,
  type AnswerPorts,
  type Round,
  type PollRequest,
} from "./metric-poller.ts";
import { timesOf, type Moments } from "./moments.ts";
import type { Topic } from "../workqueue/subscriptions.ts";

export type MetricsState =
  | {
      readonly kind: "known";
      /** By pod name. */
      readonly samples: ReadonlyMap<string, PodUsage>;
      /** Monotonic clock. */
      readonly askedAt: number;
    }
  | { readonly kind: "failed"; readonly message: string; readonly askedAt: number }
  | { readonly kind: "waiting" };

export interface MetricsPorts extends AnswerPorts {
  readonly cluster: ClusterPodMetrics;
  readonly ask: (question: PodMetricsQuestion) => KubeAnswer<readonly PodUsage[]>;
  /** The number of known pods of a selector, or of the whole namespace (null). */
  readonly count: (namespace: string, selector: string | null) => number;
  /** The number of objects in a namespace: each may ask about a selector. */
  readonly objects: (namespace: string) => number;
  readonly total: () => number;
}

export interface PodMetricsRequest extends PollRequest {
  readonly selector: string;
}

interface Answer {
  readonly state: MetricsState;
  /** The selectors that it covers; null: all. */
  readonly about: ReadonlySet<string> | null;
  /** Why samples are missing, by selector. */
  readonly tooLarge: ReadonlyMap<string, string>;
}

interface Fetched extends Omit<Answer, "state"> {
  readonly samples: Samples;
}

/** If the pods of the namespace are too many for one response, those of a selector may nearly be, too. */
const askedAtOnce = 4;
const none: ReadonlyMap<string, string> = new Map();

export class NamespacePodMetrics {
  readonly #namespace: string;
  readonly #ports: MetricsPorts;
  readonly moments: Moments;
  readonly rounds: MetricPoller<PodMetricsRequest>;
  #answer: Answer = { state: { kind: "waiting" }, about: new Set(), tooLarge: none };
  /** The most pods to ask for in one list: half the number that was too large for one response. */
  #mostPods = Infinity;
  /** The number of selectors in the latest round. */
  #selectors = 0;

  constructor(namespace: string, ports: MetricsPorts, moments: Moments) {
    this.#namespace = namespace;
    this.#ports = ports;
    this.moments = moments;
    this.rounds = new MetricPoller({
      ...ports,
      moments,
      name: () => (ports.cluster.isShared ? "" : namespace),
      ask: round => this.#ask(round),
      isAnswered: request => this.#isAnswered(request),
    });
  }

  read(topic: Topic, request: PodMetricsRequest): MetricsState {
    if (!this.rounds.subscribe(topic, request)) return { kind: "waiting" };
    const { state, tooLarge } = this.#answer;
    const message = tooLarge.get(request.selector);
    if (message === undefined || state.kind !== "known") return state;
    return { kind: "failed", message, askedAt: state.askedAt };
  }

  /** Infinity: the latest answer is a failure. */
  get askedAt(): number {
    const { state } = this.#answer;
    if (state.kind === "waiting") return -Infinity;
    return state.kind === "failed" ? Infinity : state.askedAt;
  }

  #isAnswered({ selector }: PodMetricsRequest): boolean {
    return this.#answer.about?.has(selector) ?? true;
  }

  async #ask({ requests, askedAt, deadlineMs }: Round<PodMetricsRequest>): Promise<Asked> {
    const selectors = new Set(requests.map(({ selector }) => selector));
    const given = await this.#fetch(selectors, askedAt + deadlineMs);
    if (!given.ok) {
      const message = formatKubeError(given.error);
      const state = { kind: "failed", message, askedAt } as const;
      this.#answer = { state, about: null, tooLarge: none };
      return { retryAfterMs: given.error.retryAfterMs ?? 0, sampledAt: [] };
    }
    const { samples, about, tooLarge } = given.value;
    this.#answer = { state: { kind: "known", samples, askedAt }, about, tooLarge };
    const sampledAt = timesOf([...samples.values()], ({ time }) => time, this.#ports.clock);
    return { retryAfterMs: 0, sampledAt };
  }

  /**
   * Lists the whole namespace, together with others if that is cheaper, or single selectors if these have few pods
   * or the namespace has too many.
   */
  async #fetch(selectors: ReadonlySet<string>, giveUpAt: number): KubeAnswer<Fetched> {
    const { isApart, cost } = this.#costOf(selectors);
    const deadlineMs = giveUpAt - this.#ports.clock.monotonic();
    const shared = await this.#ports.cluster.ask({ namespace: this.#namespace, cost, deadlineMs });
    if (shared?.ok) return ok({ samples: shared.value, about: null, tooLarge: none });
    if (shared) return shared;
    if (isApart) return this.#fetchApart(selectors, giveUpAt, Infinity);
    const pods = this.#ports.count(this.#namespace, null);
    if (pods <= this.#mostPods) {
      const whole = await this.#list(null, giveUpAt);
      if (whole.ok) return ok({ samples: byName(whole.value), about: null, tooLarge: none });
      if (whole.error.code !== "TooLarge") return whole;
      this.#mostPods = pods / 2;
    }
    return this.#fetchApart(selectors, giveUpAt, askedAtOnce);
  }

  /**
   * Any failure fails all, except a selector with too many pods: partial metrics would argue for fewer
   * replicas.
   */
  async #fetchApart(about: ReadonlySet<string>, giveUpAt: number, atOnce: number) {
    const samples = new Map<string, PodUsage>();
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
    const pods = this.#ports.count(this.#namespace, labelSelector);
    return this.#ports.ask({ namespace: this.#namespace, labelSelector, pods, deadlineMs });
  }

  /** After a start, all objects ask within seconds: while selectors join, one is expected of every object. */
  #costOf(selectors: ReadonlySet<string>) {
    const { count, objects } = this.#ports;
    const expected = selectors.size > this.#selectors ? objects(this.#namespace) : 0;
    this.#selectors = selectors.size;
    let apart = requestInPods * Math.max(selectors.size, expected);
    for (const selector of selectors) apart += count(this.#namespace, selector);
    const whole = requestInPods + count(this.#namespace, null);
    return { isApart: apart < whole, cost: Math.min(apart, whole) };
  }
}

function byName(items: readonly PodUsage[], samples = new Map<string, PodUsage>()) {
  for (const item of items) samples.set(item.name, item);
  return samples;
}
