import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";

import { runs } from "../../engine/testing/runs.ts";
import { cleanUp } from "../testing/cleanups.ts";
import { fastClock, fastSleep } from "../testing/fast-world.ts";
import {
  bookmark,
  event,
  gone,
  page,
  raw,
  type Raw,
  scene,
  stream,
  told,
} from "../testing/reflector-scene.ts";
import { json, type Arrived } from "../testing/stub-server.ts";
import { until } from "../testing/until.ts";

const gate = () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>(resolve => (open = resolve));
  return { opened, open };
};

afterEach(cleanUp);

it.each([
  { metadataOnly: false, list: "application/json", watch: "application/json" },
  {
    metadataOnly: true,
    list: "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json",
    watch: "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json",
  },
])("requests $list where metadataOnly is $metadataOnly", async ({ metadataOnly, list, watch }) => {
  const asked: (string | undefined)[] = [];
  const { reflector } = await scene({
    metadataOnly,
    list: ({ headers }, response) => {
      asked.push(headers.accept);
      json(response, 200, page([raw("a", 1)], "1"));
    },
    watch: ({ headers }, response) => {
      asked.push(headers.accept);
      stream(response);
    },
  });
  reflector.start();
  await until(() => {
    expect(asked.slice(0, 2)).toEqual([list, watch]);
  });
});

describe("the first list", () => {
  it("is complete only after its last page, and reported as one batch", async () => {
    const last = gate();
    const { reflector, batches, server } = await scene({
      list: async ({ query }, response) => {
        if (query["continue"] === undefined) json(response, 200, page([raw("a", 1)], "5", "p2"));
        else if (query["continue"] === "p2") json(response, 200, page([raw("b", 2)], "5", "p3"));
        else {
          await last.opened;
          json(response, 200, page([raw("c", 3)], "5"));
        }
      },
    });
    reflector.start();
    await until(() => {
      expect(server.requests).toHaveLength(3);
    });
    expect([reflector.synced, reflector.size, batches.length]).toEqual([false, 0, 0]);
    last.open();
    await reflector.whenSynced();
    expect(batches.map(told)).toEqual([
      [
        ["a", undefined, 1],
        ["b", undefined, 2],
        ["c", undefined, 3],
      ],
    ]);
  });

  it("is reported for an empty cluster, which differs from one that is not synced", async () => {
    const { reflector, batches } = await scene({
      list: (_, response) => {
        json(response, 200, { metadata: { resourceVersion: "5" }, items: null });
      },
    });
    reflector.start();
    await reflector.whenSynced();
    await reflector.whenSynced();
    expect(batches).toEqual([[]]);
  });

  it("restarts when a continue token has expired", async () => {
    let lists = 0;
    const { reflector, values } = await scene({
      list: ({ query }, response) => {
        if (query["continue"] !== undefined) {
          json(response, 410, { kind: "Status", reason: "Expired", message: "token expired" });
        } else if (++lists === 1) {
          json(response, 200, page([raw("old", 1)], "5", "p2"));
        } else json(response, 200, page([raw("new", 2)], "9"));
      },
    });
    reflector.start();
    await reflector.whenSynced();
    expect(values()).toEqual({ new: 2 });
  });

  it("is retried when the server hangs", async () => {
    let lists = 0;
    const { reflector, health } = await scene({
      deadlineMs: 30,
      list: (_, response) => {
        if (++lists > 1) json(response, 200, page([raw("a", 1)], "5"));
      },
    });
    reflector.start();
    await reflector.whenSynced();
    await until(() => {
      // On a busy machine, a second list may not be answered in time, either.
      const codes = health.map(error => error?.code);
      expect(new Set(codes)).toEqual(new Set(["Timeout", undefined]));
      expect(codes.at(-1)).toBeUndefined();
    });
  });

  it.each([
    { shows: "not a list", body: {} },
    { shows: "null", body: null },
    { shows: "items without metadata", body: { metadata: { resourceVersion: "5" }, items: [{}] } },
  ])("is retried after a response that is $shows", async ({ body }) => {
    let lists = 0;
    const { reflector, health } = await scene({
      list: (_, response) => {
        json(response, 200, ++lists === 1 ? body : page([raw("a", 1)], "5"));
      },
    });
    reflector.start();
    await reflector.whenSynced();
    await until(() => {
      expect(health.map(error => error?.code)).toEqual(["Malformed", undefined]);
    });
  });
});

