import { err, ok } from "../../engine/model/values/result.ts";
import { kubeError, type KubeAnswer, type KubeError } from "../transport/errors.ts";
import { mostBytes } from "../transport/response-size.ts";
import { isKubeObject, type KubeObject } from "./object.ts";

export type WatchEventType = "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";

export interface WatchEvent {
  readonly type: WatchEventType;
  readonly object: KubeObject & { readonly code?: number; readonly message?: string };
}

const newline = 0x0a;

/**
 * Splits the bytes of a watch into JSON lines and parses each once, however the network has split them. Lines
 * that arrive together form one batch, so a burst causes one wake-up. Throws the errors of the stream,
 * SyntaxError for a line that is not a watch event, and RangeError for a line that is longer than an event of
 * one object can be.
 */
export async function* watchEvents(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly WatchEvent[], void> {
  let rest: Uint8Array[] = [];
  let waiting = 0;
  for await (const chunk of chunks) {
    const last = chunk.lastIndexOf(newline);
    if (last < 0) {
      rest.push(chunk);
      waiting += chunk.length;
      if (waiting > mostBytes.object) {
        throw new RangeError(`a watch event is longer than ${mostBytes.object} bytes`);
      }
      continue;
    }
    const complete = Buffer.concat([...rest, chunk.subarray(0, last)]).toString("utf8");
    rest = last + 1 < chunk.length ? [chunk.subarray(last + 1)] : [];
    waiting = chunk.length - last - 1;
    yield complete
      .split("\n")
      .filter(line => line !== "")
      .map(parseEvent);
  }
}

function parseEvent(line: string): WatchEvent {
  const event: unknown = JSON.parse(line);
  if (isWatchEvent(event)) return event;
  throw new SyntaxError("not a watch event");
}

function isWatchEvent(value: unknown): value is WatchEvent {
  const { type, object } = (value ?? {}) as { type?: unknown; object?: Received };
  if (type === "ERROR") return object !== undefined && object !== null;
  if (type === "BOOKMARK") return typeof object?.metadata?.resourceVersion === "string";
  return (type === "ADDED" || type === "MODIFIED" || type === "DELETED") && isKubeObject(object);
}

type Received = { readonly metadata?: { readonly resourceVersion?: unknown } } | null;

/**
 * The next events of a watch; null: it has ended. Catches only network errors: a bug in the operator must
 * not look like an outage.
 */
export async function nextBatch(
  batches: AsyncGenerator<readonly WatchEvent[], void>,
  request: string,
): KubeAnswer<readonly WatchEvent[] | null> {
  try {
    const next = await batches.next();
    return ok(next.done === true ? null : next.value);
  } catch (cause) {
    const code = codeOf(cause);
    // A parser quotes what it has read, which may be a part of a Secret.
    const message = code === "Malformed" ? "a line is not a watch event" : (cause as Error).message;
    return err(kubeError(code, { request, message }));
  }
}

function codeOf(cause: unknown): KubeError["code"] {
  if (cause instanceof RangeError) return "TooLarge";
  return cause instanceof SyntaxError ? "Malformed" : "Unreachable";
}
