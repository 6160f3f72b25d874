import { setImmediate as turn } from "node:timers/promises";

import { expect, it } from "vitest";

import { err, ok } from "../../engine/result.ts";
import { kubeError, type KubeErrorCode } from "../../kube/transport/errors.ts";
import { Reflectors } from "../../kube/watch/reflectors.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import { ConfigMaps } from "./config-maps.ts";
import { untracked } from "../../controller/testing/untracked.ts";

function scene() {
  let answer: (answer: object) => void = () => undefined;
  const transport = new ScriptedTransport(
    () =>
      new Promise(resolve => {
        answer = resolve as typeof answer;
      }),
  );
  let tryAgain: () => void = () => undefined;
  const changed: string[] = [];
  const reflectors = new Reflectors({
    transport,
    clock: new ManualClock(),
    random: () => 0,
    sleep: () => new Promise<void>(resolve => (tryAgain = resolve)),
    onHealth: () => undefined,
  });
  const configMaps = new ConfigMaps(reflectors, topic => changed.push(topic));
  const settle = async (with_: object): Promise<void> => {
    answer(with_);
    await turn();
  };
  const again = async (): Promise<void> => {
    tryAgain();
    await turn();
  };
  return { configMaps, changed, settle, again };
}

const failure = (code: KubeErrorCode) => err(kubeError(code, { request: "GET", message: "no" }));
const listed = ok({
  metadata: { resourceVersion: "5" },
  items: [
    {
      metadata: { name: "dns", namespace: "ns", uid: "u", resourceVersion: "4" },
      data: { linear: "{}" },
    },
  ],
});

it("waits for the first list, and reports its arrival", async () => {
  const { configMaps, changed, settle } = scene();
  expect(configMaps.read("ns", "dns", untracked)).toEqual({ kind: "waiting" });
  expect(changed).toEqual([]);
  await settle(listed);
  expect(changed).toEqual([configMaps.topic("ns", "dns")]);
  expect(configMaps.read("ns", "dns", untracked)).toEqual({
    kind: "present",
    data: { linear: "{}" },
  });
  expect(configMaps.read("ns", "dns", untracked)).toMatchObject({ kind: "present" });
});

it.each<{ code: KubeErrorCode; kind: string }>([
  { code: "Timeout", kind: "unreadable" },
  { code: "ServerError", kind: "unreadable" },
  { code: "Forbidden", kind: "refused" },
])("reports once that a first list fails with $code, and then recovers", async ({ code, kind }) => {
  const { configMaps, changed, settle, again } = scene();
  configMaps.read("ns", "dns", untracked);
  await settle(failure(code));
  expect(changed).toHaveLength(1);
  expect(configMaps.read("ns", "dns", untracked)).toMatchObject({
    kind,
    message: expect.stringContaining("no") as string,
  });
  await again();
  await settle(failure(code));
  expect(changed).toHaveLength(1);
  await again();
  await settle(listed);
  expect(changed).toHaveLength(2);
  expect(configMaps.read("ns", "dns", untracked)).toMatchObject({ kind: "present" });
});
