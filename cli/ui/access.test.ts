import { describe, expect, it } from "vitest";

import { Access, isOwnRequest } from "./access.ts";

describe("a token", () => {
  it("opens one session, once", () => {
    const access = new Access();
    const token = access.newToken();
    const session = access.exchange(token);
    expect(session).toMatch(/^[\w-]{43}$/);
    expect(session).not.toBe(token);
    expect(access.exchange(token)).toBeNull();
    expect(access.isAllowed({ authorization: `Bearer ${session}` })).toBe(true);
  });

  it("of a later link opens the same session", () => {
    const access = new Access();
    const first = access.exchange(access.newToken());
    expect(access.exchange(access.newToken())).toBe(first);
  });

  it("ends the token of an earlier link", () => {
    const access = new Access();
    const token = access.newToken();
    access.newToken();
    expect(access.exchange(token)).toBeNull();
  });

  it.each([
    { text: "empty", token: "" },
    { text: "of another process", token: new Access().newToken() },
    { text: "not a text", token: ["a"] },
    { text: "absent", token: undefined },
  ])("that is $text opens nothing and stays usable", ({ token }) => {
    const access = new Access();
    const right = access.newToken();
    expect(access.exchange(token)).toBeNull();
    expect(access.exchange(right)).not.toBeNull();
  });

  it("does not exist before the first link", () => {
    expect(new Access().exchange("")).toBeNull();
  });
});

describe("a session", () => {
  it.each(["", "Bearer", "Bearer ", "Basic YTpi", `Bearer ${"A".repeat(43)}`])(
    "is not that of the header %j",
    authorization => {
      const access = new Access();
      access.exchange(access.newToken());
      expect(access.isAllowed({ authorization })).toBe(false);
      expect(access.isAllowed({})).toBe(false);
    },
  );

  it("is not the token", () => {
    const access = new Access();
    const token = access.newToken();
    expect(access.isAllowed({ authorization: `Bearer ${token}` })).toBe(false);
  });
});

// prettier-ignore
const requests = [
  { from: "the page",                            host: "127.0.0.1:8080",      origin: "http://127.0.0.1:8080",  isOwn: true },
  { from: "the page by its other name",          host: "localhost:8080",      origin: "http://localhost:8080",  isOwn: true },
  { from: "the address bar",                     host: "127.0.0.1:8080",      origin: undefined,                isOwn: true },
  { from: "a name that resolves to 127.0.0.1",   host: "evil.example:8080",   origin: undefined,                isOwn: false },
  { from: "that name, with its own origin",      host: "evil.example:8080",   origin: "http://evil.example:8080", isOwn: false },
  { from: "another site",                        host: "127.0.0.1:8080",      origin: "https://evil.example",   isOwn: false },
  { from: "a sandboxed frame or a file",         host: "127.0.0.1:8080",      origin: "null",                   isOwn: false },
  { from: "a page on another port",              host: "127.0.0.1:8080",      origin: "http://127.0.0.1:9090",  isOwn: false },
  { from: "a page with another scheme",          host: "127.0.0.1:8080",      origin: "https://127.0.0.1:8080", isOwn: false },
  { from: "the other name of this machine",      host: "127.0.0.1:8080",      origin: "http://localhost:8080",  isOwn: false },
  { from: "another port",                        host: "127.0.0.1:80",        origin: undefined,                isOwn: false },
  { from: "a longer name",                       host: "127.0.0.1:8080.evil", origin: undefined,                isOwn: false },
  { from: "another address of this machine",     host: "127.0.0.2:8080",      origin: undefined,                isOwn: false },
  { from: "no host",                             host: undefined,             origin: undefined,                isOwn: false },
];

describe("a request", () => {
  it.each(requests)("from $from: own is $isOwn", ({ host, origin, isOwn }) => {
    const headers = { ...(host ? { host } : {}), ...(origin ? { origin } : {}) };
    expect(isOwnRequest(headers, 8080)).toBe(isOwn);
  });
});
