import type { Server, Socket } from "node:net";

/** A connection with TLS takes about 80 KiB, so the default memory limit allows a thousand. */
const mostConnections = 500;

type Peer = Pick<Socket, "remoteAddress" | "remotePort">;

/**
 * Limits the connections of a server: one too many ends the oldest. To refuse the newest instead would let a
 * client that holds many connections lock out API servers and probes.
 *
 * @returns  a function for a connection that has carried what only a known client sends. It no longer counts with
 * the others, but with those of known clients, of which the least recently used one ends.
 */
export function limitConnections(server: Server, most = mostConnections): (known: Peer) => void {
  // By address and port, because a TLS socket is not the socket that it wraps.
  const others = new Map<string, Socket>();
  const known = new Map<string, Socket>();
  const leave = (peer: string): void => {
    others.delete(peer);
    known.delete(peer);
  };
  const enter = (sockets: typeof others, peer: string, socket: Socket | undefined): void => {
    leave(peer);
    if (socket) sockets.set(peer, socket);
    const [oldest] = sockets.size > most ? sockets : [];
    if (!oldest) return;
    leave(oldest[0]);
    oldest[1].destroy();
  };
  server.on("connection", (socket: Socket) => {
    const peer = nameOf(socket);
    socket.once("close", leave.bind(null, peer));
    enter(others, peer, socket);
  });
  return connection => {
    const peer = nameOf(connection);
    enter(known, peer, others.get(peer) ?? known.get(peer));
  };
}

const nameOf = ({ remoteAddress: at = "", remotePort: port = 0 }: Peer): string => `${at} ${port}`;
