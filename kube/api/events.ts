import { LRUCache } from "lru-cache";

import { ok } from "../../engine/model/values/result.ts";
import { shortText } from "../../engine/model/values/short-text.ts";
import type { StatusEvent } from "../../engine/status/status-events.ts";
import { timestamp } from "../../engine/model/values/time.ts";
import type { ApiPath } from "../transport/api-path.ts";
import type { Clock } from "../clock.ts";
import type { KubeAnswer } from "../transport/errors.ts";
import { FairBacklog } from "../transport/turns/fair-backlog.ts";
import { resourcePath } from "../watch/object.ts";
import type { Transport } from "../transport/transport.ts";

export interface EventSubject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

interface Known {
  readonly name: string;
  readonly count: number;
}

interface Waiting {
  readonly subject: EventSubject;
  readonly draft: StatusEvent;
  /** Deduplication key: a second event with the same key increments the count of the first. */
  readonly identity: string;
  /** Time of recording, however long writing takes. */
  readonly time: string;
}

interface Ports {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly replica: string;
  readonly onDrop: (reason: string) => void;
}

/** client-go's spam filter: a burst of 25 events for each object, then one every five minutes. */
const burst = 25;
const refillMs = 300_000;
/** Memory stays bounded for any number of objects. */
const max = 4_096;
/** One for each object that changes; later events would be too old to be useful. */
const longestBacklog = 10_000;
const writers = 4;

/**
 * Writes Events; repeated ones increment a count (client-go: tools/record). Callers do not wait for the
 * write: decisions never depend on events. Namespaces take turns.
 */
export class EventRecorder {
  readonly #ports: Ports;
  readonly #known = new LRUCache<string, Known>({ max });
  readonly #budgets = new LRUCache<string, { tokens: number; filledAt: number }>({ max });
  /** By namespace, in the order of recording. */
  readonly #backlog = new FairBacklog<Waiting>(longestBacklog);
  /** Identities with a write in flight. */
  readonly #writing = new Set<string>();
  readonly #idle: (() => void)[] = [];
  #sequence = 0;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  record(subject: EventSubject, event: StatusEvent): void {
    const { clock, onDrop } = this.#ports;
    if (!this.#affords(subject.uid)) {
      onDrop("RateLimited");
      return;
    }
    const draft = { ...event, message: shortText(event.message) };
    const identity = `${subject.uid}/${draft.type}/${draft.reason}/${draft.message}`;
    const waiting = { subject, draft, identity, time: timestamp(clock.now()) };
    if (this.#backlog.add(subject.namespace, waiting)) onDrop("QueueFull");
    this.#next();
  }

  /** Resolves when every recorded event is written or dropped. */
  flush(): Promise<void> {
    if (this.#isIdle) return Promise.resolve();
    return new Promise(resolve => this.#idle.push(resolve));
  }

  get #isIdle(): boolean {
    return this.#backlog.size === 0 && this.#writing.size === 0;
  }

  #next(): void {
    // A repeated event needs the name of the first one.
    const may = ({ identity }: Waiting): boolean => !this.#writing.has(identity);
    while (this.#writing.size < writers) {
      const waiting = this.#backlog.take(may);
      if (waiting === null) break;
      this.#writing.add(waiting.identity);
      void this.#write(waiting).finally(() => {
        this.#writing.delete(waiting.identity);
        this.#next();
      });
    }
    if (this.#isIdle) for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #write(waiting: Waiting): Promise<void> {
    const { identity } = waiting;
    const known = this.#known.peek(identity);
    let written = known ? await this.#countUp(waiting, known) : await this.#create(waiting);
    // Events expire after an hour; the next occurrence creates a new one.
    if (known && !written.ok && written.error.code === "NotFound") {
      written = await this.#create(waiting);
    }
    if (written.ok) this.#known.set(identity, written.value);
    else this.#ports.onDrop(written.error.code);
  }

  async #countUp({ subject, time }: Waiting, known: Known): KubeAnswer<Known> {
    const count = known.count + 1;
    const answer = await this.#ports.transport.request({
      method: "PATCH",
      path: this.#path(subject, known.name),
      contentType: "application/merge-patch+json",
      body: { count, lastTimestamp: time },
    });
    return answer.ok ? ok({ ...known, count }) : answer;
  }

  async #create({ subject, draft, time }: Waiting): KubeAnswer<Known> {
    this.#sequence += 1;
    const { transport, clock, replica } = this.#ports;
    const suffix = `${clock.now().toString(16)}${this.#sequence.toString(16)}`;
    const known = { name: `${subject.name}.${suffix}`, count: 1 };
    const answer = await transport.request({
      method: "POST",
      path: this.#path(subject),
      body: {
        apiVersion: "v1",
        kind: "Event",
        metadata: { name: known.name, namespace: subject.namespace },
        involvedObject: subject,
        ...draft,
        source: { component: "trimtab", host: replica },
        reportingComponent: "trimtab",
        reportingInstance: replica,
        count: 1,
        firstTimestamp: time,
        lastTimestamp: time,
      },
    });
    return answer.ok ? ok(known) : answer;
  }

  #affords(uid: string): boolean {
    const now = this.#ports.clock.monotonic();
    const budget = this.#budgets.get(uid) ?? { tokens: burst, filledAt: now };
    const tokens = Math.min(burst, budget.tokens + (now - budget.filledAt) / refillMs);
    const affordable = tokens >= 1;
    this.#budgets.set(uid, { tokens: affordable ? tokens - 1 : tokens, filledAt: now });
    return affordable;
  }

  #path({ namespace }: EventSubject, name?: string): ApiPath {
    return resourcePath({ group: "", version: "v1", plural: "events", namespace, name });
  }
}
