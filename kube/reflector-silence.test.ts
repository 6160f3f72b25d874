import type { ServerResponse } from "node:http";

import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { endScenes, event, page, raw, scene, stream } from "./testing/reflector-scene.ts";
import { json } from "./testing/stub-server.ts";
import { until } from "./testing/until.ts";

/*
 * A file of its own: the sockets are real, and only timers are virtual. The HTTP client has one clock
 * for all its connections, which must start as a virtual one.
 */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(async () => {
  await endScenes();
  vi.useRealTimers();
});

it("opens a watch again that stays open and brings nothing, and loses no event", async () => {
  const watches: { since: string | undefined; response: ServerResponse }[] = [];
  const { reflector, server, health } = await scene({
    list: (_, response) => {
      json(response, 200, page([raw("a", 1)], "5"));
    },
    watch: ({ query }, response) => {
      watches.push({ since: query["resourceVersion"], response });
      stream(response);
    },
  });
  reflector.start();
  await until(() => {
    expect(watches).toHaveLength(1);
  });
  // The server says something every minute: the watch is fine.
  for (const minute of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(60_000);
    watches[0]?.response.write(event("MODIFIED", raw("a", minute, String(5 + minute))));
    await until(() => {
      expect(reflector.get("a")?.version).toBe(String(5 + minute));
    });
  }
  expect([watches.length, health]).toEqual([1, []]);

  // Now the server is gone, and the connection has not heard of it.
  await vi.advanceTimersByTimeAsync(110_000);
  await until(() => {
    expect(watches.map(({ since }) => since)).toEqual(["5", "8"]);
  });
  expect(health.map(error => error?.code)).toContain("Unreachable");
  expect(server.requests.filter(({ query }) => query["watch"] !== "true")).toHaveLength(1);
});
