import { Agent, request as httpsRequest } from "node:https";
import type { IncomingHttpHeaders } from "node:http";
import { connect } from "node:tls";

import { afterEach, describe, expect, it } from "vitest";

import { err } from "../engine/model/values/result.ts";
import { cleanUp } from "../kube/testing/cleanups.ts";
import { chunked, responseAfterSending } from "../kube/testing/late-reader.ts";
import { until } from "../kube/testing/until.ts";
import { Bodies } from "./bodies.ts";
import { serve, type ServerPorts } from "./server.ts";
import { holdConnections } from "./testing/hold-connections.ts";
import { makeKeyPair } from "./testing/key-pair.ts";
import { portOf } from "./testing/port-of.ts";

const pair = await makeKeyPair("server");
afterEach(cleanUp);

async function scene({ bodies, ...ports }: Partial<ServerPorts> & { bodies?: Bodies } = {}) {
  const served = await serve(
    {
      accepts: path => path === "/validate",
      clients: null,
      review: ({ uid }) => Promise.resolve({ uid, allowed: true }),
      isEnding: () => false,
      ...ports,
    },
    pair,
    { port: 0, bindAddress: "127.0.0.1" },
    bodies,
  );
  const port = portOf(served);

  interface Question {
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly agent?: Agent;
    readonly body?: string | Buffer | undefined;
  }
  interface Answer {
    readonly code: number;
    readonly body: string;
    readonly headers: IncomingHttpHeaders;
  }
  const ask = (path: string, { body, ...how }: Question = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const call = httpsRequest(
        { host: "127.0.0.1", port, path, ca: pair.cert, ...how },
        response => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => {
            resolve({
              code: response.statusCode ?? 0,
              body: Buffer.concat(chunks).toString(),
              headers: response.headers,
            });
          });
        },
      );
      call.on("error", reject);
      call.end(body);
    });
  return { port, ask };
}

const post = (body: string) => ({ method: "POST", body });
const reviewBody = (uid: string, more = {}) =>
  JSON.stringify({
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      ...{ uid, kind: { group: "g", version: "v1", kind: "K" }, operation: "CREATE" },
      ...{ userInfo: { username: "ann" }, object: {} },
      ...more,
    },
  });

describe("/validate", () => {
  it("answers a review with a review", async () => {
    const { ask } = await scene({
      review: ({ uid }) =>
        Promise.resolve({ uid, allowed: false, status: { code: 422, message: "no" } }),
    });
    const { code, body, headers } = await ask("/validate?timeout=10s", post(reviewBody("r-7")));
    expect([code, headers["content-type"]]).toEqual([200, "application/json"]);
    expect(JSON.parse(body)).toEqual({
      apiVersion: "admission.k8s.io/v1",
      kind: "AdmissionReview",
      response: { uid: "r-7", allowed: false, status: { code: 422, message: "no" } },
    });
  });

  it("accepts an object as large as etcd allows, together with its old version", async () => {
    const { ask } = await scene();
    const large = "x".repeat(1.5 * 1024 * 1024);
    const { code } = await ask(
      "/validate",
      post(reviewBody("r", { object: { large }, oldObject: { large } })),
    );
    expect(code).toBe(200);
  });

  const tooLarge = Buffer.alloc(8 * 1024 * 1024 + 1, "x");

  it.each([
    {
      shows: "another verb",
      method: "GET",
      body: undefined,
      headers: {},
      code: 405,
      says: "POST an AdmissionReview\n",
    },
    {
      shows: "no body",
      method: "POST",
      body: undefined,
      headers: {},
      code: 400,
      says: "the body is not an AdmissionReview\n",
    },
    {
      shows: "a body that is not a review",
      method: "POST",
      body: "{}",
      headers: {},
      code: 400,
      says: "the body is not an AdmissionReview\n",
    },
    {
      shows: "a body that is too large",
      method: "POST",
      body: tooLarge,
      headers: {},
      code: 413,
      says: "the body is too large\n",
    },
    {
      shows: "a body that is too large without a length",
      method: "POST",
      body: tooLarge,
      headers: { "transfer-encoding": "chunked" } as Record<string, string>,
      code: 413,
      says: "the body is too large\n",
    },
    {
      shows: "a body that would take twenty times its size in memory",
      method: "POST",
      body: reviewBody("r", { object: "{}" }).replace('"{}"', `[${"{},".repeat(2_000_000)}{}]`),
      headers: {},
      code: 413,
      says: "the body is too large\n",
    },
    {
      shows: "a body that is nested too deeply",
      method: "POST",
      body: reviewBody("r", { object: "{}" }).replace(
        '"{}"',
        `{"spec":${'{"a":'.repeat(9_000)}1${"}".repeat(9_001)}`,
      ),
      headers: {},
      code: 413,
      says: "the body is too large\n",
    },
  ])("answers $shows with $code", async ({ method, body, headers, code, says }) => {
    const { ask } = await scene();
    expect(await ask("/validate", { method, body, headers })).toMatchObject({ code, body: says });
  });
});

describe("concurrent reviews", () => {
  it("hold their memory until the response, and the next one waits for it", async () => {
    const answers: (() => void)[] = [];
    const { ask } = await scene({
      // On busy cores, 7 MiB can take longer than a body may.
      bodies: new Bodies(60_000, 60_000),
      review: ({ uid }) =>
        new Promise(resolve => {
          answers.push(() => {
            resolve({ uid, allowed: true });
          });
        }),
    });
    const large = { large: "x".repeat(7 * 1024 * 1024) };
    const asked = ["a", "b", "c"].map(uid =>
      ask("/validate", post(reviewBody(uid, { object: large }))),
    );
    await until(() => {
      expect(answers).toHaveLength(2);
    });
    answers[0]?.();
    await until(() => {
      expect(answers).toHaveLength(3);
    });
    for (const answer of answers) answer();
    expect((await Promise.all(asked)).map(({ code }) => code)).toEqual([200, 200, 200]);
  });
});

