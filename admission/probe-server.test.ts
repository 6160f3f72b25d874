import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

import { afterEach, describe, expect, it, vi } from "vitest";

import { cleanUp } from "../kube/testing/cleanups.ts";
import { responseAfterSending } from "../kube/testing/late-reader.ts";
import { ManualClock } from "../kube/testing/manual-clock.ts";
import { until } from "../kube/testing/until.ts";
import { type ProbePorts, serveProbes } from "./probe-server.ts";
import { holdConnections } from "./testing/hold-connections.ts";
import { portOf } from "./testing/port-of.ts";

afterEach(async () => {
  vi.useRealTimers();
  await cleanUp();
});

const bindAddress = "127.0.0.1";

async function scene(ports: Partial<ProbePorts> = {}, clock = new ManualClock()) {
  const all = { notReady: () => [], metrics: () => Promise.resolve("a_metric 1\n"), ...ports };
  const port = portOf(await serveProbes(all, { port: 0, bindAddress }, clock));
  const get = async (path: string, localAddress = bindAddress) => {
    const sent = request({ host: bindAddress, port, path, localAddress, agent: false }).end();
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    return [answer.statusCode, await text(answer)] as const;
  };
  return { port, get, clock };
}

const missing = ["nodes: the first list is not complete", "x", "x"];

// prettier-ignore
describe("the port for probes and metrics", () => {
  it.each([
    { shows: "is live before anything is ready",        ports: { notReady: () => missing }, path: "/livez",          answer: [200, "ok\n"] },
    { shows: "names each missing dependency once",      ports: { notReady: () => missing }, path: "/readyz",         answer: [503, `${missing[0]}\nx\n`] },
    { shows: "reports that all dependencies are ready", ports: {},                          path: "/readyz?verbose", answer: [200, "ok\n"] },
    { shows: "serves metrics",                          ports: {},                          path: "/metrics",        answer: [200, "a_metric 1\n"] },
    { shows: "serves no webhook",                       ports: {},                          path: "/validate",       answer: [404, "not found\n"] },
    { shows: "serves no other path",                    ports: {},                          path: "/debug",          answer: [404, "not found\n"] },
  ])("$shows: $path", async ({ ports, path, answer }) => {
    const { get } = await scene(ports);
    expect(await get(path)).toEqual(answer);
  });
});

it("answers a client that sends a body without need and reads only after that", async () => {
  const { port } = await scene();
  const body = Buffer.alloc(9 * 1024 * 1024, "x");
  const head = `POST /x HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${body.length}`;
  const socket = connect({ host: bindAddress, port });
  expect(await responseAfterSending(socket, head, body)).toMatch(/^HTTP\/1.1 404 /);
});

it("continues after a fault of a handler", async () => {
  const { get } = await scene({ metrics: () => Promise.reject(new Error("bug")) });
  await expect(get("/metrics")).rejects.toThrow();
  expect(await get("/livez")).toEqual([200, "ok\n"]);
});

it("limits concurrent responses, releases their slots, and answers probes meanwhile", async () => {
  const answers: ((text: string) => void)[] = [];
  const metrics = () => new Promise<string>(resolve => answers.push(resolve));
  const { get, clock } = await scene({ metrics });
  // Each client has an address of its own.
  const asked = Array.from({ length: 5 }, (_, at) => get("/metrics", `127.0.0.${at + 1}`));
  // One exposition serves all of them, so the refused one is the only one that ends.
  expect(await Promise.race(asked)).toEqual([503, "too many scrapes\n"]);
  expect((await get("/livez"))[0]).toBe(200);
  expect(answers).toHaveLength(1);
  answers[0]?.("m 1\n");
  const said = (await Promise.all(asked)).map(([, text]) => text).sort();
  expect(said).toEqual([...Array<string>(4).fill("m 1\n"), "too many scrapes\n"]);
  clock.advance(1_000);
  const next = get("/metrics");
  await until(() => {
    expect(answers).toHaveLength(2);
  });
  answers[1]?.("m 2\n");
  expect(await next).toEqual([200, "m 2\n"]);
});

describe("one exposition", () => {
  /** The expositions so far, each with its number as text; `end` ends the first, and the others end at once. */
  async function expositions() {
    const at = { begun: 0, end: (): void => undefined };
    const metrics = () => {
      at.begun += 1;
      const exposition = `m ${at.begun}\n`;
      if (at.begun > 1) return Promise.resolve(exposition);
      return new Promise<string>(resolve => {
        at.end = () => resolve(exposition);
      });
    };
    const scraped = await scene({ metrics });
    const scrape = async () => (await scraped.get("/metrics"))[1];
    const from = async (address: string) => (await scraped.get("/metrics", address))[1];
    return { ...scraped, at, scrape, from };
  }

  it("serves all scrapes of a second, which begins when it ends", async () => {
    const { at, scrape, clock } = await expositions();
    const first = scrape();
    await until(() => {
      expect(at.begun).toBe(1);
    });
    clock.advance(5_000);
    const second = scrape();
    at.end();
    expect([await first, await second]).toEqual(["m 1\n", "m 1\n"]);
    clock.advance(999);
    expect(await scrape()).toBe("m 1\n");
    expect(at.begun).toBe(1);
    clock.advance(1);
    expect(await scrape()).toBe("m 2\n");
  });

  it("has four responses for each address", async () => {
    const { at, scrape, from, clock } = await expositions();
    at.begun = 1;
    const four = await Promise.all(Array.from({ length: 4 }, scrape));
    expect(four).toEqual(Array(4).fill("m 2\n"));
    const began = performance.now();
    expect(await scrape()).toBe("too many scrapes\n");
    // A client that scrapes in a loop waits.
    expect(performance.now() - began).toBeGreaterThan(990);
    expect(await from("127.0.0.2")).toBe("m 2\n");
    clock.advance(1_000);
    expect(await scrape()).toBe("m 3\n");
  });

  it("that fails is not repeated within a second", async () => {
    let begun = 0;
    const metrics = () => {
      begun += 1;
      return begun === 1 ? Promise.reject(new Error("bug")) : Promise.resolve("m\n");
    };
    const { get, clock } = await scene({ metrics });
    for (let scrapes = 0; scrapes < 3; scrapes += 1)
      await expect(get("/metrics")).rejects.toThrow();
    expect(begun).toBe(1);
    clock.advance(1_000);
    expect(await get("/metrics")).toEqual([200, "m\n"]);
  });
});

it("answers probes, however many connections others hold", async () => {
  const { port, get } = await scene();
  await holdConnections(port, { opened: 600, left: 500 });
  expect((await get("/livez"))[0]).toBe(200);
});

it("disconnects a client that does not read", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const asked = vi.fn(() => new Promise<string>(() => undefined));
  const { get } = await scene({ metrics: asked });
  let isCut = false;
  get("/metrics").catch(() => (isCut = true));
  await until(() => {
    expect(asked).toHaveBeenCalled();
  });
  vi.advanceTimersByTime(10_000);
  await until(() => {
    expect(isCut).toBe(true);
  });
});

it("explains why it cannot listen", async () => {
  const { port } = await scene();
  const ports = { notReady: () => [], metrics: () => Promise.resolve("") };
  const taken = await serveProbes(ports, { port, bindAddress });
  expect(!taken.ok && taken.error).toContain(`cannot listen on 127.0.0.1 port ${port}: `);
});
