import { open } from "node:fs/promises";

/** One completed request. Times are RFC 3339 with microseconds. */
export interface AuditEvent {
  readonly auditID: string;
  readonly requestReceivedTimestamp: string;
  /** Time of the response. A watch has two events: its start (ResponseStarted) and its end. */
  readonly stageTimestamp: string;
  readonly stage: string;
  readonly verb: string;
  readonly user: string;
  readonly userAgent: string;
  readonly requestURI: string;
  readonly objectRef: ObjectRef | undefined;
  /** The HTTP status code; 0 if the request ended without one. */
  readonly code: number;
  /** The request and response bodies, if the audit policy records them. */
  readonly requestObject?: unknown;
  readonly responseObject?: unknown;
  /** Where a request took more than 500 ms, also which of the API server's parts took how long. */
  readonly annotations?: Readonly<Record<string, string>>;
}

const texts = [
  "auditID",
  "requestReceivedTimestamp",
  "stageTimestamp",
  "stage",
  "verb",
  "userAgent",
  "requestURI",
] as const;

export interface ObjectRef {
  readonly apiGroup?: string;
  readonly apiVersion?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

export interface AuditFilter {
  /** Requests received at this time or later. */
  readonly since?: Date;
  readonly userAgentPrefix?: string;
}

export interface LogFilter extends AuditFilter {
  /** A text in the line of the request, such as a namespace: others are not even parsed. Default: the prefix. */
  readonly mentions?: string;
}

/** Reads an audit log that may still be written to: an incomplete last line is not an error. */
export async function* readAudit(
  path: string,
  filter: LogFilter = {},
): AsyncGenerator<AuditEvent, void, undefined> {
  const { mentions = filter.userAgentPrefix } = filter;
  for await (const event of new AuditLog(path, mentions).unread())
    if (matches(event, filter)) yield event;
}

const chunkBytes = 1024 * 1024;
const newline = "\n".charCodeAt(0);

/** An audit log that is still written to. Lines without the text are not even parsed: most are irrelevant. */
export class AuditLog {
  readonly #path: string;
  readonly #mentions: string;
  /** The offset of the first unread line. */
  #position: number;

  /** @param from  an offset before which no line contains the text */
  constructor(path: string, mentions = "", from = 0) {
    this.#path = path;
    this.#mentions = mentions;
    this.#position = from;
  }

  /** The events since the last call, without an incomplete last line. */
  async *unread(): AsyncGenerator<AuditEvent, void, undefined> {
    const file = await open(this.#path);
    try {
      const { size } = await file.stat();
      for (let rest = Buffer.alloc(0), begin = this.#position; begin < size;) {
        // Most calls find only a few new lines: a whole chunk for them would make the collector work.
        const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, size - begin));
        const { bytesRead } = await file.read(chunk, 0, chunk.length, begin);
        if (bytesRead === 0) return;
        const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
        const end = bytes.lastIndexOf(newline) + 1;
        yield* this.#eventsIn(bytes.subarray(0, end));
        this.#position += end;
        rest = bytes.subarray(end);
        begin += bytesRead;
      }
    } finally {
      await file.close();
    }
  }

  *#eventsIn(lines: Buffer): Generator<AuditEvent, void, undefined> {
    for (let start = 0; start < lines.length;) {
      const found = lines.indexOf(this.#mentions, start);
      if (found === -1) return;
      const begin = found === start ? start : lines.lastIndexOf(newline, found - 1) + 1;
      const end = lines.indexOf(newline, found);
      const event = parseEvent(wholeEvent(lines.toString("utf8", begin, end)));
      if (!event) throw new Error(`${this.#path} has no audit event at ${this.#position + begin}.`);
      yield event;
      start = end + 1;
    }
  }
}

const eventStart = '{"kind":"Event","apiVersion":"audit.k8s.io/v1"';

/** An API server that is killed may leave the beginning of a line, which the next one continues with its own. */
const wholeEvent = (line: string): string => line.slice(Math.max(0, line.lastIndexOf(eventStart)));

/** Undefined unless the line is one whole JSON object. */
export function parseEvent(line: string): AuditEvent | undefined {
  const raw = parseJson(line);
  if (!raw) return undefined;
  const text = (name: (typeof texts)[number]) => [name, raw[name] ?? ""];
  return {
    ...(Object.fromEntries(texts.map(text)) as Record<(typeof texts)[number], string>),
    user: raw.user?.username ?? "",
    objectRef: raw.objectRef,
    code: raw.responseStatus?.code ?? 0,
    ...(raw.requestObject === undefined ? {} : { requestObject: raw.requestObject }),
    ...(raw.responseObject === undefined ? {} : { responseObject: raw.responseObject }),
    ...(raw.annotations === undefined ? {} : { annotations: raw.annotations }),
  };
}

export function matches(event: AuditEvent, { since, userAgentPrefix }: AuditFilter): boolean {
  if (since && Date.parse(event.requestReceivedTimestamp) < since.getTime()) return false;
  return event.userAgent.startsWith(userAgentPrefix ?? "");
}

type RawEvent = Partial<Omit<AuditEvent, "user" | "code">> & {
  readonly user?: { readonly username?: string };
  readonly responseStatus?: { readonly code?: number };
};

function parseJson(line: string): RawEvent | undefined {
  try {
    return JSON.parse(line) as RawEvent;
  } catch {
    return undefined;
  }
}
