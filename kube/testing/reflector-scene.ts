import type { ServerResponse } from "node:http";

import { apiPath } from "../transport/api-path.ts";
import type { KubeError } from "../transport/errors.ts";
import type { KubeObject } from "../watch/object.ts";
import { Reflector } from "../watch/reflector.ts";
import type { Change } from "../watch/object-cache.ts";
import { atEnd } from "./cleanups.ts";
import { fastClock, fastSleep } from "./fast-world.ts";
import type { Arrived } from "./stub-server.ts";
import { stubbed } from "./stub-transport.ts";

export interface Raw extends KubeObject {
  readonly value: number;
}

interface Kept {
  readonly name: string;
  readonly value: number;
  readonly version: string;
}

const path = apiPath("api", "v1", "things");

export const raw = (name: string, value: number, resourceVersion = "1"): Raw => ({
  metadata: { name, uid: `uid-${name}`, resourceVersion },
  value,
});

export const event = (type: string, object: unknown) => `${JSON.stringify({ type, object })}\n`;
export const bookmark = (resourceVersion: string) =>
  event("BOOKMARK", { metadata: { resourceVersion } });
export const gone = event("ERROR", { kind: "Status", code: 410, message: "too old", metadata: {} });

/** A list response, or one page of it. */
export const page = (items: readonly Raw[], resourceVersion: string, resume?: string) => ({
  metadata: { resourceVersion, ...(resume === undefined ? {} : { continue: resume }) },
  items,
});

/** Starts a watch response and sends its first lines. */
export function stream(response: ServerResponse, ...lines: string[]): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.flushHeaders();
  for (const line of lines) response.write(line);
}

/** A reflector whose lists and watches the test answers, in a world fifty times as fast; `cleanUp` ends it. */
export async function scene(options: {
  list: (request: Arrived, response: ServerResponse) => void | Promise<void>;
  watch?: (request: Arrived, response: ServerResponse) => void | Promise<void>;
  deadlineMs?: number;
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  metadataOnly?: boolean;
  /** What the reflector waits for after each announcement of changes. */
  announcement?: Promise<void>;
}) {
  const {
    list,
    watch = (_, response) => {
      stream(response);
    },
  } = options;
  const play = { list, watch };
  const { server, transport } = await stubbed(
    (request, response) =>
      request.query["watch"] === "true"
        ? play.watch(request, response)
        : play.list(request, response),
    { deadlineMs: options.deadlineMs ?? 30_000 },
  );
  const batches: (readonly Change<Kept>[])[] = [];
  const health: (KubeError | null)[] = [];
  const pauses: number[] = [];
  const reflector = new Reflector<Raw, Kept>({
    transport,
    clock: fastClock,
    random: () => 1,
    sleep: (ms, signal) => {
      pauses.push(ms);
      return (options.sleep ?? fastSleep)(ms, signal);
    },
    path,
    ...(options.metadataOnly === undefined ? {} : { metadataOnly: options.metadataOnly }),
    trim: ({ metadata, value }) => ({
      name: metadata.name,
      value,
      version: metadata.resourceVersion,
    }),
    same: (a, b) => a.value === b.value,
    onChanges: changes => {
      batches.push(changes);
      return options.announcement;
    },
    onHealth: error => health.push(error),
  });
  atEnd(() => {
    reflector.stop();
  });
  const values = () =>
    Object.fromEntries([...reflector.entries()].map(([key, { value }]) => [key, value]));
  return { server, transport, reflector, play, batches, health, pauses, values };
}

/** The changes of a batch in readable form. */
export const told = (changes: readonly Change<Kept>[] | undefined) =>
  changes?.map(({ key, previous, current }) => [key, previous?.value, current?.value]);
