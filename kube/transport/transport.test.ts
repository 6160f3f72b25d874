import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

import { afterEach, describe, expect, it, vi } from "vitest";

import { ok } from "../../engine/model/values/result.ts";
import { mostBytes } from "./response-size.ts";
import { apiPath, type ApiPath } from "./api-path.ts";
import { systemClock } from "../clock.ts";
import { CredentialSource, type Credentials } from "./credentials.ts";
import { atEnd, cleanUp } from "../testing/cleanups.ts";
import { json, StubServer, type Handler } from "../testing/stub-server.ts";
import { transportTo } from "../testing/stub-transport.ts";
import { until } from "../testing/until.ts";
import type { Method, RequestSample } from "./kube-request.ts";

afterEach(cleanUp);

/** A transport to a server that the test controls; pauses are recorded, not slept. */
async function scene(
  handler: Handler,
  options: {
    readonly deadlineMs?: number;
    readonly connections?: number;
    readonly waitShare?: number;
    readonly credentials?: (server: string) => Promise<Credentials>;
  } = {},
) {
  const server = await StubServer.start(handler);
  const plain = (url: string): Promise<Credentials> =>
    Promise.resolve({ server: url, authorization: null, tls: {} });
  const load = options.credentials ?? plain;
  const pauses: number[] = [];
  const samples: RequestSample[] = [];
  const credentials = new CredentialSource(systemClock, () => load(server.url));
  const transport = transportTo(server, {
    ...{ credentials, userAgent: "trimtab/test (replica-1)" },
    sleep: ms => {
      pauses.push(ms);
      return Promise.resolve();
    },
    onRequest: sample => samples.push(sample),
    deadlineMs: options.deadlineMs ?? 30_000,
    ...(options.connections ? { connections: options.connections } : {}),
    ...(options.waitShare ? { waitShare: options.waitShare } : {}),
  });
  atEnd(
    () => server.close(),
    () => transport.close(),
  );
  return { server, transport, credentials, pauses, samples };
}

/** Timers are controlled by the test from here on, so that no deadline depends on machine load. */
function haltTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  atEnd(() => vi.useRealTimers());
}

const get = { method: "GET", path: apiPath("api", "v1", "nodes") } as const;
const patch = { method: "PATCH", path: apiPath("api", "v1", "nodes", "a"), body: [] } as const;

/** Responds with these codes in order, and then repeats the last one. */
const codes = (...list: number[]): Handler => {
  let asked = 0;
  return (_, response) => {
    const code = list[Math.min(asked++, list.length - 1)] ?? 200;
    json(response, code, { message: `answer ${asked}` });
  };
};

