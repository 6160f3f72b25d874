import { setImmediate as turn } from "node:timers/promises";

import { expect, it } from "vitest";

import { ok } from "../../engine/model/values/result.ts";
import { failure } from "../../kube/testing/failure.ts";
import type { KubeErrorCode } from "../../kube/transport/errors.ts";
import { ConfigMaps } from "./config-maps.ts";
import { untracked } from "../../controller/testing/untracked.ts";
import { type Answer, watchedServer } from "../../controller/testing/watched-server.ts";

/** ConfigMaps on a server that answers when the test says so. */
function scene(allowed: boolean | readonly string[] = true) {
  let answer: (answer: Answer) => void = () => undefined;
  let requests = 0;
  const { reflectors, pauses } = watchedServer(() => {
    requests += 1;
    return new Promise<Answer>(resolve => (answer = resolve));
  });
  const changed: string[] = [];
  const configMaps = new ConfigMaps(reflectors, allowed, topic => changed.push(topic));
  const settle = async (with_: Answer): Promise<void> => {
    answer(with_);
    await turn();
  };
  const again = async (): Promise<void> => {
    pauses.pop()?.();
    await turn();
  };
  return { configMaps, changed, settle, again, requests: () => requests };
}

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

// prettier-ignore
it.each<{ shows: string; allowed: boolean | readonly string[]; kinds: readonly string[] }>([
  { shows: "none",               allowed: false,  kinds: ["refused", "refused"] },
  { shows: "those of a list",    allowed: ["ns"], kinds: ["waiting", "refused"] },
  { shows: "none of no list",    allowed: [],     kinds: ["refused", "refused"] },
  { shows: "those everywhere",   allowed: true,   kinds: ["waiting", "waiting"] },
])("asks for $shows, as the installation allows", async ({ allowed, kinds }) => {
  const { configMaps, requests } = scene(allowed);
  const read = ["ns", "other"].map(namespace => configMaps.read(namespace, "dns", untracked));
  await turn();
  expect(read.map(({ kind }) => kind)).toEqual(kinds);
  expect(requests()).toBe(kinds.filter(kind => kind === "waiting").length);
  for (const state of read.filter(({ kind }) => kind === "refused")) {
    expect(state).toMatchObject({ message: expect.stringMatching(/^this installation may not read ConfigMaps in (ns|other); set the chart's rbac[.]configMaps to true/) as string });
  }
});
