import { describe, expect, it } from "vitest";

import { errorFromResponse, formatKubeError, isRefusal, isTransient, kubeError } from "./errors.ts";

const status = (reason: string, message = "why") =>
  JSON.stringify({ kind: "Status", reason, message });
const read = (code: number, body = "", retryAfter?: string) =>
  errorFromResponse("GET /x", code, body, retryAfter);

describe("errorFromResponse", () => {
  // prettier-ignore
  it.each([
    { when: "the request is malformed",        http: 400, want: "BadRequest",      transient: false },
    { when: "the token has expired",           http: 401, want: "Unauthorized",    transient: true },
    { when: "RBAC refuses",                    http: 403, want: "Forbidden",       transient: false },
    { when: "there is no such object",         http: 404, want: "NotFound",        transient: false },
    { when: "the verb is not served",          http: 405, want: "BadRequest",      transient: false },
    { when: "another client wrote first",      http: 409, want: "Conflict",        transient: false },
    { when: "a version was compacted away",    http: 410, want: "Gone",            transient: false },
    { when: "the media type is not accepted",  http: 415, want: "BadRequest",      transient: false },
    { when: "a patch test failed",             http: 422, want: "Invalid",         transient: false },
    { when: "the server is busy",              http: 429, want: "TooManyRequests", transient: true },
    { when: "the server has a fault",          http: 500, want: "ServerError",     transient: true },
    { when: "a proxy has no server behind it", http: 503, want: "ServerError",     transient: true },
    { when: "a proxy times out",               http: 504, want: "Timeout",         transient: true },
    { when: "the server status is unknown",    http: 599, want: "ServerError",     transient: true },
    { when: "the client status is unknown",    http: 418, want: "BadRequest",      transient: false },
    { when: "the response is a redirect",      http: 302, want: "BadRequest",      transient: false },
  ])("is $want when $when ($http)", ({ http, want, transient }) => {
    const error = read(http);
    expect(error).toMatchObject({ code: want, status: http });
    expect(isTransient(error)).toBe(transient);
  });

  it("distinguishes a taken name from a late update", () => {
    expect(read(409, status("AlreadyExists")).code).toBe("AlreadyExists");
    expect(read(409, status("Conflict")).code).toBe("Conflict");
  });

  it("uses the message of a Status", () => {
    expect(read(403, status("Forbidden", "nodes is forbidden")).message).toBe("nodes is forbidden");
  });

  it.each([
    { shows: "empty", body: "" },
    { shows: "a proxy's HTML", body: "<html>502 Bad Gateway</html>" },
    { shows: "a truncated body", body: '{"kind":"Status","mess' },
    { shows: "null", body: "null" },
    { shows: "a number", body: "7" },
    { shows: "fields of other types", body: '{"reason":5,"message":{}}' },
  ])("reports the HTTP code if the body is $shows", ({ body }) => {
    expect(read(502, body)).toMatchObject({ code: "ServerError", message: "HTTP 502" });
  });

  it.each([
    { shows: "a number of seconds from a busy server", http: 429, header: "3", want: 3_000 },
    { shows: "zero", http: 429, header: "0", want: 0 },
    { shows: "an hour, limited to five minutes", http: 429, header: "3600", want: 300_000 },
    { shows: "an endless time, limited to five minutes", http: 429, header: "1e99", want: 300_000 },
    { shows: "nothing", http: 429, header: undefined, want: null },
    { shows: "an HTTP date", http: 429, header: "Wed, 21 Oct 2026 07:28:00 GMT", want: null },
    { shows: "a negative number", http: 429, header: "-1", want: null },
    { shows: "a word", http: 429, header: "soon", want: null },
    { shows: "an empty string", http: 429, header: "", want: null },
    { shows: "a blank", http: 429, header: " ", want: null },
    { shows: "a number of seconds from a starting server", http: 503, header: "5", want: null },
  ])("waits $want ms for a Retry-After of $shows", ({ http, header, want }) => {
    expect(read(http, "", header).retryAfterMs).toBe(want);
  });
});

describe("isRefusal", () => {
  // prettier-ignore
  it.each([
    { code: "Forbidden",  want: true },
    { code: "Invalid",    want: true },
    { code: "BadRequest", want: true },
    { code: "Conflict",   want: false },
    { code: "NotFound",   want: false },
    { code: "Timeout",    want: false },
  ] as const)("of $code is $want", ({ code, want }) => {
    expect(isRefusal(kubeError(code, { request: "GET x", message: "" }))).toBe(want);
  });
});

describe("formatKubeError", () => {
  it("names the request, the cause and the remedy", () => {
    const error = kubeError("Forbidden", { request: "GET /api/v1/nodes", message: "no" });
    expect(formatKubeError(error)).toBe(
      "GET /api/v1/nodes: no (Forbidden); grant the operator's service account this verb on this resource",
    );
  });
});
