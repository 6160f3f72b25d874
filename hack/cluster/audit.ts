import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** One answered request. Times are RFC 3339 with microseconds. */
export interface AuditEvent {
  readonly auditID: string;
  readonly requestReceivedTimestamp: string;
  /** When it was answered. A watch has two events: its start (ResponseStarted) and its end. */
  readonly stageTimestamp: string;
  readonly stage: string;
  readonly verb: string;
  readonly user: string;
  readonly userAgent: string;
  readonly requestURI: string;
  readonly objectRef: ObjectRef | undefined;
  /** The HTTP status code; 0 if the request ended without one. */
  readonly code: number;
  /** What was sent and what came back, where the audit policy keeps bodies. */
  readonly requestObject?: unknown;
  readonly responseObject?: unknown;
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
  /** Requests received at this moment or later. */
  readonly since?: Date;
  readonly userAgentPrefix?: string;
}

export interface LogFilter extends AuditFilter {
  /** A text in the line of the request, such as a namespace. Other lines are not even parsed. */
  readonly mentions?: string;
}

/** Reads an audit log that may still be written to: half of a last line is not an error. */
export async function* readAudit(
  path: string,
  filter: LogFilter = {},
): AsyncGenerator<AuditEvent, void, undefined> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  let broken: number | undefined;
  let number = 0;
  for await (const line of lines) {
    number++;
    if (!line.includes(filter.mentions ?? "")) continue;
    if (broken !== undefined) throw new Error(`${path}:${broken} is not an audit event.`);
    const event = parseEvent(line);
    if (!event) broken = number;
    else if (matches(event, filter)) yield event;
  }
}

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
