import type { Server } from "node:https";
import type { Socket } from "node:net";

/**
 * Keeps connections that a client has opened in advance and not used yet. Node.js would end them like slow
 * requests, after `headersTimeout` and with a 408: a review that an API server sends over one of them at
 * that moment would fail. Slow and malformed requests are disconnected.
 *
 * @param idleMs how long a connection may stay unused after that
 */
export function keepUnused(server: Server, idleMs: number): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code !== "ERR_HTTP_REQUEST_TIMEOUT" || socket.bytesRead > 0) {
      socket.destroy();
      return;
    }
    const end = (): void => {
      if (socket.bytesRead === 0) socket.destroy();
    };
    const idle = setTimeout(end, idleMs);
    socket.once("close", () => clearTimeout(idle));
  });
}
