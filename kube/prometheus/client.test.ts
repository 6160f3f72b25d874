import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { PrometheusClient } from "./client.ts";

const hour = 3_600_000;
const step = 60_000;

interface Asked {
  readonly start: number;
  readonly end: number;
}

type Answer = (asked: Asked, response: ServerResponse, request: IncomingMessage) => void;

const refusing =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, headers).end(JSON.stringify(body));
  };

/** Two series: one always, and one in the first hour. */
const answering: Answer = ({ start, end }, response) => {
  const times = Array.from({ length: (end - start) / step + 1 }, (_, at) => start + at * step);
  const values = (of: readonly number[]) => of.map(time => [time / 1000, String(time / step)]);
  const result = [
    { metric: { pod: "a", app: "x" }, values: values(times) },
    { metric: { app: "y" }, values: values(times.filter(time => time < hour)) },
  ].filter(series => series.values.length > 0);
  response.end(JSON.stringify({ status: "success", data: { result } }));
};

/** Passes on what is short enough. */
const atMost =
  (most: number, otherwise: Answer): Answer =>
  (asked, response, request) =>
    (asked.end - asked.start <= most ? answering : otherwise)(asked, response, request);

describe("a client of a Prometheus", () => {
  let server: Server;
  let answer: Answer;
  let asked: Asked[];
  let address: string;
  let slept: number[];

  beforeEach(async () => {
    [answer, asked, slept] = [answering, [], []];
    server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? "", "http://host");
      const [start = 0, end = 0] = ["start", "end"].map(
        name => 1000 * Number(searchParams.get(name)),
      );
      asked.push({ start, end });
      answer({ start, end }, response, request);
    });
    await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/path`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const client = (options: object = {}) =>
    new PrometheusClient({
      ...{ address, random: () => 0, ...options },
      sleep: ms => Promise.resolve(void slept.push(ms)),
    });
  const range = { query: "x", step, start: 0, end: 8 * hour };

  const tooMany = "query processing would load too many samples into memory";

  // prettier-ignore
  it.each([
    { shows: "a range at once",             how: answering, requests: 1, sleeps: [] },
    { shows: "a range in parts, for a 422", how: atMost(2 * hour, refusing(422, { status: "error", error: tooMany })), requests: 7, sleeps: [] },
    { shows: "a range in parts, for a 413", how: atMost(4 * hour, refusing(413, {})), requests: 3, sleeps: [] },
    { shows: "a range in parts, for a query that timed out", how: atMost(4 * hour, refusing(503, { status: "error", errorType: "timeout", error: "query timed out" })), requests: 3, sleeps: [] },
  ])("reads $shows", async ({ how, requests, sleeps }) => {
    answer = how;
    const found = await client().range(range);
    expect(found.ok && found.value.map(({ labels }) => labels)).toEqual([{ pod: "a", app: "x" }, { app: "y" }]);
    const [always, first] = found.ok ? found.value : [];
    expect(always?.values).toEqual(Float64Array.from({ length: 481 }, (_, at) => at));
    expect(first?.values.filter(value => !Number.isNaN(value))).toHaveLength(60);
    expect(asked).toHaveLength(requests);
    expect(slept).toEqual(sleeps);
  });

  it("reads each part once", async () => {
    answer = atMost(4 * hour, refusing(413, {}));
    await client().range(range);
    const parts = [
      { start: 0, end: 4 * hour },
      { start: 4 * hour + step, end: 8 * hour },
    ];
    expect(asked).toEqual([{ start: 0, end: 8 * hour }, ...parts]);
  });

  it("reads a range in parts, for a server that takes too long", async () => {
    answer = atMost(4 * hour, () => undefined);
    expect((await client({ patienceMs: 200 }).range(range)).ok).toBe(true);
    expect(asked).toHaveLength(3);
  });

  // prettier-ignore
  it.each([
    { shows: "an invalid query",    how: refusing(400, { status: "error", error: "parse error" }), requests: 1, says: /path: parse error$/ },
    { shows: "a query that fails for any range", how: refusing(422, { status: "error", error: "many-to-many matching not allowed" }), requests: 1, says: /many-to-many/ },
    { shows: "what is too much for an hour", how: refusing(422, { status: "error", error: tooMany }), requests: 4, says: /too many samples/ },
    { shows: "a page",              how: (_: Asked, response: ServerResponse) => response.end("<html>"), requests: 1, says: /path: the answer is not from a Prometheus$/ },
    { shows: "a wrong token",       how: refusing(401, {}), requests: 1, says: /path: HTTP 401$/ },
    { shows: "an answer that is too long, packed", how: (_: Asked, response: ServerResponse) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(70 * 2 ** 20, " "))), requests: 4, says: /path: the answer has more than 64 MiB$/ },
  ])("does not repeat $shows", async ({ how, requests, says }) => {
    answer = how;
    const grid = await client().range(range);
    expect(grid.ok ? "" : grid.error).toMatch(says);
    expect(asked).toHaveLength(requests);
    expect(slept).toEqual([]);
  });

  it.each([
    {
      shows: "with the time that the server says",
      headers: { "retry-after": "3" },
      sleeps: [3000, 6000],
    },
    { shows: "after a second", headers: {}, sleeps: [1000, 2000] },
  ])("asks a busy server again, $shows", async ({ headers, sleeps }) => {
    const busy = refusing(429, {}, headers);
    answer = (...all) => (asked.length < 3 ? busy : answering)(...all);
    expect((await client().range(range)).ok).toBe(true);
    expect(slept).toEqual(sleeps);
  });

  it("gives up on a server that stays busy", async () => {
    answer = refusing(503, {});
    const grid = await client().range(range);
    expect(grid.ok ? "" : grid.error).toMatch(/HTTP 503$/);
    expect(slept).toHaveLength(5);
  });

  it("asks at most four questions at a time", async () => {
    let [running, most] = [0, 0];
    answer = (one, response, request) => {
      running += 1;
      most = Math.max(most, running);
      void sleep(20).then(() => {
        running -= 1;
        answering(one, response, request);
      });
    };
    const own = client();
    await Promise.all(Array.from({ length: 12 }, () => own.range(range)));
    expect(most).toBe(4);
  });

  it("sends its headers, and reads what is packed", async () => {
    let received: IncomingMessage["headers"] = {};
    answer = (_, response, request) => {
      received = request.headers;
      const body = gzipSync(JSON.stringify({ status: "success", data: { result: [] } }));
      response.writeHead(200, { "content-encoding": "gzip" }).end(body);
    };
    const headers = { authorization: "Bearer secret", "x-scope-orgid": "team-a" };
    expect(await client({ headers }).range(range)).toEqual({ ok: true, value: [] });
    expect(received).toMatchObject(headers);
    expect(received["accept-encoding"]).toContain("gzip");
  });
});
