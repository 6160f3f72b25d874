import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { Dependencies } from "./dependencies.ts";
import { endOnBugs, endOnSignals } from "./shutdown.ts";

const exits: unknown[] = [];
let said: string[];
const ends = ["SIGTERM", "SIGINT", "uncaughtException", "unhandledRejection"] as const;
/** Handlers that other tests of this process registered would exit, too. */
const others = new Map<string, ((...given: unknown[]) => void)[]>();
beforeEach(() => {
  for (const end of ends) {
    others.set(end, process.rawListeners(end) as ((...given: unknown[]) => void)[]);
    process.removeAllListeners(end);
  }
  vi.useFakeTimers();
  exits.length = 0;
  said = [];
  vi.spyOn(process, "exit").mockImplementation((code): never => {
    exits.push(code);
    return undefined as never;
  });
});
afterEach(() => {
  for (const [end, listeners] of others) {
    process.removeAllListeners(end);
    for (const listener of listeners) process.on(end, listener);
  }
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function scene(work: () => Promise<void>, shutdownGraceMs = 0) {
  const end = (what: string) => ({
    stop: () => {
      said.push(what);
      return Promise.resolve();
    },
  });
  const environment = {
    config: { shutdownGraceMs, requestTimeoutMs: 1_000 },
    log: { info: () => undefined },
    leadership: { election: null },
    events: { flush: () => Promise.resolve() },
    reflectors: { closeAll: () => said.push("watches") },
    transport: { close: () => Promise.resolve() },
    marks: { close: () => Promise.resolve() },
    metricsTransport: { close: () => Promise.resolve() },
    metricSources: { close: () => Promise.resolve() },
    admissionTransport: { close: () => Promise.resolve() },
  } as unknown as Dependencies;
  const stopping = endOnSignals(environment, {
    work: [{ stop: () => work().then(() => void said.push("work")) }],
    admission: end("admission"),
  });
  return { stopping };
}

it("ends admission after the work, and reports meanwhile that it is stopping", async () => {
  let finish: () => void = () => undefined;
  const { stopping } = scene(() => new Promise(resolve => (finish = resolve)));
  expect(stopping()).toEqual([]);
  process.emit("SIGTERM");
  await vi.advanceTimersByTimeAsync(1_000);
  expect([stopping(), said, exits]).toEqual([["stopping"], [], []]);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect([said, exits]).toEqual([["work", "admission", "watches"], [0]]);
});

it("keeps admission for the grace period, even without work", async () => {
  scene(() => Promise.resolve(), 5_000);
  process.emit("SIGTERM");
  await vi.advanceTimersByTimeAsync(4_999);
  expect(said).toEqual(["work"]);
  await vi.advanceTimersByTimeAsync(1);
  expect([said, exits]).toEqual([["work", "admission", "watches"], [0]]);
});

it("ends at once at a second signal of either kind", () => {
  scene(() => new Promise(() => undefined));
  process.emit("SIGTERM");
  expect(exits).toEqual([]);
  process.emit("SIGINT");
  expect(exits).toEqual([1]);
});

it("ends late work after the longest possible time, including the grace period", () => {
  scene(() => new Promise(() => undefined), 5_000);
  process.emit("SIGTERM");
  vi.advanceTimersByTime(10_999);
  expect(exits).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(exits).toEqual([1]);
});

it.each(["uncaughtException", "unhandledRejection"])("logs an %s, and ends", event => {
  const bug = new Error("bug");
  const log = { fatal: ({ err }: { err: unknown }) => said.push(`fatal: ${String(err)}`) };
  const telemetry = { fault: (where: string) => said.push(`fault in the ${where}`) };
  endOnBugs({ log, telemetry } as unknown as Dependencies);
  (process as NodeJS.EventEmitter).emit(event, bug);
  expect([said, exits]).toEqual([["fault in the process", "fatal: Error: bug"], [1]]);
});
