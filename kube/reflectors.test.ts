import { setImmediate as turn } from "node:timers/promises";

import { expect, it } from "vitest";

import { err } from "../engine/result.ts";
import { kubeError } from "./errors.ts";
import { Reflectors } from "./reflectors.ts";
import { ManualClock } from "./testing/manual-clock.ts";
import { ScriptedTransport } from "./testing/scripted-transport.ts";

const path = "/api/v1/namespaces/ns/configmaps";

it.each([
  { open: 1, pause: 1_000 },
  { open: 20, pause: 1_000 },
  { open: 100, pause: 5_000 },
  { open: 1_000, pause: 10_000 },
])("lets $open of a kind try again every $pause ms at the latest", async ({ open, pause }) => {
  const pauses: number[] = [];
  const reflectors = new Reflectors({
    transport: new ScriptedTransport(() =>
      err(kubeError("Unreachable", { request: "GET", message: "no" })),
    ),
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
  reflectors.open({ path: "/api/v1/nodes", ...about });
  first!.start();
  while (pauses.length < 20) await turn();
  expect(Math.max(...pauses)).toBe(pause);
  reflectors.closeAll();
});