describe("a later list", () => {
  const before = [raw("kept", 1), raw("edited", 1), raw("deleted", 1)];
  const after = [raw("kept", 1), raw("edited", 2), raw("created", 1)];

  it("is applied in one step, without a partial view for readers, and reports only the differences", async () => {
    const last = gate();
    let lists = 0;
    let watches = 0;
    const { reflector, batches, values, server } = await scene({
      list: async ({ query }, response) => {
        if (query["continue"] === undefined) lists += 1;
        if (lists === 1) json(response, 200, page(before, "5"));
        else if (query["continue"] === undefined)
          json(response, 200, page(after.slice(0, 1), "9", "p2"));
        else {
          await last.opened;
          json(response, 200, page(after.slice(1), "9"));
        }
      },
      watch: (_, response) => {
        stream(response, ...(++watches === 1 ? [gone] : []));
      },
    });
    reflector.start();
    await until(() => {
      expect(server.requests.at(-1)?.query["continue"]).toBe("p2");
    });
    expect(values()).toEqual({ kept: 1, edited: 1, deleted: 1 });
    expect(batches).toHaveLength(1);
    last.open();
    await until(() => {
      expect(batches).toHaveLength(2);
    });
    expect(values()).toEqual({ kept: 1, edited: 2, created: 1 });
    expect(told(batches[1])).toEqual([
      ["edited", 1, 2],
      ["created", undefined, 1],
      ["deleted", 1, undefined],
    ]);
  });

  it.each([
    {
      shows: "an ERROR event",
      answer: (response: ServerResponse) => {
        stream(response, gone);
      },
    },
    {
      shows: "HTTP 410",
      answer: (response: ServerResponse) => {
        json(response, 410, { reason: "Expired" });
      },
    },
  ])("is requested after $shows that reports an expired version", async ({ answer }) => {
    let watches = 0;
    const { reflector, values, health, server } = await scene({
      list: (_, response) => {
        json(response, 200, page([raw("a", watches)], String(5 + watches)));
      },
      watch: (_, response) => {
        if (++watches === 1) answer(response);
        else stream(response);
      },
    });
    reflector.start();
    await until(() => {
      expect(values()).toEqual({ a: 1 });
    });
    await until(() => {
      expect(server.requests.at(-1)?.query["resourceVersion"]).toBe("6");
    });
    expect(health).toEqual([]);
  });

  it("is not requested in a tight loop from a server whose versions are all expired", async () => {
    const { reflector, server, pauses } = await scene({
      list: (_, response) => {
        json(response, 200, page([], "5"));
      },
      watch: (_, response) => {
        json(response, 410, {});
      },
      sleep: () => wait(0),
    });
    reflector.start();
    await until(() => {
      expect(pauses.length).toBeGreaterThan(6);
    });
    reflector.stop();
    // A list and a watch for each pause, and for the next one.
    expect(server.requests.length).toBeLessThanOrEqual(2 * (pauses.length + 1));
    expect(pauses.slice(0, 6)).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });
});

