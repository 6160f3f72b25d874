import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Socket } from "node:net";

/** Twice the largest review: to discard it costs less than the TLS handshake before it. */
const mostDiscarded = 16 * 1024 * 1024;
/** As long as a review may take to arrive. */
const longestLingerMs = 3_000;

/**
 * Lets a client that still sends its request receive the response. Node.js closes a connection as soon as it has
 * written the last response. If data arrives after that, or is still unread, the kernel resets the connection,
 * and the client can lose the response. This server ends its own side instead, discards the rest of the request,
 * and closes after that, or after these bytes or this time.
 */
export function lingerOnClose(
  server: Pick<Server, "prependListener">,
  { bytes = mostDiscarded, ms = longestLingerMs } = {},
): void {
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    // Before Node.js discards the rest itself, uncounted.
    response.prependOnceListener("finish", () => request.resume());
    request.socket.destroySoon = () => {
      if (request.complete) closeNow(request.socket);
      else linger(request, bytes, ms);
    };
  });
}

const closeNow = (socket: Socket): void => Socket.prototype.destroySoon.call(socket);

function linger(request: IncomingMessage, bytes: number, ms: number): void {
  const { socket } = request;
  const most = socket.bytesRead + bytes;
  const late = setTimeout(() => socket.destroy(), ms);
  socket.once("close", () => clearTimeout(late));
  request.on("data", () => {
    if (socket.bytesRead > most) socket.destroy();
  });
  request.once("end", () => closeNow(socket));
  socket.end();
}
