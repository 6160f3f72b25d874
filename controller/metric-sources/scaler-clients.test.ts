import { createServer, type AddressInfo, type Server, type Socket } from "node:net";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { systemClock } from "../../kube/clock.ts";
import type { MetricSource } from "./read-metric-sources.ts";
import { ScalerClients } from "./scaler-clients.ts";

/** The type of a TLS record with the client's first message. */
const handshake = 0x16;
/** HTTP/2 without TLS begins with `PRI`. */
const preface = "P".charCodeAt(0);

let server: Server;
let firstByte: Promise<number | undefined>;
beforeEach(async () => {
  server = createServer();
  firstByte = new Promise(resolve => {
    server.on("connection", (socket: Socket) => {
      socket.on("error", () => undefined);
      socket.once("data", data => {
        resolve(data.at(0));
        socket.destroy();
      });
    });
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  server.close();
});

const sourceAt = (
  externalScaler: NonNullable<MetricSource["externalScaler"]>,
  tls?: MetricSource["tls"],
): MetricSource => ({
  ...{ name: "queues", type: "ExternalScaler", allowedNamespaces: null, enforcedMatchers: [] },
  ...{ externalScaler, credentialsSecret: null, ...(tls && { tls }) },
});

describe("the connection to an external scaler", () => {
  it.each<{ shows: string; settings: { plaintext?: boolean }; tls?: object; begins: number }>([
    { shows: "has TLS by default", settings: {}, begins: handshake },
    {
      shows: "has TLS with a name",
      settings: {},
      tls: { serverName: "scaler" },
      begins: handshake,
    },
    { shows: "has TLS if plaintext is false", settings: { plaintext: false }, begins: handshake },
    { shows: "has none with plaintext", settings: { plaintext: true }, begins: preface },
  ])("$shows", async ({ settings, tls, begins }) => {
    const { port } = server.address() as AddressInfo;
    const source = sourceAt({ address: `127.0.0.1:${port}`, ...settings }, tls);
    const sources = new Map([[source.name, source]]);
    const clients = new ScalerClients({
      ...{ sources, folder: "", clock: systemClock, onQuery: () => undefined },
    });
    const client = clients.of("queues", "shop");
    if (!client.ok) throw new Error(client.error);
    const ref = { name: "web", namespace: "shop", scalerMetadata: {} };
    const about = { namespace: "shop", deadlineMs: 10_000 };
    const answer = client.value.call(all => all.isActive, ref, about);
    expect(await firstByte).toBe(begins);
    expect((await answer).ok).toBe(false);
    clients.close();
  });
});
