import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, describe, expect, it } from "vitest";

import { formatKubeError } from "../../kube/transport/errors.ts";
import { atEnd, cleanUp } from "../../kube/testing/cleanups.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { json, StubServer, type Handler } from "../../kube/testing/stub-server.ts";
import { CredentialFiles } from "./credential-files.ts";
import type { PrometheusSettings } from "./generated/metric-sources.ts";
import type { QuerySample } from "../../kube/transport/kube-request.ts";
import { PrometheusSource, type QueryRange } from "./prometheus-source.ts";

afterEach(cleanUp);

const clock = new ManualClock();
const now = clock.now() / 1_000;
const vector = (...values: readonly (readonly [number, string])[]) => ({
  status: "success",
  data: { resultType: "vector", result: values.map(value => ({ metric: {}, value })) },
});
const answering =
  (body: unknown, status = 200, headers = {}): Handler =>
  (_, response) => {
    json(response, status, body, headers);
  };

interface Scene {
  readonly settings?: Partial<PrometheusSettings>;
  readonly secret?: Readonly<Record<string, string>>;
}

async function scene(handler: Handler, { settings = {}, secret }: Scene = {}) {
  const server = await StubServer.start(handler);
  const folder = mkdtempSync(join(tmpdir(), "source-"));
  const write = (files: Readonly<Record<string, string>>): void => {
    mkdirSync(join(folder, "prom"), { recursive: true });
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(folder, "prom", name), text);
  };
  if (secret) write(secret);
  const samples: QuerySample[] = [];
  const source = new PrometheusSource({
    ...{ name: "platform", serverName: null, clock },
    settings: { url: `${server.url}/base/`, ...settings },
    credentials: new CredentialFiles(folder, secret ? "prom" : null, clock),
    onQuery: sample => samples.push(sample),
  });
  atEnd(
    () => source.close(),
    () => server.close(),
    () => {
      rmSync(folder, { recursive: true });
    },
  );
  const query = (deadlineMs = 5_000, ...namespaces: string[]) =>
    source.query({
      ...{ query: 'sum(up{a="b"})', deadlineMs },
      namespaces: namespaces.length > 0 ? namespaces : ["shop"],
    });
  const past = (range: QueryRange) =>
    source.query({ query: 'sum(up{a="b"})', deadlineMs: Infinity, namespaces: ["shop"], range });
  const problem = async (deadlineMs?: number): Promise<string> => {
    const answer = await query(deadlineMs);
    return answer.ok ? "" : formatKubeError(answer.error);
  };
  return { server, query, past, problem, samples, write };
}

