import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const partBytes = 64 * 1024;

/**
 * The response to a request of which the client sends the body in parts and reads nothing before it has sent
 * all of them. Fails if the server resets the connection.
 */
export async function responseAfterSending(socket: Socket, head: string, body: Buffer) {
  const failed = once(socket, "error").then(([error]) => {
    throw error;
  });
  const send = async (): Promise<string> => {
    await sent(socket, `${head}\r\n\r\n`);
    for (let at = 0; at < body.length; at += partBytes) {
      await sent(socket, body.subarray(at, at + partBytes));
      await sleep(1);
    }
    let received = "";
    socket.setEncoding("utf8").on("data", (part: string) => (received += part));
    await once(socket, "end");
    socket.destroy();
    return received;
  };
  return Promise.race([failed, send()]);
}

const sent = (socket: Socket, part: string | Buffer) =>
  new Promise<void>(resolve => socket.write(part, () => resolve()));

/** A body in one chunk, of which the length is not announced. */
export const chunked = (body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`${body.length.toString(16)}\r\n`),
    body,
    Buffer.from("\r\n0\r\n\r\n"),
  ]);