describe("the watch", () => {
  const onePage = (_: Arrived, response: ServerResponse) => {
    json(response, 200, page([raw("a", 1)], "5"));
  };

  it("reports each burst once, after the cache contains it", async () => {
    const { reflector, batches, values } = await scene({
      list: onePage,
      watch: (_, response) => {
        const lines = [
          event("MODIFIED", raw("a", 2, "6")),
          event("ADDED", raw("b", 1, "7")),
          event("DELETED", raw("a", 2, "8")),
          event("DELETED", raw("never-seen", 2, "9")),
        ];
        stream(response, lines.join(""));
      },
    });
    reflector.start();
    await until(() => {
      expect(batches).toHaveLength(2);
    });
    expect(told(batches[1])).toEqual([
      ["a", 1, 2],
      ["b", undefined, 1],
      ["a", 2, undefined],
    ]);
    expect(values()).toEqual({ b: 1 });
  });

  it("reports no event that changes nothing in the trimmed object, but keeps the newer object", async () => {
    const { reflector, batches } = await scene({
      list: onePage,
      watch: (_, response) => {
        stream(response, event("MODIFIED", raw("a", 1, "6")));
      },
    });
    reflector.start();
    await until(() => {
      expect(reflector.get("a")?.version).toBe("6");
    });
    expect(batches).toHaveLength(1);
  });

  it("resumes from the last version, including bookmarks, without another list", async () => {
    const versions: (string | undefined)[] = [];
    const { reflector, server } = await scene({
      list: onePage,
      watch: ({ query }, response) => {
        versions.push(query["resourceVersion"]);
        stream(
          response,
          ...(versions.length === 1 ? [event("ADDED", raw("b", 1, "6")), bookmark("20")] : []),
        );
        if (versions.length === 1) response.end();
      },
    });
    reflector.start();
    await until(() => {
      expect(versions).toEqual(["5", "20"]);
    });
    expect(server.requests.filter(({ query }) => query["watch"] !== "true")).toHaveLength(1);
  });

  it.each([
    {
      shows: "one bookmark, and nothing more",
      first: [bookmark("6")],
      from: "6",
      after: [100_000],
    },
    { shows: "nothing at all", first: [], from: "5", after: [] },
  ])("is reopened after $shows", async ({ first, from, after }) => {
    const versions: (string | undefined)[] = [];
    const lifetimes: number[] = [];
    const limits: number[] = [];
    const { reflector, transport, server, health } = await scene({
      list: onePage,
      watch: ({ query }, response) => {
        versions.push(query["resourceVersion"]);
        lifetimes.push(1_000 * Number(query["timeoutSeconds"]));
        stream(response, ...(versions.length === 1 ? first : []));
      },
      // A thousand times as fast.
      sleep: async (ms, signal) => {
        if (ms === 100_000) limits.push(ms);
        await wait(ms / 1_000, undefined, { signal }).catch(() => undefined);
      },
    });
    const open = transport.stream.bind(transport);
    vi.spyOn(transport, "stream").mockImplementation((request, silenceMs, signal) => {
      expect(silenceMs).toBeGreaterThan(lifetimes.at(-1) ?? 600_000);
      return open(request, silenceMs / 1_000, signal);
    });
    reflector.start();
    await until(() => {
      expect(versions.slice(0, 2)).toEqual(["5", from]);
    });
    expect(server.requests.filter(({ query }) => query["watch"] !== "true")).toHaveLength(1);
    expect(limits.slice(0, 1)).toEqual(after);
    expect(health[0]).toMatchObject({ code: "Unreachable" });
  });

  it.each([
    {
      shows: "a truncated line",
      tail: '{"type":"ADDED","object":{"metada',
      code: "Unreachable",
    },
    { shows: "a line that is not JSON", tail: "<html>\n", code: "Malformed" },
    { shows: "a line that is not an event", tail: '{"kind":"Status"}\n', code: "Malformed" },
    { shows: "an event without metadata", tail: event("ADDED", {}), code: "Malformed" },
    {
      shows: "a server error",
      tail: event("ERROR", { code: 500, message: "etcd" }),
      code: "ServerError",
    },
  ])("resumes after $shows, with all events before it", async ({ tail, code }) => {
    const versions: (string | undefined)[] = [];
    const { reflector, health, values } = await scene({
      list: onePage,
      watch: async ({ query }, response) => {
        versions.push(query["resourceVersion"]);
        if (versions.length > 1) {
          stream(response);
          return;
        }
        stream(response, event("ADDED", raw("b", 1, "6")));
        await until(() => {
          expect(values()).toHaveProperty("b");
        });
        response.write(tail, () => response.destroy());
      },
    });
    reflector.start();
    await until(() => {
      expect(versions).toEqual(["5", "6"]);
    });
    expect(values()).toEqual({ a: 1, b: 1 });
    await until(() => {
      expect(health.map(error => error?.code)).toEqual([code, undefined]);
    });
  });

  it("reports a server that ends every watch at once as one failure, and retries with increasing pauses", async () => {
    const { reflector, health, pauses } = await scene({
      list: onePage,
      watch: (_, response) => {
        stream(response);
        response.end();
      },
      sleep: () => wait(1),
    });
    reflector.start();
    await until(() => {
      expect(pauses.filter(ms => ms === 1_000).length).toBeGreaterThan(3);
    });
    expect(health.map(error => error?.code)).toEqual(["Unreachable"]);
    expect(reflector.error?.code).toBe("Unreachable");
  });

  it("is reported as healthy when it opens, without waiting for an event", async () => {
    let watches = 0;
    const { reflector, health } = await scene({
      list: onePage,
      watch: (_, response) => {
        if (++watches === 1) json(response, 500, { message: "starting" });
        else stream(response);
      },
    });
    reflector.start();
    await until(() => {
      expect(health.map(error => error?.code)).toEqual(["ServerError", undefined]);
    });
    expect(reflector.error).toBeNull();
  });
});

