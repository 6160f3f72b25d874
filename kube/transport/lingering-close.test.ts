import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

import { afterEach, expect, it } from "vitest";

import { atEnd, cleanUp } from "../testing/cleanups.ts";
import { lingerOnClose } from "./lingering-close.ts";

afterEach(cleanUp);

/** A server that answers each request without reading it, and a client that does not end its side by itself. */
async function scene(limits: { bytes: number; ms: number }) {
  const server = createServer((_, response) => {
    response.writeHead(404, { connection: "close" }).end("none");
  });
  lingerOnClose(server, limits);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(() => server.close());
  const { port } = server.address() as AddressInfo;
  const client = connect({ host: "127.0.0.1", port, allowHalfOpen: true });
  client.on("error", () => undefined).resume();
  atEnd(() => client.destroy());
  const [socket] = (await once(server, "connection")) as [Socket];
  const closed = new Promise<number>(resolve =>
    socket.once("close", () => resolve(socket.bytesRead)),
  );
  return { client, closed };
}

const head = (length: number) => `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`;
const long = 600_000;
const mebibyte = 1024 * 1024;

it("discards no more bytes than the limit and one read", async () => {
  const { client, closed } = await scene({ bytes: mebibyte, ms: long });
  client.write(head(64 * mebibyte));
  client.write(Buffer.alloc(64 * mebibyte));
  const read = await closed;
  expect(read).toBeGreaterThan(mebibyte);
  expect(read).toBeLessThan(2 * mebibyte);
});

it("waits no longer than the limit for a client that sends slowly", async () => {
  const { client, closed } = await scene({ bytes: mebibyte, ms: 50 });
  client.write(head(mebibyte));
  // Without the limit the server reads the whole request, after two seconds.
  let pauses = 400;
  const slow = setInterval(() => {
    pauses -= 1;
    client.write(pauses > 0 ? "x" : Buffer.alloc(mebibyte));
    if (pauses === 0) clearInterval(slow);
  }, 5);
  atEnd(() => clearInterval(slow));
  expect(await closed).toBeLessThan(mebibyte);
});

it("closes once it has read the request, also if the client keeps its side open", async () => {
  const { client, closed } = await scene({ bytes: mebibyte, ms: long });
  client.write(`${head(5)}12`);
  await once(client, "end");
  client.write("345");
  expect(await closed).toBe(head(5).length + 5);
});

it("closes at once if it has read the request", async () => {
  const { client, closed } = await scene({ bytes: mebibyte, ms: long });
  client.write(head(0));
  expect(await closed).toBe(head(0).length);
});

it("does not wait for a further request", async () => {
  const { client, closed } = await scene({ bytes: mebibyte, ms: long });
  client.write(`${head(5)}12`);
  await once(client, "end");
  client.write(`345${head(mebibyte)}1`);
  expect(await closed).toBeLessThan(1024);
});