describe("the server", () => {
  it.each(["/", "/livez", "/readyz", "/metrics", "/mutate", "/validate/x", "//", "/%zz"])(
    "does not serve %s",
    async path => {
      const { ask } = await scene();
      expect((await ask(path)).code).toBe(404);
    },
  );

  it("disconnects a client at another path instead of reading its body", async () => {
    const { port } = await scene();
    const socket = connect({ host: "127.0.0.1", port, ca: pair.cert });
    let received = "";
    socket.setEncoding("utf8").on("data", (part: string) => (received += part));
    // It may be a reset, because the server does not wait for the rest.
    socket.on("error", () => undefined);
    const closed = new Promise(resolve => socket.once("close", resolve));
    socket.write("POST /x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 8000000\r\n\r\n{");
    await closed;
    expect(received).toMatch(/^HTTP\/1\.1 404 Not Found\r\n(.+\r\n)*connection: close\r\n/i);
  });

  const large = Buffer.alloc(9 * 1024 * 1024, "x");
  const length = `content-length: ${large.length}`;
  const unlimited = "transfer-encoding: chunked";
  const stranger = { options: {} as never, admits: () => false };
  const fullBodies = { read: () => Promise.resolve(err("busy")) } as unknown as Bodies;

  // prettier-ignore
  it.each([
    { shows: "another path",                     head: `POST /x HTTP/1.1\r\n${length}`,           body: large,          ports: {},                   code: 404 },
    { shows: "another name in its certificate",  head: `POST /validate HTTP/1.1\r\n${length}`,    body: large,          ports: { clients: stranger }, code: 403 },
    { shows: "another verb",                     head: `PUT /validate HTTP/1.1\r\n${length}`,     body: large,          ports: {},                   code: 405 },
    { shows: "a body that is too large",         head: `POST /validate HTTP/1.1\r\n${length}`,    body: large,          ports: {},                   code: 413 },
    { shows: "the same without a length",        head: `POST /validate HTTP/1.1\r\n${unlimited}`, body: chunked(large), ports: {},                   code: 413 },
    { shows: "a body for which there is no room", head: `POST /validate HTTP/1.1\r\n${length}`,   body: large,          ports: { bodies: fullBodies },   code: 503 },
  ])("answers a client that reads only after sending: $shows", async ({ head, body, ports, code }) => {
    const { port } = await scene(ports);
    const socket = connect({ host: "127.0.0.1", port, ca: pair.cert });
    const response = await responseAfterSending(socket, `${head}\r\nhost: localhost`, body);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${code} `));
    expect(response).toMatch(/\r\nconnection: close\r\n/i);
  });

  it("keeps serving a client that has sent a review, however many connections others hold", async () => {
    const { ask, port } = await scene();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await ask("/validate", { ...post(reviewBody("r")), agent });
    const [socket] = Object.values(agent.freeSockets).flatMap(sockets => sockets ?? []);
    await holdConnections(port, { opened: 600, left: 500 });
    expect((await ask("/validate", { ...post(reviewBody("r")), agent })).code).toBe(200);
    expect(Object.values(agent.freeSockets).flatMap(sockets => sockets ?? [])).toEqual([socket]);
    agent.destroy();
  });

  it("closes connections after a response when it is about to stop", async () => {
    let isEnding = false;
    const { ask } = await scene({ isEnding: () => isEnding });
    const agent = new Agent({ keepAlive: true });
    const before = await ask("/validate", { ...post(reviewBody("r")), agent });
    isEnding = true;
    const after = await ask("/validate", { ...post(reviewBody("r")), agent });
    expect([before, after].map(({ headers }) => headers.connection)).toEqual([
      "keep-alive",
      "close",
    ]);
    agent.destroy();
  });

  it("keeps an idle connection for longer than the API server's 90 s", async () => {
    const { ask } = await scene();
    const agent = new Agent({ keepAlive: true });
    const { headers } = await ask("/validate", { ...post(reviewBody("r")), agent });
    agent.destroy();
    const seconds = Number(/timeout=(\d+)/.exec(String(headers["keep-alive"]))?.[1]);
    expect(seconds).toBeGreaterThan(90);
  });

  it("continues after a fault of a handler", async () => {
    let isFaulty = true;
    const { ask } = await scene({
      review: ({ uid }) =>
        isFaulty ? Promise.reject(new Error("bug")) : Promise.resolve({ uid, allowed: true }),
    });
    await expect(ask("/validate", post(reviewBody("r")))).rejects.toThrow();
    isFaulty = false;
    expect((await ask("/validate", post(reviewBody("r")))).code).toBe(200);
  });

  it("continues after connections without TLS or with a reset", async () => {
    const { ask, port } = await scene();
    await fetch(`http://127.0.0.1:${port}/validate`).catch(() => undefined);
    expect((await ask("/validate", post(reviewBody("r")))).code).toBe(200);
  });

  it("explains why it cannot listen", async () => {
    const { port } = await scene();
    const ports: ServerPorts = {
      accepts: path => path === "/validate",
      clients: null,
      review: ({ uid }) => Promise.resolve({ uid, allowed: true }),
      isEnding: () => false,
    };
    const taken = await serve(ports, pair, { port, bindAddress: "127.0.0.1" });
    expect(!taken.ok && taken.error).toContain(`cannot listen on 127.0.0.1 port ${port}: `);
  });
});
