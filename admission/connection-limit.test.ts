import { connect, createServer, type AddressInfo, type Socket } from "node:net";

import { afterEach, describe, expect, it } from "vitest";

import { atEnd, cleanUp } from "../kube/testing/cleanups.ts";
import { until } from "../kube/testing/until.ts";
import { limitConnections } from "./connection-limit.ts";

afterEach(cleanUp);

interface Client {
  readonly name: string;
  isOpen: boolean;
  readonly peer: { readonly remoteAddress: string; readonly remotePort: number };
  readonly close: () => Promise<void>;
}

async function scene(most: number) {
  const accepted: Socket[] = [];
  const server = createServer(socket => accepted.push(socket.on("error", () => undefined)));
  const know = limitConnections(server, most);
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const clients: Client[] = [];
  atEnd(() => {
    server.close();
    return Promise.all(clients.map(client => client.close()));
  });
  const open = async (name: string): Promise<Client> => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    await until(() => {
      expect(accepted).toHaveLength(clients.length + 1);
    });
    const peer = { remoteAddress: "127.0.0.1", remotePort: socket.localPort ?? 0 };
    const own = accepted[clients.length];
    const close = async () => {
      socket.destroy();
      await until(() => {
        expect(own?.destroyed).toBe(true);
      });
    };
    const client = { name, isOpen: true, peer, close };
    socket.once("close", () => (client.isOpen = false)).resume();
    clients.push(client);
    return client;
  };
  /** The server ends a connection while it accepts another one, so there is nothing to wait for before the client notices. */
  const remaining = async (names: readonly string[]) => {
    const left = clients.filter((_, index) => accepted[index]?.destroyed === false);
    expect(left.map(({ name }) => name)).toEqual(names);
    await until(() => {
      expect(clients.filter(({ isOpen }) => isOpen).map(({ name }) => name)).toEqual(names);
    });
  };
  return { open, know, remaining };
}

describe("one connection too many", () => {
  it("ends the oldest", async () => {
    const { open, remaining } = await scene(3);
    for (const name of ["a", "b", "c", "d", "e"]) await open(name);
    await remaining(["c", "d", "e"]);
  });

  it("ends no other once one has been closed", async () => {
    const { open, remaining } = await scene(2);
    await open("a");
    await (await open("b")).close();
    await remaining(["a"]);
    await open("c");
    await remaining(["a", "c"]);
  });

  it("ends no known client", async () => {
    const { open, know, remaining } = await scene(2);
    know((await open("server")).peer);
    for (const name of ["a", "b", "c", "d"]) await open(name);
    await remaining(["server", "c", "d"]);
  });

  it("of known clients ends the least recently used", async () => {
    const { open, know, remaining } = await scene(2);
    const [a, b, c] = [await open("a"), await open("b"), await open("c")];
    // The third connection has ended the first.
    await remaining(["b", "c"]);
    for (const { peer } of [a, b, c, b]) know(peer);
    know((await open("d")).peer);
    await remaining(["b", "d"]);
  });
});
