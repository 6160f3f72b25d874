import { connect, createServer, type AddressInfo, type Socket } from "node:net";

import type { Operator } from "./operator.ts";

/** Replaces the Service: one address for all ready replicas. */
export interface Balancer {
  readonly port: number;
  /** Sends connections to a replica from its next successful readiness probe until it ends. */
  readonly add: (operator: Operator) => void;
  readonly stop: () => void;
}

const probeEveryMs = 200;

/** Distributes connections to the ready replicas in turn, and to the next one if one refuses. */
export async function startBalancer(): Promise<Balancer> {
  const ready = new Map<Operator, number>();
  const members = new Set<Operator>();
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer(client => {
    track(client);
    turn += 1;
    const ports = [...ready.values()];
    pipe(client, [...ports.slice(turn % ports.length), ...ports.slice(0, turn % ports.length)]);
  });

  function track(socket: Socket): void {
    sockets.add(socket.on("error", () => undefined));
    socket.once("close", () => sockets.delete(socket));
  }

  function pipe(client: Socket, [port, ...others]: readonly number[]): void {
    if (port === undefined) {
      client.destroy();
      return;
    }
    const upstream = connect({ port, host: "127.0.0.1" });
    track(upstream);
    let isOpen = false;
    upstream.once("connect", () => {
      isOpen = true;
      client.pipe(upstream).pipe(client);
      client.once("close", () => upstream.destroy());
    });
    upstream.once("close", () => {
      if (isOpen) client.destroy();
      else pipe(client, others);
    });
  }

  /** Like the kubelet and the endpoints controller, but sooner. */
  const probe = async (operator: Operator): Promise<void> => {
    const { code } = await operator.get("/readyz").catch(() => ({ code: 0 }));
    if (code === 200 && members.has(operator))
      ready.set(operator, Number(new URL(operator.url).port));
    else ready.delete(operator);
  };
  const timer = setInterval(() => {
    for (const operator of members) void probe(operator);
  }, probeEveryMs);
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    add: operator => {
      members.add(operator);
      void probe(operator);
      void operator.exited.then(() => {
        members.delete(operator);
        ready.delete(operator);
      });
    },
    stop: () => {
      clearInterval(timer);
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