describe("a request", () => {
  it("sends its user agent, its credentials and the accepted media types", async () => {
    const { server, transport } = await scene(codes(200), {
      credentials: url => Promise.resolve({ server: url, authorization: "Bearer t", tls: {} }),
    });
    const query = { labelSelector: "a in (b,c),d", limit: 500, watch: false };
    await transport.request({ ...get, query });
    await transport.request({ ...patch, contentType: "application/json-patch+json", body: ["ü"] });
    await transport.request({ method: "POST", path: apiPath("api", "v1", "x"), body: {} });
    expect(server.requests).toMatchObject([
      {
        headers: {
          "user-agent": "trimtab/test (replica-1)",
          authorization: "Bearer t",
          accept: "application/json",
        },
        query: { labelSelector: "a in (b,c),d", limit: "500", watch: "false" },
        body: "",
      },
      { headers: { "content-type": "application/json-patch+json" }, body: '["ü"]' },
      { headers: { "content-type": "application/json" }, body: "{}" },
    ]);
  });

  it("is sent below the base path of a proxied cluster", async () => {
    const { server, transport } = await scene(codes(200), {
      credentials: url =>
        Promise.resolve({ server: `${url}/k8s/clusters/c-1/`, authorization: null, tls: {} }),
    });
    await transport.request(get);
    expect(server.requests.at(0)?.path).toBe("/k8s/clusters/c-1/api/v1/nodes");
  });

  it.each(["..", "v1%2Fpods", "", "*"])("with the path segment %j is never sent", async segment => {
    const { server, transport } = await scene(codes(200));
    const path = apiPath("api", segment, "nodes");
    const message = "a part of the path is empty, ., .., *, or contains / or %";
    const failed = { ok: false, error: { code: "BadRequest", message } };
    expect(await transport.request({ method: "GET", path })).toMatchObject(failed);
    expect(
      await transport.stream({ method: "GET", path }, 100, new AbortController().signal),
    ).toMatchObject(failed);
    expect(server.requests).toEqual([]);
  });

  it("says when it no longer waits for its turn", async () => {
    const turns: string[] = [];
    const atArrival: number[] = [];
    const { transport } = await scene(
      (_, response) => {
        atArrival.push(turns.length);
        json(response, 200, {});
      },
      { connections: 1 },
    );
    const ask = (name: string) =>
      transport.request({ ...get, owner: "shop", onTurn: () => turns.push(name) });
    await Promise.all(["first", "second"].map(ask));
    expect(turns).toEqual(["first", "second"]);
    expect(atArrival).toEqual([1, 2]);
  });

  it("reuses an open connection of an earlier request", async () => {
    const { server, transport } = await scene(codes(200));
    for (let index = 0; index < 50; index++) await transport.request(get);
    expect(server.requests).toHaveLength(50);
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  // prettier-ignore
  it.each<{ shows: string; path: ApiPath; connections: number }>([
    { shows: "of another namespace", path: apiPath("api", "v1", "namespaces", "shop", "pods"),               connections: 4 },
    { shows: "of no namespace",      path: apiPath("api", "v1", "nodes"),                                    connections: 4 },
    { shows: "of another namespace to a kind in a group", path: apiPath("apis", "apps", "v1", "namespaces", "shop", "deployments", "web", "scale"), connections: 2 },
  ])("$shows is served while all requests of one namespace hang", async ({ path, connections }) => {
    const { server, transport } = await scene(
      ({ path: asked }, response) => {
        if (!asked.includes("/namespaces/slow/")) json(response, 200, {});
      },
      { connections },
    );
    haltTimers();
    const slow = apiPath("apis", "apps", "v1", "namespaces", "slow", "deployments", "web", "scale");
    for (let time = 0; time < 99; time++) void transport.request({ method: "GET", path: slow });
    expect(await transport.request({ method: "GET", path })).toEqual(ok({}));
    const hanging = server.requests.filter(each => each.path === slow);
    expect(hanging.length).toBeLessThanOrEqual(connections / 2);
  });

  const ofNamespace = { path: apiPath("api", "v1", "namespaces", "slow", "pods") };
  const forNamespace = { path: apiPath("api", "v1", "nodes"), owner: "slow" };
  it.each([
    { shows: "of its namespace", target: ofNamespace },
    { shows: "sent for its namespace", target: forNamespace },
  ])("that waits for others $shows until its deadline is not sent", async ({ target }) => {
    const { server, transport } = await scene(() => undefined, { connections: 2 });
    const one = { method: "PATCH", ...target, body: [] } as const;
    void transport.request(one);
    await until(() => {
      expect(server.requests).toHaveLength(1);
    });
    // The first request keeps its place until after the deadline of the others.
    const waiting = [1, 2].map(() => transport.request({ ...one, deadlineMs: 50 }));
    for (const answer of await Promise.all(waiting)) {
      expect(answer).toMatchObject({ ok: false, error: { code: "Timeout" } });
    }
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    { waitShare: 1, untilMs: 5_000 },
    { waitShare: 0.5, untilMs: 2_500 },
  ])("that gets no slot within $untilMs ms is counted, without a duration", async row => {
    const { waitShare, untilMs } = row;
    const { server, transport, samples } = await scene(() => undefined, {
      ...{ connections: 2, deadlineMs: 5_000, waitShare },
    });
    const request = { method: "GET", path: ofNamespace.path } as const;
    void transport.request(request);
    await until(() => {
      expect(server.requests).toHaveLength(1);
    });
    haltTimers();
    const waiting = transport.request(request);
    vi.advanceTimersByTime(untilMs);
    await waiting;
    expect(samples).toEqual([
      { verb: "list", resource: "pods", code: "NoTurn", milliseconds: null },
    ]);
  });

  const gadget = apiPath(
    "apis",
    "example.dev",
    "v1",
    "namespaces",
    "slow",
    "gadgets",
    "a",
    "scale",
  );
  const lingering = (owner: string) =>
    ({ method: "GET", path: gadget, owner, lingerMs: 30_000 }) as const;

  it("is served while all requests that may linger hang", async () => {
    const { server, transport } = await scene(
      ({ path }, response) => {
        if (path !== gadget) json(response, 200, {});
      },
      { connections: 4 },
    );
    haltTimers();
    const owners = ["a", "b", "c", "d"];
    for (const owner of owners) void transport.request(lingering(owner));
    await until(() => {
      expect(server.requests).toHaveLength(4);
    });
    const others = owners.map(() => transport.request(get));
    // None of them waits for a place.
    vi.advanceTimersByTime(30_000);
    expect(await Promise.all(others)).toEqual(others.map(() => ok({})));
    expect(server.requests).toHaveLength(8);
  });

  it("keeps its place until it can no longer linger", async () => {
    const { server, transport } = await scene(() => undefined, { connections: 2 });
    const deadline = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(deadline.signal);
    const abandoned = transport.request(lingering("gadgets"));
    await until(() => {
      expect(server.requests).toHaveLength(1);
    });
    haltTimers();
    deadline.abort(new DOMException("late", "TimeoutError"));
    expect(await abandoned).toMatchObject({ ok: false, error: { code: "Timeout" } });
    const sent = (path: ApiPath) => server.requests.filter(request => request.path === path);
    void transport.request({ ...lingering("gadgets"), deadlineMs: 60_000 });
    vi.advanceTimersByTime(25_000);
    // A later request of another owner arrives, and that one does not.
    void transport.request({ ...lingering("others"), path: get.path });
    await until(() => {
      expect(sent(get.path)).toHaveLength(1);
    });
    expect(sent(gadget)).toHaveLength(1);
    vi.advanceTimersByTime(5_000);
    await until(() => {
      expect(sent(gadget)).toHaveLength(2);
    });
  });

  it.each<{ most: number; options: { connections?: number } }>([
    { most: 16, options: {} },
    { most: 4, options: { connections: 4 } },
  ])("opens no more than $most connections for parallel requests", async ({ most, options }) => {
    const { server, transport } = await scene(async (_, response) => {
      await wait(2);
      json(response, 200, {});
    }, options);
    const answers = await Promise.all(Array.from({ length: 100 }, () => transport.request(get)));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(server.connections).toBe(most);
  });

  it("is counted once for each attempt", async () => {
    const { transport, samples } = await scene(codes(500, 200));
    await transport.request(get);
    await transport.request(patch);
    expect(samples.map(({ verb, resource, code }) => `${verb} ${resource} ${code}`)).toEqual([
      "list nodes 500",
      "list nodes 200",
      "patch nodes 200",
    ]);
    expect(samples.every(({ milliseconds }) => Number(milliseconds) >= 0)).toBe(true);
  });

  it.each([
    { shows: "empty", body: "" },
    { shows: "HTML", body: "<html>hello</html>" },
    { shows: "truncated", body: '{"metadata":' },
  ])("whose response is $shows is Malformed", async ({ body }) => {
    const { transport } = await scene((_, response) => void response.end(body));
    expect(await transport.request(patch)).toMatchObject({ error: { code: "Malformed" } });
  });

  // prettier-ignore
  it.each([
    { shows: "within its limit is read",                       request: { ...get, mostBytes: 100 },   bytes: 100, becomes: { ok: true },                                code: "200" },
    { shows: "beyond the limit is TooLarge, and not retried",  request: { ...get, mostBytes: 100 },   bytes: 101, becomes: { error: { code: "TooLarge", status: null } }, code: "TooLarge" },
    { shows: "to a write, beyond the limit, is Malformed",     request: { ...patch, mostBytes: 100 }, bytes: 101, becomes: { error: { code: "Malformed" } },             code: "TooLarge" },
    { shows: "without a limit of its own has a default limit", request: get,                          bytes: mostBytes.object + 1, becomes: { error: { code: "TooLarge" } }, code: "TooLarge" },
  ])("whose response $shows", async ({ request, bytes, becomes, code }) => {
    const { transport, server, samples } = await scene((_, response) => {
      response.end(JSON.stringify("x".repeat(bytes - 2)));
    });
    expect(await transport.request(request)).toMatchObject(becomes);
    expect(server.requests).toHaveLength(1);
    expect(samples.map(sample => sample.code)).toEqual([code]);
  });

  // prettier-ignore
  it.each([
    { shows: "are passed on as they arrive",           chunks: ['{"items":[{"a":', '1},{"a":2}', ']}'], becomes: { ok: true, value: { items: [] } },       items: [[{ a: 1 }, { a: 2 }]] },
    { shows: "of a list that is cut off are Malformed", chunks: ['{"items":[{"a":', '1},{"a":2}'],       becomes: { error: { code: "Malformed" } },         items: [[{ a: 1 }, { a: 2 }]] },
    { shows: "that are not JSON are Malformed",        chunks: ['{"items":[{"a":', 'x}]}'],             becomes: { error: { code: "Malformed" } },         items: [] },
    { shows: "beyond the limit are TooLarge",          chunks: ['{"items":[{}', `,{"a":"${"x".repeat(1_000)}"}]}`], becomes: { error: { code: "TooLarge" } }, items: [[{}]] },
    { shows: "of which one is longer than an object may be are TooLarge", chunks: ['{"items":[{}', `,{"a":"${"x".repeat(mostBytes.object + 200_000)}"}]}`], becomes: { error: { code: "TooLarge" } }, items: [[{}]], most: Infinity },
    { shows: "up to the limit of items are passed on", chunks: ['{"items":[{},{}', ",{}]}"],           becomes: { ok: true },                             items: [[{}, {}], [{}]], mostItems: 3 },
    { shows: "beyond the limit of items are TooLarge", chunks: ['{"items":[{},{}', ",{}", ",{}]}"],    becomes: { error: { code: "TooLarge", message: "the answer has more than 2 items" } }, items: [[{}, {}]], mostItems: 2 },
  ])("whose items $shows", async ({ chunks, becomes, items, most = 1_000, mostItems = Infinity }) => {
    const { transport } = await scene((_, response) => {
      const send = ([chunk, ...others]: string[]): void => {
        if (chunk === undefined) response.end();
        else response.write(chunk, () => setTimeout(send, 5, others));
      };
      send(chunks);
    });
    const received: unknown[] = [];
    const onItems = (some: readonly unknown[]): void => void received.push(some);
    const limits = { mostBytes: most, mostItems };
    const answer = await transport.request({ ...get, onItems, tries: 1, ...limits });
    expect(answer).toMatchObject(becomes);
    expect(received).toEqual(items);
  });

  it("closes an endless response once it is too long", async () => {
    const closed = vi.fn();
    const { transport } = await scene((_, response) => {
      const more = setInterval(() => response.write("x".repeat(64)), 1);
      response.on("close", () => {
        clearInterval(more);
        closed();
      });
    });
    const answer = await transport.request({ ...get, mostBytes: 1_000 });
    expect(answer).toMatchObject({ error: { code: "TooLarge" } });
    await until(() => {
      expect(closed).toHaveBeenCalled();
    });
  });

  it("with a long error response is classified by its HTTP code", async () => {
    const { transport } = await scene((_, response) => {
      json(response, 403, { message: "x".repeat(mostBytes.failure) });
    });
    const error = { code: "Forbidden", message: "HTTP 403" };
    expect(await transport.request(patch)).toMatchObject({ error });
  });

  it("to an unreachable server is Unreachable, and retried by the caller's back-off only", async () => {
    const { transport, server, pauses, samples } = await scene(codes(200));
    await server.close();
    expect(await transport.request(get)).toMatchObject({
      error: { code: "Unreachable", status: null, request: "GET /api/v1/nodes" },
    });
    expect(pauses).toEqual([]);
    expect(samples.map(({ code }) => code)).toEqual(["Unreachable"]);
  });

  it("whose response is truncated is Unreachable", async () => {
    const { transport } = await scene((_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("{");
      setTimeout(() => response.destroy(), 5);
    });
    expect(await transport.request(patch)).toMatchObject({ error: { code: "Unreachable" } });
  });

  it.each([
    { shows: "empty", address: "" },
    { shows: "without a scheme", address: "127.0.0.1:6443" },
    { shows: "of an unknown scheme", address: "ftp://127.0.0.1" },
  ])("to a server whose address is $shows is an error, not a throw", async ({ address }) => {
    const { transport } = await scene(codes(200), {
      credentials: () => Promise.resolve({ server: address, authorization: null, tls: {} }),
    });
    expect(await transport.request(get)).toMatchObject({ error: { code: "Unreachable" } });
    const signal = new AbortController().signal;
    expect(await transport.stream(get, 1_000, signal)).toMatchObject({
      error: { code: "Unreachable" },
    });
  });

  it("without credentials is not sent", async () => {
    const { transport, server } = await scene(codes(200), {
      credentials: () => Promise.reject(new Error("no such file: token")),
    });
    expect(await transport.request(get)).toMatchObject({
      error: { code: "Unauthorized", message: "no such file: token" },
    });
    expect(server.requests).toEqual([]);
  });
});

describe("a deadline", () => {
  it.each([
    { shows: "no response arrives", answer: () => undefined },
    {
      shows: "the response never ends",
      answer: (response: ServerResponse) => {
        response.writeHead(200);
        response.write("{");
      },
    },
    {
      shows: "an error response never ends",
      answer: (response: ServerResponse) => {
        response.writeHead(403);
        response.write("{");
      },
    },
  ])("ends a request when $shows", async ({ answer }) => {
    const { transport, samples } = await scene(
      (_, response) => {
        answer(response);
      },
      { deadlineMs: 60 },
    );
    expect(await transport.request(get)).toMatchObject({ error: { code: "Timeout" } });
    expect(samples.map(({ code }) => code)).toEqual(["Timeout"]);
  });

  it("can be set by the request", async () => {
    const { transport } = await scene(() => undefined, { deadlineMs: 60_000 });
    expect(await transport.request({ ...get, deadlineMs: 30 })).toMatchObject({
      error: { code: "Timeout" },
    });
  });

  it("that is shorter than the pause prevents the pause: the response is returned at once", async () => {
    const { transport, pauses } = await scene((_, response) => {
      json(response, 429, {}, { "retry-after": "60" });
    });
    expect(await transport.request(get)).toMatchObject({
      error: { code: "TooManyRequests", retryAfterMs: 60_000 },
    });
    expect(pauses).toEqual([]);
  });
});

describe("retries", () => {
  // prettier-ignore
  it.each<{ shows: string; method: Method; answers: number[]; tries: number; end: number }>([
    { shows: "apply to a read, after a server error",                   method: "GET",    answers: [500, 200],                tries: 2, end: 200 },
    { shows: "of a read are limited to three",                          method: "GET",    answers: [500, 500, 500, 500, 200], tries: 4, end: 500 },
    { shows: "apply to a read, while the server starts",                method: "GET",    answers: [503, 200],                tries: 2, end: 200 },
    { shows: "apply to a read, from a busy server",                     method: "GET",    answers: [429, 200],                tries: 2, end: 200 },
    { shows: "apply to a write, from a busy server, which did not act", method: "PATCH",  answers: [429, 200],                tries: 2, end: 200 },
    { shows: "do not apply to a write, after a server error",           method: "PATCH",  answers: [500, 200],                tries: 1, end: 500 },
    { shows: "do not apply to a create, while the server starts",       method: "POST",   answers: [503, 200],                tries: 1, end: 503 },
    { shows: "do not apply to a deletion",                              method: "DELETE", answers: [500, 200],                tries: 1, end: 500 },
    { shows: "do not apply to a timeout of a proxy",                    method: "GET",    answers: [504, 200],                tries: 1, end: 504 },
    { shows: "do not apply to a rejection",                             method: "GET",    answers: [403, 200],                tries: 1, end: 403 },
    { shows: "do not apply to a missing object",                        method: "GET",    answers: [404, 200],                tries: 1, end: 404 },
    { shows: "do not apply to a conflict",                              method: "PATCH",  answers: [409, 200],                tries: 1, end: 409 },
    { shows: "apply once to any request with a rejected token",         method: "PATCH",  answers: [401, 200],                tries: 2, end: 200 },
    { shows: "do not apply to a second rejection of the token",         method: "PATCH",  answers: [401, 401, 200],           tries: 2, end: 401 },
  ])("$shows", async ({ method, answers, tries, end }) => {
    const { transport, server } = await scene(codes(...answers));
    const answer = await transport.request({ method, path: apiPath("api", "v1", "nodes") });
    expect(answer.ok ? 200 : answer.error.status).toBe(end);
    expect(server.requests).toHaveLength(tries);
  });

  it("have increasing pauses, or those that a busy server asks for", async () => {
    const { transport, pauses } = await scene(codes(500));
    await transport.request(get);
    expect(pauses).toEqual([200, 400, 800]);
    const busy = await scene((_, response) => {
      json(response, 429, {}, { "retry-after": "1" });
    });
    await busy.transport.request(patch);
    expect(busy.pauses).toEqual([1_000, 1_000, 1_000]);
  });
});

describe("a write that is no longer allowed", () => {
  it("is not sent", async () => {
    const { transport, server } = await scene(codes(200));
    const request = { ...patch, mayWrite: () => false };
    expect(await transport.request(request)).toMatchObject({ error: { code: "Stopped" } });
    expect(server.requests).toEqual([]);
  });

  it("is not retried after the pause that a busy server asked for", async () => {
    const { transport, server } = await scene(codes(429, 200));
    const request = { ...patch, mayWrite: () => server.requests.length === 0 };
    expect(await transport.request(request)).toMatchObject({ error: { code: "Stopped" } });
    expect(server.requests).toHaveLength(1);
  });
});

describe("credentials", () => {
  it("are read again once after a 401, and then used", async () => {
    let reads = 0;
    const { transport, server } = await scene(
      ({ headers }, response) => {
        json(response, headers.authorization === "Bearer 2" ? 200 : 401, {});
      },
      {
        credentials: url =>
          Promise.resolve({ server: url, authorization: `Bearer ${++reads}`, tls: {} }),
      },
    );
    expect(await transport.request(patch)).toMatchObject({ ok: true });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer 1",
      "Bearer 2",
    ]);
    await transport.request(get);
    expect(reads).toBe(2);
  });

  it("open new connections when the certificate authority changes, and only then", async () => {
    let ca = "first";
    let token = "a";
    const { transport, credentials, server } = await scene(codes(200), {
      credentials: url => Promise.resolve({ server: url, authorization: token, tls: { ca } }),
    });
    for (let index = 0; index < 5; index++) await transport.request(get);
    const { connections } = server;
    token = "b";
    credentials.invalidate();
    await transport.request(get);
    expect(server.connections).toBe(connections);
    ca = "second";
    credentials.invalidate();
    await transport.request(get);
    expect(server.connections).toBe(connections + 1);
  });

  it("do not affect a running request when they change", async () => {
    let ca = "first";
    let answerSlow = (): void => undefined;
    const { transport, credentials, server } = await scene(
      ({ path }, response) => {
        const answer = (): void => {
          json(response, 200, {});
        };
        if (path.endsWith("slow")) answerSlow = answer;
        else answer();
      },
      { credentials: url => Promise.resolve({ server: url, authorization: null, tls: { ca } }) },
    );
    const slow = transport.request({ method: "PATCH", path: apiPath("slow") });
    await until(() => {
      expect(server.requests).toHaveLength(1);
    });
    ca = "second";
    credentials.invalidate();
    expect(await transport.request(get)).toMatchObject({ ok: true });
    answerSlow();
    expect(await slow).toMatchObject({ ok: true });
  });
});

