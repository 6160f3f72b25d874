import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { ok } from "../../engine/model/values/result.ts";
import { responseAfterSending } from "../../kube/testing/late-reader.ts";
import { now, web } from "../testing/objects.ts";
import { Access } from "./access.ts";
import { LiveObjects } from "./live-objects.ts";
import { UiServer } from "./server.ts";
import { observedObject } from "./testing/observed-object.ts";

const page = { type: "text/html; charset=utf-8", body: Buffer.from("<!doctype html>") };
const hostile = `</script><img src=x onerror="alert(1)">\u2028`;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

describe("the server", () => {
  let server: UiServer;
  let access: Access;
  let port = 0;

  beforeEach(async () => {
    access = new Access();
    const objects = new LiveObjects(() => now);
    const decision = { ...web.status.decision, votes: [{ source: hostile, type: "Abstain" }] };
    const raw = { ...web, status: { ...web.status, decision } };
    objects.changed([{ key: "", current: observedObject(raw), previous: undefined }]);
    const cluster = { eventsOf: () => Promise.resolve(ok(undefined)) };
    const files = new Map([["/", page]]);
    server = new UiServer({ access, files, objects, cluster, namespace: "shop" });
    const listening = await server.listen(0);
    port = listening.ok ? listening.value : 0;
  });
  afterEach(() => server.close());

  /** The first part of a body that does not end. */
  const ask = (path: string, { method = "GET", body = "", headers = {} } = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port, path, method, headers }, response => {
        let text = "";
        const done = () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
          if (text.includes("event: state")) sent.destroy();
        });
        response.once("close", done);
      });
      sent.once("error", reject);
      sent.end(body);
    });

  async function session(): Promise<{ authorization: string }> {
    const { body } = await ask("/session", { method: "POST", body: access.newToken() });
    return { authorization: `Bearer ${(JSON.parse(body) as { session: string }).session}` };
  }

  const object = "/api/object?kind=Autoscaler&namespace=shop&name=web";

  // prettier-ignore
  const refusals = [
    { what: "data without a session",            path: object,                       options: {}, status: 401 },
    { what: "the rows without a session",        path: "/api/rows",                  options: {}, status: 401 },
    { what: "a wrong session",                   path: object,                       options: { headers: { authorization: "Bearer x" } }, status: 401 },
    { what: "a wrong token",                     path: "/session",                   options: { method: "POST", body: "x" }, status: 401 },
    { what: "a token that is too long",          path: "/session",                   options: { method: "POST", body: "x".repeat(100_000) }, status: 401 },
    { what: "a session by GET",                  path: "/session",                   options: {}, status: 404 },
    { what: "another Host",                      path: "/",                          options: { headers: { host: "evil.example" } }, status: 403 },
    { what: "another Origin",                    path: "/",                          options: { headers: { origin: "https://evil.example" } }, status: 403 },
    { what: "a write",                           path: object,                       options: { method: "DELETE" }, status: 405 },
    { what: "a write to the page",               path: "/",                          options: { method: "PUT" }, status: 405 },
    { what: "a file outside of the page",        path: "/../../etc/passwd",          options: {}, status: 404 },
    { what: "an encoded path to it",             path: "/..%2f..%2fetc%2fpasswd",    options: {}, status: 404 },
    { what: "a source of the page",              path: "/page.ts",                   options: {}, status: 404 },
    { what: "the URL of another server",         path: "http://evil.example/",       options: {}, status: 404 },
    { what: "a path that starts with two slashes", path: "//evil.example/",          options: {}, status: 404 },
    { what: "a path that is no path",            path: "*",                          options: {}, status: 404 },
  ];

  it.each(refusals)("refuses $what", async ({ path, options, status }) => {
    const answer = await ask(path, options);
    expect(answer.status).toBe(status);
    expect(answer.body).not.toMatch(/root:|"moments"/);
    expect(answer.headers).toMatchObject({ "x-content-type-options": "nosniff" });
  });

  it.each([
    { shows: "a write", line: "DELETE /", status: 405 },
    { shows: "a token that is too long", line: "POST /session", status: 401 },
  ])("answers a client that reads only after sending: $shows", async ({ line, status }) => {
    const body = Buffer.alloc(9 * 1024 * 1024, "x");
    const head = `${line} HTTP/1.1\r\ncontent-length: ${body.length}\r\nhost: 127.0.0.1:${port}`;
    const socket = connect({ host: "127.0.0.1", port });
    expect(await responseAfterSending(socket, head, body)).toMatch(`HTTP/1.1 ${status} `);
  });

  it.each(["/api/other", "/api/object", `${object}x`, "/api/../../secret"])(
    "has nothing at %s, even in a session",
    async path => {
      expect((await ask(path, { headers: await session() })).status).toBe(404);
    },
  );

  it("sends the page with a policy that forbids inline code and other sites", async () => {
    const { status, headers, body } = await ask("/?x=1");
    expect({ status, body }).toEqual({ status: 200, body: "<!doctype html>" });
    const policy = String(headers["content-security-policy"]).split("; ");
    expect(policy).toEqual(
      expect.arrayContaining([
        ...["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"],
        ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
      ]),
    );
    expect(policy.join()).not.toMatch(/unsafe|\*|data:|http/);
    expect(headers).toMatchObject({
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    expect(headers["set-cookie"]).toBeUndefined();
  });

  it("sends the rows and the state as events", async () => {
    const { headers, body } = await ask("/api/rows", { headers: await session() });
    expect(headers["content-type"]).toBe("text/event-stream");
    expect(body).toMatch(/^event: rows\ndata: .*"phase":"Begin".*\n\nevent: rows\n/);
    expect(body).toContain(`"key":"shop web Autoscaler 0"`);
    expect(body).toMatch(/event: state\ndata: {"namespace":"shop","isListed":false,"problem":null/);
  });

  it("sends texts of other people as data, and never as a page", async () => {
    const { headers, body } = await ask(object, { headers: await session() });
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(JSON.parse(body)).toMatchObject({
      moments: [{ votes: [{ source: hostile.replace("\u2028", "").trim() }] }],
    });
  });

  it("accepts connections of this machine only", async () => {
    const outside = new Promise((resolve, reject) => {
      request({ host: "127.0.0.2", port, path: "/" }, resolve).once("error", reject).end();
    });
    await expect(outside).rejects.toThrow("ECONNREFUSED");
  });

  it.each([
    { what: "nothing", sent: "" },
    { what: "half of the headers", sent: "GET / HTTP/1.1\r\nHost: " },
    {
      what: "half of a token",
      sent: "POST /session HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Length: 9\r\n\r\na",
    },
  ])("ends a connection that sends $what", async ({ sent }) => {
    const socket = connect(port, "127.0.0.1");
    socket.write(sent.replace("PORT", String(port)));
    socket.resume();
    const tooLate = new Error("the server keeps the connection");
    const late = setTimeout(() => socket.destroy(tooLate), 60_000);
    await once(socket, "close");
    clearTimeout(late);
    expect((await ask("/")).status).toBe(200);
  });

  it("refuses connections before they use up the files of the process", async () => {
    const sockets = Array.from({ length: 200 }, () => connect(port, "127.0.0.1").resume());
    await Promise.all(sockets.map(socket => once(socket, "connect")));
    const next = connect(port, "127.0.0.1").resume();
    await once(next, "close");
    expect(sockets.filter(({ closed }) => closed)).toEqual([]);
    for (const socket of sockets) socket.destroy();
    const asked = () =>
      ask("/").then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(asked).toBe(200);
  });

  it("says that its port is taken", async () => {
    const objects = new LiveObjects();
    const cluster = { eventsOf: () => Promise.resolve(ok(undefined)) };
    const other = new UiServer({ access, files: new Map(), objects, cluster, namespace: null });
    expect(await other.listen(port)).toMatchObject({
      ok: false,
      error: expect.stringContaining("EADDRINUSE") as string,
    });
    other.close();
  });
});
