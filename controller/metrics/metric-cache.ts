import type { RawAnswer } from "../../engine/observation/observation.ts";
import { formatKubeError, type KubeAnswer } from "../../kube/transport/errors.ts";
import { MetricPoller, type AnswerPorts, type Round, type PollRequest } from "./metric-poller.ts";
import type { Tracker } from "../workqueue/subscriptions.ts";
import { topicOf, type Topic } from "../workqueue/topic.ts";

export interface MetricQuestion {
  readonly namespace: string;
  /** Equal questions have equal texts, whichever object asks. */
  readonly text: string;
  /**
   * Questions with the same phase and period are asked at the same times. Absent: with all of the namespace, whose
   * answers then are of the same time.
   */
  readonly phase?: string;
  readonly ask: (deadlineMs: number) => KubeAnswer<RawAnswer>;
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

const prefix = "metric/";

/** Answers of metrics APIs. Each distinct question is asked once per period, for all objects that need it. */
export class MetricCache {
  readonly #ports: AnswerPorts;
  readonly #questions = new Map<string, AskedQuestion>();

  constructor(ports: AnswerPorts) {
    this.#ports = ports;
  }

  topic({ namespace, text }: MetricQuestion, periodSeconds: number): Topic {
    return topicOf("metric", periodSeconds, namespace, text);
  }

  /** The latest answer; null: the first one has not arrived yet. */
  read(question: MetricQuestion, periodSeconds: number, tracker: Tracker): CachedAnswer | null {
    const topic = this.topic(question, periodSeconds);
    tracker.add(topic);
    const id = `${question.namespace}/${question.text}`;
    const asked = this.#questions.get(id) ?? new AskedQuestion(question, this.#ports);
    this.#questions.set(id, asked);
    return asked.read(topic, { periodMs: periodSeconds * 1000 });
  }

  release(topic: Topic): void {
    const id = topic.slice(topic.indexOf("/", prefix.length) + 1);
    const asked = this.#questions.get(id);
    if (asked?.release(topic) === 0) this.#questions.delete(id);
  }
}

class AskedQuestion {
  readonly #question: MetricQuestion;
  readonly #rounds: MetricPoller<PollRequest>;
  readonly #stopListening: (() => void) | undefined;
  #given: CachedAnswer | null = null;

  constructor(question: MetricQuestion, ports: AnswerPorts) {
    this.#question = question;
    this.#rounds = new MetricPoller({
      ...ports,
      name: () => question.phase ?? question.namespace,
      ask: round => this.#ask(round),
      isAnswered: () => this.#given !== null,
    });
    this.#stopListening = question.listen?.(answer => {
      const now = ports.clock.monotonic();
      this.#given = { answer, askedAt: now, pushedAt: now };
      this.#rounds.announceNow();
    });
  }

  read(topic: Topic, request: PollRequest): CachedAnswer | null {
    return this.#rounds.subscribe(topic, request) ? this.#given : null;
  }

  /** Returns how many topics are left. */
  release(topic: Topic): number {
    const left = this.#rounds.release(topic);
    if (left === 0) this.#stopListening?.();
    return left;
  }

  async #ask({ askedAt, deadlineMs }: Round<PollRequest>): Promise<number> {
    const asked = await this.#question.ask(deadlineMs);
    const answer: RawAnswer = asked.ok
      ? asked.value
      : { kind: "Failed", message: formatKubeError(asked.error) };
    // What was pushed meanwhile is newer.
    if ((this.#given?.pushedAt ?? -Infinity) < askedAt) this.#given = { answer, askedAt };
    return asked.ok ? 0 : (asked.error.retryAfterMs ?? 0);
  }
}
