import type { RawAnswer, RawValue } from "../../engine/model/observation/observation.ts";
import type { EpochMs } from "../../engine/model/values/result.ts";
import { timeOrZero } from "../../engine/model/values/time.ts";
import type { Clock } from "../../kube/clock.ts";
import { formatKubeError, type KubeAnswer } from "../../kube/transport/errors.ts";
import {
  MetricPoller,
  type Asked,
  type AnswerPorts,
  type Round,
  type PollRequest,
} from "./metric-poller.ts";
import { otherwise, timesOf, type Moments } from "./moments.ts";
import type { QueryRange } from "../metric-sources/prometheus-source.ts";
import { SampleTimes } from "./sample-times.ts";
import { type Tracker, topicOf, type Topic } from "../workqueue/subscriptions.ts";

export interface MetricQuestion {
  /** Of the object that asks. */
  readonly namespace: string;
  /** Equal questions of a namespace have equal texts, whichever object asks. */
  readonly text: string;
  /** True: those of other namespaces do, too, and have the same answer. */
  readonly isShared?: boolean;
  /**
   * Questions with the same phase and period are asked at the same times. Absent: with all of the namespace, whose
   * answers then are of the same time.
   */
  readonly phase?: string;
  /**
   * @param namespaces those that want the answer now: each of them may pay for it
   * @param range moments of the past, of which only a Prometheus knows; absent: now
   */
  readonly ask: (
    deadlineMs: number,
    namespaces: ReadonlySet<string>,
    range?: QueryRange,
  ) => KubeAnswer<RawAnswer>;
  /**
   * For a server that also answers without being asked: listens until the returned function is called. Absent: it
   * does not.
   */
  readonly listen?: (hears: (answer: RawAnswer) => void) => () => void;
}

export interface CachedAnswer {
  readonly answer: RawAnswer;
  /** Monotonic clock. */
  readonly askedAt: number;
  /** When it came without being asked for; absent: it was asked for. */
  readonly pushedAt?: number;
}

export interface CachePorts extends AnswerPorts {
  /** When the pod metrics of a namespace are requested; null: no object needs them. */
  readonly podMoments: (namespace: string) => Moments | null;
}

interface Request extends PollRequest {
  readonly namespace: string;
}

/**
 * Answers of metrics APIs. Each distinct question is asked once per period, for all objects that need it. Objects of
 * different namespaces share it only with the same period: no tenant sets the pace or the deadline of another one.
 */
export class MetricCache {
  readonly #ports: CachePorts;
  readonly #questions = new Map<string, AskedQuestion>();
  readonly #byTopic = new Map<Topic, AskedQuestion>();

  constructor(ports: CachePorts) {
    this.#ports = ports;
  }

  topic({ namespace, text }: MetricQuestion, periodSeconds: number): Topic {
    return topicOf("metric", periodSeconds, namespace, text);
  }

  /** The latest answer; null: the first one has not arrived yet. */
  read(question: MetricQuestion, periodSeconds: number, tracker: Tracker): CachedAnswer | null {
    const topic = this.topic(question, periodSeconds);
    tracker.add(topic);
    const asked = this.#byTopic.get(topic) ?? this.#join(topic, question, periodSeconds);
    const { namespace } = question;
    return asked.read(topic, { namespace, periodMs: periodSeconds * 1000 });
  }

  /** When the latest answer was requested; Infinity: it is a failure, or not of this cache. */
  askedAt(topic: Topic): number {
    return this.#byTopic.get(topic)?.askedAt ?? Infinity;
  }

  release(topic: Topic): void {
    const asked = this.#byTopic.get(topic);
    this.#byTopic.delete(topic);
    if (asked?.release(topic) === 0) this.#questions.delete(asked.id);
  }

  #join(topic: Topic, question: MetricQuestion, periodSeconds: number): AskedQuestion {
    const { namespace, text, isShared = false } = question;
    const id = isShared ? `${periodSeconds}//${text}` : `${namespace}/${text}`;
    const asked = this.#questions.get(id) ?? new AskedQuestion(id, question, this.#ports);
    this.#questions.set(id, asked);
    this.#byTopic.set(topic, asked);
    return asked;
  }
}

class AskedQuestion {
  readonly id: string;
  readonly #ask: MetricQuestion["ask"];
  readonly #clock: Clock;
  readonly #rounds: MetricPoller<Request>;
  readonly #stopListening: (() => void) | undefined;
  #given: CachedAnswer | null = null;
  /** The namespaces whose question has failed; null: the answer is for all. */
  #failedFor: ReadonlySet<string> | null = null;

  constructor(id: string, question: MetricQuestion, ports: CachePorts) {
    const { namespace, isShared = false, phase = isShared ? "" : namespace } = question;
    this.id = id;
    this.#ask = question.ask;
    this.#clock = ports.clock;
    const isOfNamespace = phase === namespace && !isShared;
    this.#rounds = new MetricPoller({
      ...ports,
      // Answers of a namespace without times of their own belong to its pod metrics.
      moments: otherwise(new SampleTimes(), () =>
        isOfNamespace ? ports.podMoments(namespace) : null,
      ),
      name: () => phase,
      ask: round => this.#askFor(round),
      // A namespace that joins while others have no place for the question asks again, with its own places.
      isAnswered: each => this.#given !== null && (this.#failedFor?.has(each.namespace) ?? true),
    });
    this.#stopListening = question.listen?.(answer => {
      const now = ports.clock.monotonic();
      this.#given = { answer, askedAt: now, pushedAt: now };
      this.#failedFor = null;
      this.#rounds.announceNow();
    });
  }

  read(topic: Topic, request: Request): CachedAnswer | null {
    return this.#rounds.subscribe(topic, request) ? this.#given : null;
  }

  get askedAt(): number {
    if (this.#given === null) return -Infinity;
    return this.#given.answer.kind === "Failed" ? Infinity : this.#given.askedAt;
  }

  /** Returns how many topics are left. */
  release(topic: Topic): number {
    const left = this.#rounds.release(topic);
    if (left === 0) this.#stopListening?.();
    return left;
  }

  async #askFor({ requests, askedAt, deadlineMs }: Round<Request>): Promise<Asked> {
    const namespaces = new Set(requests.map(({ namespace }) => namespace));
    const asked = await this.#ask(deadlineMs, namespaces);
    const answer: RawAnswer = asked.ok
      ? asked.value
      : { kind: "Failed", message: formatKubeError(asked.error) };
    // What was pushed meanwhile is newer.
    if ((this.#given?.pushedAt ?? -Infinity) < askedAt) {
      this.#given = { answer, askedAt };
      this.#failedFor = asked.ok ? null : namespaces;
    }
    const retryAfterMs = asked.ok ? 0 : (asked.error.retryAfterMs ?? 0);
    const timeIn = ({ timestamp }: RawValue): EpochMs => timeOrZero(timestamp);
    return { retryAfterMs, sampledAt: timesOf(valuesIn(answer), timeIn, this.#clock) };
  }
}

/** Those that may have a time. Pod metrics are read elsewhere. */
function valuesIn(answer: RawAnswer): readonly RawValue[] {
  if (answer.kind === "PodValues") return answer.items;
  if (answer.kind === "ObjectValue") return [answer];
  return "values" in answer ? answer.values : [];
}
