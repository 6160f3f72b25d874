import { createServer } from "node:https";
import { once } from "node:events";
import { connect } from "node:tls";

import { afterEach, describe, expect, it } from "vitest";

import { atEnd, cleanUp } from "../kube/testing/cleanups.ts";
import { listen } from "./probe-server.ts";
import { makeKeyPair } from "./testing/key-pair.ts";
import { portOf } from "./testing/port-of.ts";
import { keepUnused } from "./server.ts";

const pair = await makeKeyPair("server");
afterEach(cleanUp);

/** Opens connections to a server that ends slow requests after 20 ms. */
async function scene(idleMs: number) {
  const slow = { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 10 };
  const server = createServer({ ...pair, ...slow }, (_, response) => response.end("answered"));
  keepUnused(server, idleMs);
  const port = portOf(await listen(server, { port: 0, bindAddress: "127.0.0.1" }));
  return async () => {
    const client = connect({ host: "127.0.0.1", port, ca: pair.cert });
    atEnd(() => client.destroy());
    const received: string[] = [];
    client.setEncoding("utf8").on("data", (part: string) => received.push(part));
    client.on("error", () => undefined);
    const ended = once(client, "close").then(() => received.join(""));
    await once(client, "secureConnect");
    return { client, ended };
  };
}

describe("a connection", () => {
  it("that has not been used when slow requests end carries a request later", async () => {
    const open = await scene(60_000);
    const unused = await open();
    const slow = await open();
    slow.client.write("GET / HTTP/1.1\r\nhost: ");
    await slow.ended;
    unused.client.write("GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    expect(await unused.ended).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*answered/);
  });

  it.each([
    { shows: "that is never used ends after its idle time", sends: "", idleMs: 20 },
    { shows: "with a slow request ends", sends: "GET / HTTP/1.1\r\nhost: ", idleMs: 60_000 },
    { shows: "with a malformed request ends", sends: "hello\r\n\r\n", idleMs: 60_000 },
  ])("$shows, without a response", async ({ sends, idleMs }) => {
    const open = await scene(idleMs);
    const { client, ended } = await open();
    client.write(sends);
    expect(await ended).toBe("");
  });
});