describe("a stream", () => {
  const watch = { ...get, query: { watch: true } };
  const never = () => new AbortController().signal;

  async function read(chunks: AsyncIterable<Uint8Array>): Promise<string> {
    let text = "";
    for await (const chunk of chunks) text += Buffer.from(chunk).toString();
    return text;
  }

  it("returns the bytes as they arrive, and is counted as a watch", async () => {
    const { transport, samples } = await scene(async (_, response) => {
      response.write("one,");
      await wait(5);
      response.end("two");
    });
    const stream = await transport.stream(watch, 60_000, never());
    expect(stream.ok && (await read(stream.value.chunks))).toBe("one,two");
    expect(samples).toMatchObject([{ verb: "watch", resource: "nodes", code: "200" }]);
  });

  it("is not limited by the deadline once it is open", async () => {
    let finish = (): unknown => undefined;
    const { transport } = await scene((_, response) => {
      response.write("one,");
      finish = () => response.end("two");
    });
    haltTimers();
    const stream = await transport.stream(watch, 100_000, never());
    vi.advanceTimersByTime(30_000);
    finish();
    expect(stream.ok && (await read(stream.value.chunks))).toBe("one,two");
  });

  it("that does not open within the deadline is a Timeout", async () => {
    const { transport } = await scene(() => undefined, { deadlineMs: 30 });
    expect(await transport.stream(watch, 1_000, never())).toMatchObject({
      error: { code: "Timeout" },
    });
  });

  it("without data for too long ends with an error", async () => {
    const { transport } = await scene((_, response) => void response.write("one"));
    const stream = await transport.stream(watch, 30, never());
    expect(stream.ok).toBe(true);
    await expect(stream.ok && read(stream.value.chunks)).rejects.toThrow("Body Timeout");
  });

  it.each([
    { http: 410, code: "Gone" },
    { http: 403, code: "Forbidden" },
    { http: 500, code: "ServerError" },
  ])("that is rejected with $http is $code, and counted once", async ({ http, code }) => {
    const { transport, samples } = await scene(codes(http));
    expect(await transport.stream(watch, 1_000, never())).toMatchObject({ error: { code } });
    expect(samples.map(sample => sample.code)).toEqual([String(http)]);
  });

  it("whose error response never ends is ended by the deadline", async () => {
    const { transport } = await scene(
      (_, response) => {
        response.writeHead(403);
        response.write("{");
      },
      { deadlineMs: 40 },
    );
    // No other limit ends it before the test's timeout.
    const opened = await transport.stream(watch, 60_000, never());
    expect(opened).toMatchObject({ ok: false });
  });

  it("causes another read of the credentials after a 401", async () => {
    let reads = 0;
    const { transport } = await scene(codes(401, 200), {
      credentials: url => {
        reads += 1;
        return Promise.resolve({ server: url, authorization: null, tls: {} });
      },
    });
    expect(await transport.stream(watch, 1_000, never())).toMatchObject({
      error: { code: "Unauthorized" },
    });
    expect(await transport.stream(watch, 1_000, never())).toMatchObject({ ok: true });
    expect(reads).toBe(2);
  });

  it("is Stopped by its signal while it opens, or if the signal was aborted before", async () => {
    const { transport, server } = await scene(() => undefined);
    const stopping = new AbortController();
    const opening = transport.stream(watch, 1_000, stopping.signal);
    await until(() => {
      expect(server.requests).toHaveLength(1);
    });
    stopping.abort();
    expect(await opening).toMatchObject({ error: { code: "Stopped" } });
    expect(await transport.stream(watch, 1_000, AbortSignal.abort())).toMatchObject({
      error: { code: "Stopped" },
    });
    expect(server.requests).toHaveLength(1);
  });

  it("ends during a read when its signal is aborted", async () => {
    const { transport } = await scene((_, response) => void response.write("one"));
    const stopping = new AbortController();
    const stream = await transport.stream(watch, 60_000, stopping.signal);
    const reading = stream.ok ? read(stream.value.chunks) : Promise.resolve("");
    setTimeout(() => {
      stopping.abort();
    }, 10);
    await expect(reading).rejects.toThrow();
  });

  it("closes its connection when it is closed, unread or half read", async () => {
    const closed: boolean[] = [];
    const { transport } = await scene((_, response) => {
      response.write("one");
      response.on("close", () => closed.push(true));
    });
    const unread = await transport.stream(watch, 60_000, never());
    if (unread.ok) unread.value.close();
    const half = await transport.stream(watch, 60_000, never());
    if (half.ok) {
      for await (const chunk of half.value.chunks) {
        if (chunk.length > 0) break;
      }
      half.value.close();
    }
    await until(() => {
      expect(closed).toHaveLength(2);
    });
  });

  it("uses none of the connections of requests", async () => {
    const { transport } = await scene(({ query }, response) => {
      if (query["watch"] === "true") response.write("one");
      else json(response, 200, {});
    });
    const open = Array.from({ length: 40 }, () => transport.stream(watch, 60_000, never()));
    const streams = await Promise.all(open);
    expect(streams.every(({ ok }) => ok)).toBe(true);
    expect(await transport.request(get)).toMatchObject({ ok: true });
  });

  it("leaves no listener on a signal that lives as long as the process", async () => {
    const { transport } = await scene(codes(200));
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    for (let index = 0; index < 3; index++) {
      const stream = await transport.stream(watch, 1_000, signal);
      if (stream.ok) stream.value.close();
    }
    expect(removed.mock.calls.length).toBe(added.mock.calls.length);
  });
});
