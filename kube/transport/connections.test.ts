import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

import { expect, it } from "vitest";

import { Connections } from "./connections.ts";

it.each([{ of: "requests" }, { of: "watches" }] as const)(
  "connections of $of use the TLS options, including a server name that differs from the address",
  async ({ of }) => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const connections = new Connections(1);
    const servername = "api.example.dev";
    const pools = connections.to({
      ...{ server: `https://127.0.0.1:${port}`, authorization: null, tls: { servername } },
    });
    if (!pools.ok) throw new Error(pools.error.message);
    const arrived = once(server, "connection") as Promise<[Socket]>;
    const failed = pools.value[of].request({ method: "GET", path: "/" }).catch(() => "failed");
    const [socket] = await arrived;
    // The first TLS message contains the name in plain text.
    const [hello] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    await connections.close();
    server.close();
    expect(hello.includes(servername)).toBe(true);
    expect(await failed).toBe("failed");
  },
);
