import { statSync } from "node:fs";

import { AuditLog, type AuditEvent } from "../../../hack/cluster/audit.ts";

/** The events of a log that contain a text: each line is read only once for any number of calls. */
class Follower {
  readonly #log: AuditLog;
  readonly #events: AuditEvent[] = [];
  #reading: Promise<void> = Promise.resolve();

  constructor(log: AuditLog) {
    this.#log = log;
  }

  async events(): Promise<readonly AuditEvent[]> {
    // One reader at a time: two would add the same lines.
    this.#reading = this.#reading.then(() => this.#readOn());
    await this.#reading;
    return this.#events;
  }

  async #readOn(): Promise<void> {
    for await (const event of this.#log.unread()) this.#events.push(event);
  }
}

const followers = new Map<string, Follower>();

const keyOf = (path: string, mentions: string): string => `${path}\n${mentions}`;

export function follow(path: string, mentions: string): Follower {
  const key = keyOf(path, mentions);
  const follower = followers.get(key) ?? new Follower(new AuditLog(path, mentions));
  followers.set(key, follower);
  return follower;
}

/** Follows a text that no line contains yet, such as the name of a new namespace. Earlier lines are not read. */
export function followNew(path: string | undefined, mentions: string): void {
  if (path === undefined) return;
  const log = new AuditLog(path, mentions, statSync(path).size);
  followers.set(keyOf(path, mentions), new Follower(log));
}