describe("PrometheusSource", () => {
  it("sends the query in a form, with the headers of the namespace", async () => {
    const headers = [{ name: "X-Scope-OrgID", value: "team-$(namespace)" }];
    const { server, query } = await scene(answering(vector([now, "42.5"])), {
      settings: { headers, maxSampleAgeSeconds: 60 },
    });
    expect(await query()).toMatchObject({
      ok: true,
      value: {
        kind: "PrometheusResult",
        values: [{ value: "42.5", timestamp: "2026-01-01T00:00:00.000Z" }],
      },
    });
    const [arrived] = server.requests;
    expect(arrived).toMatchObject({
      ...{ method: "POST", path: "/base/api/v1/query" },
      headers: { "x-scope-orgid": "team-shop" },
    });
    expect(Object.fromEntries(new URLSearchParams(arrived?.body))).toEqual({
      ...{
        query: 'sum(up{a="b"})',
        timeout: expect.stringMatching(/^(5000|4\d{3})ms$/) as string,
        limit: "2",
        lookback_delta: "60s",
      },
      ...{ partial_response: "false", deny_partial_response: "1" },
    });
    expect(arrived?.headers.authorization).toBeUndefined();
  });

  const range = { start: now - 120, end: now - 60, step: 60 };
  const matrix = (...series: readonly object[]) => ({
    ...{ status: "success", data: { resultType: "matrix", result: series } },
  });
  const series = { metric: {}, values: [[now - 120, "1"], [now - 60, "2.5"]] }; // prettier-ignore

  it("asks for the past with the credentials, headers and limits of other queries", async () => {
    const headers = [{ name: "X-Scope-OrgID", value: "team-$(namespace)" }];
    const { server, past } = await scene(answering(matrix(series)), {
      settings: { headers, maxSampleAgeSeconds: 60 },
      secret: { token: "hunter2" },
    });
    expect(await past(range)).toMatchObject({
      ok: true,
      value: {
        kind: "PrometheusResult",
        values: [
          { value: "1", timestamp: "2025-12-31T23:58:00.000Z" },
          { value: "2.5", timestamp: "2025-12-31T23:59:00.000Z" },
        ],
      },
    });
    const [arrived] = server.requests;
    expect(arrived).toMatchObject({
      ...{ method: "POST", path: "/base/api/v1/query_range" },
      headers: { "x-scope-orgid": "team-shop", authorization: "Bearer hunter2" },
    });
    expect(Object.fromEntries(new URLSearchParams(arrived?.body))).toMatchObject({
      ...{ query: 'sum(up{a="b"})', lookback_delta: "60s", limit: "2", partial_response: "false" },
      ...{ start: String(now - 120), end: String(now - 60), step: "60" },
    });
  });

  // prettier-ignore
  it.each([
    { shows: "nothing",             body: matrix(),                                            status: 200, says: null },
    { shows: "two series",          body: matrix(series, series),                              status: 200, says: "the result has several series" },
    { shows: "histograms",          body: matrix({ metric: {}, histograms: [] }),              status: 200, says: "the answer is none of a Prometheus" },
    { shows: "an instant vector",   body: vector([now, "1"]),                                  status: 200, says: "the answer is none of a Prometheus" },
    { shows: "a partial answer",    body: { ...matrix(series), isPartial: true },              status: 200, says: "the answer is partial" },
    { shows: "a warning",           body: { ...matrix(series), warnings: ["store is down"] },  status: 200, says: "the answer has a warning" },
    { shows: "a value from before", body: matrix({ values: [[now - 180, "1"]] }),              status: 200, says: "the value is older" },
    { shows: "a long answer",       body: "x".repeat(2 ** 20),                                 status: 200, says: "the answer is longer than 1048576 bytes" },
    { shows: "a busy server",       body: {},                                                  status: 429, says: "the server is busy" },
    { shows: "a broken server",     body: {},                                                  status: 500, says: "500" },
  ])("reads the past: $shows", async ({ body, status, says }) => {
    const { past } = await scene(answering(body, status));
    const answer = await past(range);
    if (says === null) expect(answer).toMatchObject({ ok: true, value: { values: [] } });
    else expect(answer.ok ? "" : formatKubeError(answer.error)).toContain(says);
  });

  // prettier-ignore
  it.each([
    { shows: "a scalar",             body: { status: "success", data: { resultType: "scalar", result: [now, "1e+06"] } }, values: ["1e+06"] },
    { shows: "nothing",              body: vector(),                                            values: [] },
    { shows: "two series",           body: { ...vector([now, "1"], [now, "2"]), warnings: ["results truncated due to limit"] }, values: ["1", "2"] },
    { shows: "no number",            body: vector([now, "NaN"]),                                values: ["NaN"] },
    { shows: "a remark on a query",  body: { ...vector([now, "1"]), infos: ["a"], warnings: ["PromQL info: metric might not be a counter"] }, values: ["1"] },
    { shows: "a value of 5 minutes ago", body: vector([now - 300, "1"]),                        values: ["1"] },
  ])("passes on $shows", async ({ body, values }) => {
    const { query } = await scene(answering(body));
    const answer = await query();
    expect(answer).toMatchObject({ ok: true, value: { values: values.map(value => ({ value })) } });
  });

  // prettier-ignore
  it.each([
    { shows: "a partial answer",     body: { ...vector([now, "1"]), isPartial: true },          says: "the answer is partial" },
    { shows: "a warning",            body: { ...vector([now, "1"]), warnings: ["store-2 is down"] }, says: /the answer has a warning, so a part of the data may be missing \(Malformed\); ask the platform team(?!.*store-2)/ },
    { shows: "a warning that quotes a remark", body: { ...vector([now, "1"]), warnings: ["store-2: PromQL info: a"] }, says: "the answer has a warning" },
    { shows: "an old value",         body: vector([now - 301, "1"]),                            says: "the value is older than its source allows" },
    { shows: "a histogram",          body: { status: "success", data: { resultType: "vector", result: [{ metric: {}, histogram: [now, {}] }] } }, says: "the result is a histogram" },
    { shows: "a range",              body: { status: "success", data: { resultType: "matrix", result: [] } }, says: "the result is a matrix" },
    { shows: "a text",               body: { status: "success", data: { resultType: "string", result: [now, "a"] } }, says: "the result is a string" },
    { shows: "another API",          body: { kind: "Status" },                                  says: "the answer is none of a Prometheus (Malformed)" },
    { shows: "a time that is none",  body: vector(["now" as never, "1"]),                       says: "the answer is none of a Prometheus" },
    { shows: "a number that is too long", body: vector([1, "1".repeat(513)]),                   says: "the answer is none of a Prometheus" },
    { shows: "a time beyond all dates", body: vector([1e300, "1"]),                             says: "the answer is none of a Prometheus" },
    { shows: "a long answer",        body: "x".repeat(2 ** 20),                                 says: "the answer is longer than 1048576 bytes (TooLarge); write a query with one series" },
    { shows: "an unknown function",  body: { status: "error", errorType: "bad_data", error: "parse error: unknown function" }, status: 400, says: "HTTP 400: parse error: unknown function (BadRequest); correct the query" },
    { shows: "an overload",          body: { status: "error", errorType: "timeout", error: "query timed out" }, status: 503, says: "HTTP 503 (ServerError); ask the platform team" },
    { shows: "a proxy's page",       body: "<html>hunter2</html>",              status: 502,    says: /HTTP 502 \(ServerError\)(?!.*hunter2)/ },
    { shows: "a redirect",           body: {},  status: 302, headers: { location: "http://127.0.0.1:1/" }, says: "the server redirects, which is not followed" },
    { shows: "a busy server",        body: {},  status: 429, headers: { "retry-after": "7" },   says: "the server is busy (TooManyRequests)" },
    { shows: "a refusal",            body: { message: "token hunter2" },        status: 401,    says: /refuses the credentials \(HTTP 401\) \(Unauthorized\)(?!.*hunter2)/ },
  ])("fails with a sentence for $shows", async ({ body, status, headers, says }) => {
    const { problem, samples } = await scene(answering(body, status, headers));
    const sentence = await problem();
    expect(sentence).toContain("query metric source platform: ");
    if (typeof says === "string") expect(sentence).toContain(says);
    else expect(sentence).toMatch(says);
    expect(samples).toMatchObject([{ source: "platform" }]);
  });

  it("asks a busy server no sooner than it wants", async () => {
    const { query } = await scene(answering({}, 429, { "retry-after": "7" }));
    expect(await query()).toMatchObject({ error: { retryAfterMs: 7_000 } });
  });

  it("shows neither the address nor a credential in the error of a server that is down or slow", async () => {
    const secret = { username: "hunter1", password: "hunter2" };
    const { server, problem } = await scene(() => undefined, { secret });
    expect(await problem(100)).toBe(
      "query metric source platform: no answer in time (Timeout); simplify the query, or ask the platform team to look at the metric source",
    );
    await server.close();
    clock.advance(60_000);
    expect(await problem()).toMatch(
      /^query metric source platform: the server cannot be reached \(ECONNREFUSED\)[^:]*; ask the platform team/,
    );
  });

  it("ends a query after timeoutSeconds, however long its object would wait", async () => {
    const { server, problem } = await scene(() => undefined, { settings: { timeoutSeconds: 0.1 } });
    expect(await problem(60_000)).toContain("no answer in time");
    const [asked] = server.requests;
    expect(Number(/timeout=(\d+)ms/.exec(asked?.body ?? "")?.[1])).toBeLessThanOrEqual(100);
  });

  it("shows at most 300 characters of what a server says about a query", async () => {
    const error = `parse error: ${"x".repeat(10_000)}`;
    const { query } = await scene(answering({ errorType: "bad_data", error }, 400));
    const answer = await query();
    const said = answer.ok ? "" : answer.error.message;
    expect(said).toMatch(/^HTTP 400: parse error: x+…$/);
    expect(said.length).toBeLessThanOrEqual("HTTP 400: ".length + 300);
  });

  it("removes credentials that a server repeats", async () => {
    const basic = Buffer.from("me:hunter2").toString("base64");
    const error = `no user me:hunter2 (Basic ${basic})`;
    const { problem } = await scene(answering({ errorType: "bad_data", error }, 400), {
      secret: { username: "me", password: "hunter2" },
    });
    expect(await problem()).toContain("no user me:*** (Basic ***)");
  });

  it("authenticates, and uses a replaced token at once if the old one is refused", async () => {
    let accepted = "Bearer old";
    const { server, query, write } = await scene(
      ({ headers }, response) => {
        const isRight = headers.authorization === accepted;
        json(response, isRight ? 200 : 401, vector([clock.now() / 1_000, "1"]));
      },
      { secret: { token: "old\n" } },
    );
    expect(await query()).toMatchObject({ ok: true });
    accepted = "Bearer new";
    write({ token: "new" });
    clock.advance(2_000);
    expect(await query()).toMatchObject({ ok: true });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      ...["Bearer old", "Bearer old", "Bearer new"],
    ]);
  });

  it("leaves half of the configured queries to other namespaces", async () => {
    let running = 0;
    let most = 0;
    const { query } = await scene(
      async (_, response) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise(resolve => setTimeout(resolve, 5));
        running -= 1;
        json(response, 200, vector([clock.now() / 1_000, "1"]));
      },
      { settings: { maxConcurrentQueries: 4 } },
    );
    const answers = await Promise.all(Array.from({ length: 10 }, () => query()));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(most).toBe(2);
  });

  // prettier-ignore
  it.each([
    { shows: "another namespace",                             namespaces: ["team"] },
    { shows: "another one that asks the same as the first",   namespaces: ["shop", "team"] },
    { shows: "another one that asks the same, in any order",  namespaces: ["team", "shop"] },
  ])("answers $shows while the queries of one get no answer", async ({ namespaces }) => {
    const { query } = await scene(
      ({ headers }, response) => {
        if (headers["x-scope-orgid"] === "shop") return;
        json(response, 200, vector([clock.now() / 1_000, "1"]));
      },
      { settings: { headers: [{ name: "X-Scope-OrgID", value: "$(namespace)" }] } },
    );
    const slow = Array.from({ length: 100 }, () => query(2_000));
    expect(await query(2_000, ...namespaces)).toMatchObject({ ok: true });
    const answers = await Promise.all(slow);
    expect(answers.filter(({ ok }) => ok)).toEqual([]);
  });
});
