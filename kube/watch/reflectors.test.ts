import { setImmediate as turn } from "node:timers/promises";

import { expect, it } from "vitest";

import { apiPath } from "../transport/api-path.ts";
import { Reflectors } from "./reflectors.ts";
import { failure } from "../testing/failure.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { ScriptedTransport } from "../testing/scripted-transport.ts";

const path = apiPath("api", "v1", "namespaces", "ns", "configmaps");

it.each([
  { open: 1, pause: 1_000 },
  { open: 20, pause: 1_000 },
  { open: 100, pause: 5_000 },
  { open: 1_000, pause: 10_000 },
])("retries within $pause ms with $open watches of a kind", async ({ open, pause }) => {
  const pauses: number[] = [];
  const reflectors = new Reflectors({
    transport: new ScriptedTransport(() => failure("Unreachable")),
    clock: new ManualClock(),
    random: () => 1,
    sleep: ms => {
      pauses.push(ms);
      return pauses.length < 20 ? Promise.resolve() : new Promise(() => undefined);
    },
    onHealth: () => undefined,
  });
  const about = { trim: () => 0, same: () => true, onChanges: () => undefined };
  const [first] = Array.from({ length: open }, () => reflectors.open({ path, ...about }));
  reflectors.open({ path: apiPath("api", "v1", "nodes"), ...about });
  first!.start();
  while (pauses.length < 20) await turn();
  expect(Math.max(...pauses)).toBe(pause);
  reflectors.closeAll();
});

it("reports for each resource the number of watches and the longest outage and silence", async () => {
  const clock = new ManualClock();
  const pauses: (() => void)[] = [];
  const reflectors = new Reflectors({
    transport: new ScriptedTransport(() => failure("Unreachable")),
    ...{ clock, random: () => 1, onHealth: () => undefined },
    sleep: () => new Promise(resolve => pauses.push(resolve)),
  });
  const about = { trim: () => 0, same: () => true, onChanges: () => undefined };
  const [first, second] = [0, 1].map(() => reflectors.open({ path, ...about }));
  reflectors.open({ path: apiPath("api", "v1", "nodes"), ...about });
  first!.start();
  await turn();
  clock.advance(3_000);
  second!.start();
  await turn();
  clock.advance(2_000);
  expect({
    counts: [...reflectors.counts()],
    disconnected: [...reflectors.disconnected()],
    failing: [...reflectors.failingSeconds()],
    silent: [...reflectors.silentSeconds()],
  }).toEqual({
    counts: [
      ["configmaps", 2],
      ["nodes", 1],
    ],
    disconnected: [
      ["configmaps", 2],
      ["nodes", 0],
    ],
    failing: [
      ["configmaps", 5],
      ["nodes", 0],
    ],
    silent: [
      ["configmaps", 5],
      ["nodes", 0],
    ],
  });
  reflectors.closeAll();
});

it("ends the pause of a closed watch, and no longer counts it", async () => {
  const pauses: AbortSignal[] = [];
  const reflectors = new Reflectors({
    transport: new ScriptedTransport(() => failure("Unreachable")),
    ...{ clock: new ManualClock(), random: () => 1, onHealth: () => undefined },
    sleep: (_, signal) => {
      pauses.push(signal);
      return new Promise(() => undefined);
    },
  });
  const about = { trim: () => 0, same: () => true, onChanges: () => undefined };
  const opened = [0, 1].map(() => reflectors.open({ path, ...about }));
  for (const each of opened) each.start();
  await turn();
  reflectors.close(opened[0]!);
  expect(pauses.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(reflectors.counts()).toEqual(new Map([["configmaps", 1]]));
  reflectors.closeAll();
  expect(pauses.map(({ aborted }) => aborted)).toEqual([true, true]);
});