describe("an outage", () => {
  it("is reported once for each error code, and once when it ends", async () => {
    const codes = [500, 500, 500, 403, 403, 500];
    const { reflector, health } = await scene({
      list: (_, response) => {
        // The transport sends four requests before it gives up on a 500.
        const code = codes[0];
        if (code === undefined) json(response, 200, page([], "5"));
        else json(response, code, { message: "no" });
      },
      sleep: (_, signal) => {
        codes.shift();
        return fastSleep(1, signal);
      },
    });
    reflector.start();
    const told = ["ServerError", "Forbidden", "ServerError", undefined];
    await until(() => {
      expect(health.map(error => error?.code)).toEqual(told);
    });
    expect(reflector.synced).toBe(true);
  });

  it.each([
    { shows: "ends by itself", code: 500, longest: 1_000 },
    { shows: "a user must fix", code: 403, longest: 30_000 },
  ])(
    "that $shows is retried with increasing pauses of at most $longest ms",
    async ({ code, longest }) => {
      const { reflector, pauses } = await scene({
        list: (_, response) => {
          json(response, code, {});
        },
        sleep: () => wait(0),
      });
      reflector.start();
      await until(() => {
        expect(pauses.length).toBeGreaterThan(12);
      });
      expect(pauses.slice(0, 3)).toEqual([100, 200, 400]);
      expect(Math.max(...pauses)).toBe(longest);
      expect([...pauses].sort((a, b) => a - b)).toEqual(pauses);
    },
  );
});

describe("refresh", () => {
  it("lists again at once, during a watch, without reporting an error", async () => {
    let lists = 0;
    const { reflector, batches, health } = await scene({
      list: (_, response) => {
        lists += 1;
        json(response, 200, page([raw("a", lists)], String(lists)));
      },
    });
    reflector.start();
    await until(() => {
      expect(batches).toHaveLength(1);
    });
    await reflector.refresh();
    expect([lists, reflector.get("a")?.value, health]).toEqual([2, 2, []]);
  });

  it("does not accept a list that was started before it", async () => {
    let lists = 0;
    let release = (): void => undefined;
    const held = new Promise<void>(resolve => (release = resolve));
    const { reflector } = await scene({
      list: async (_, response) => {
        lists += 1;
        if (lists === 1) await held;
        json(response, 200, page([raw("a", lists)], String(lists)));
      },
    });
    reflector.start();
    await until(() => {
      expect(lists).toBe(1);
    });
    const refreshed = reflector.refresh();
    release();
    await refreshed;
    expect([lists, reflector.get("a")?.value]).toEqual([2, 2]);
  });

  it("waits for a list that succeeds", async () => {
    let lists = 0;
    const { reflector } = await scene({
      list: (_, response) => {
        lists += 1;
        if (lists === 2) json(response, 500, {});
        else json(response, 200, page([raw("a", lists)], String(lists)));
      },
    });
    reflector.start();
    await reflector.whenSynced();
    await reflector.refresh();
    expect(reflector.get("a")?.value).toBeGreaterThan(1);
  });
});

describe("the latest list", () => {
  it("is known from its begin, once all of its changes are announced", async () => {
    let lists = 0;
    let announced = (): void => undefined;
    const announcement = new Promise<void>(resolve => (announced = resolve));
    const { reflector, batches } = await scene({
      list: (_, response) => {
        lists += 1;
        json(response, 200, page([raw("a", lists)], String(lists)));
      },
      announcement,
    });
    const before = fastClock.now();
    reflector.start();
    await until(() => {
      expect(batches).toHaveLength(1);
    });
    const synced = reflector.whenSynced();
    const during = fastClock.now();
    expect(reflector.listed).toBeNull();
    announced();
    await synced;
    const first = reflector.listed;
    expect(first?.begunAt).toBeGreaterThanOrEqual(before);
    expect(first?.begunAt).toBeLessThanOrEqual(during);
    await reflector.refresh();
    expect(reflector.listed?.begunAt).toBeGreaterThanOrEqual(during);
  });
});

describe("stop", () => {
  it("closes the watch, without any request or report afterwards", async () => {
    let watching: ServerResponse | undefined;
    const { reflector, batches, server, health } = await scene({
      list: (_, response) => {
        json(response, 200, page([], "5"));
      },
      watch: (_, response) => {
        stream(response);
        watching = response;
      },
    });
    reflector.start();
    await until(() => {
      expect(watching).toBeDefined();
    });
    reflector.stop();
    await until(() => {
      expect(watching?.destroyed).toBe(true);
    });
    await wait(20);
    expect([server.requests.length, batches.length, health.length]).toEqual([2, 1, 0]);
  });

  it("during a list prevents the report of the list", async () => {
    const answer = gate();
    const { reflector, batches, server } = await scene({
      list: async (_, response) => {
        await answer.opened;
        json(response, 200, page([raw("a", 1)], "5", "p2"));
      },
    });
    reflector.start();
    await until(() => {
      expect(server.requests).toHaveLength(1);
    });
    reflector.stop();
    answer.open();
    await wait(20);
    expect([server.requests.length, batches.length, reflector.synced]).toEqual([1, 0, false]);
  });

  it("during a pause ends the pause, without any request afterwards", async () => {
    const { reflector, pauses, server } = await scene({
      list: (_, response) => {
        json(response, 403, {});
      },
      sleep: (_, signal) => wait(60_000, undefined, { signal }).catch(() => undefined),
    });
    reflector.start();
    await until(() => {
      expect(pauses).toHaveLength(1);
    });
    reflector.stop();
    await wait(20);
    expect(server.requests).toHaveLength(1);
  });

  it("just before a watch is opened prevents it", async () => {
    const { reflector, server, batches } = await scene({
      list: (_, response) => {
        json(response, 200, page([], "5"));
      },
    });
    reflector.start();
    await reflector.whenSynced();
    reflector.stop();
    await wait(20);
    expect(server.requests.filter(({ query }) => query["watch"] === "true")).toHaveLength(0);
    expect(batches).toHaveLength(1);
  });
});

describe("any sequence of events", () => {
  /** One step: an object is set or deleted, the stream is cut, or old versions expire. */
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("set" as const),
        name: fc.constantFrom("a", "b", "c", "d"),
        value: fc.nat(3),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("delete" as const),
        name: fc.constantFrom("a", "b", "c", "d"),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("cut" as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("compact" as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("breathe" as const) }) },
  );

  it("leaves the cache, and a consumer of the reported changes, with the state of the server", async () => {
    const converges = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async steps => {
      const world = new WatchedWorld();
      const { reflector, batches, server, values } = await scene({
        list: (_, response) => {
          json(response, 200, world.list());
        },
        watch: ({ query }, response) => {
          world.watch(Number(query["resourceVersion"]), response);
        },
      });
      reflector.start();
      for (const item of steps) {
        if (item.kind === "set") world.set(item.name, item.value);
        if (item.kind === "delete") world.delete(item.name);
        if (item.kind === "cut") server.cut();
        if (item.kind === "compact") world.compact();
        if (item.kind === "breathe") await wait(2);
      }
      await until(() => {
        expect(values()).toEqual(world.values());
      });
      const followed = new Map<string, number>();
      for (const { key, current } of batches.flat()) {
        if (current) followed.set(key, current.value);
        else followed.delete(key);
      }
      expect(Object.fromEntries(followed)).toEqual(values());
      await cleanUp();
    });
    await fc.assert(converges, runs(25));
  });
});

/** A minimal API server for one resource. */
class WatchedWorld {
  #version = 10;
  #oldest = 10;
  readonly #objects = new Map<string, Raw>();
  readonly #log: { readonly version: number; readonly line: string }[] = [];
  readonly #watches = new Set<ServerResponse>();

  set(name: string, value: number): void {
    this.#version += 1;
    const type = this.#objects.has(name) ? "MODIFIED" : "ADDED";
    const object = raw(name, value, String(this.#version));
    this.#objects.set(name, object);
    this.#publish(event(type, object));
  }

  delete(name: string): void {
    const object = this.#objects.get(name);
    if (!object) return;
    this.#version += 1;
    this.#objects.delete(name);
    this.#publish(event("DELETED", raw(name, object.value, String(this.#version))));
  }

  /** Expires old versions and ends the watches, so that clients must list again. */
  compact(): void {
    this.#version += 1;
    this.#oldest = this.#version;
    for (const response of this.#watches) response.end();
    this.#watches.clear();
  }

  list() {
    return page([...this.#objects.values()], String(this.#version));
  }

  watch(since: number, response: ServerResponse): void {
    if (since < this.#oldest) {
      stream(response, gone);
      response.end();
      return;
    }
    const missed = this.#log.filter(({ version }) => version > since).map(({ line }) => line);
    stream(response, ...missed);
    this.#watches.add(response);
    response.on("close", () => this.#watches.delete(response));
  }

  values(): Record<string, number> {
    return Object.fromEntries([...this.#objects].map(([name, { value }]) => [name, value]));
  }

  #publish(line: string): void {
    this.#log.push({ version: this.#version, line });
    for (const response of this.#watches) response.write(line);
  }
}
