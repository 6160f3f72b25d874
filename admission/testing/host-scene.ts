import { createServer } from "node:net";

import type { Result } from "../../engine/model/values/result.ts";
import type { KeyPair, PairSource } from "../certificates/certificate.ts";
import { type HostAddress, type HostPorts, startHost } from "../host.ts";

/** Below the kernel's ephemeral ports: no connection takes a port between its choice and its use. */
const firstPorts = { webhook: 10_000, metrics: 15_000 };
const portsOfEach = 5_000;

async function freePort(first: number): Promise<number> {
  const port = first + Math.floor(Math.random() * portsOfEach);
  const isFree = await new Promise<boolean>(resolve => {
    const probe = createServer();
    probe.once("error", () => {
      resolve(false);
    });
    probe.listen({ host: "127.0.0.1", port, exclusive: true }, () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
  return isFree ? port : freePort(first);
}

/** Two free ports of loopback. */
export const freeAddress = async (): Promise<HostAddress> => ({
  port: await freePort(firstPorts.webhook),
  metricsPort: await freePort(firstPorts.metrics),
  bindAddress: "127.0.0.1",
});

/** A source whose first pair is given; `renew` replaces it. */
export function pairSource(first: Result<KeyPair, string>) {
  let serve: (pair: KeyPair) => void = () => undefined;
  const seen = { stops: 0 };
  const source: PairSource = {
    first: () => Promise.resolve(first),
    watch: next => {
      serve = next;
    },
    stop: () => {
      seen.stops += 1;
    },
  };
  const renew = (pair: KeyPair): void => {
    serve(pair);
  };
  return { source, seen, renew };
}

/** A host for any client, which by default has nothing to review. */
export const hostPorts = (given: Partial<HostPorts> = {}): HostPorts => ({
  validators: [],
  accepts: path => path === "/validate",
  clients: null,
  notReady: () => [],
  metrics: () => Promise.resolve(""),
  reviewed: () => undefined,
  serving: () => undefined,
  isEnding: () => false,
  monotonic: () => 0,
  ...given,
});

/** A host that serves on free ports. */
export async function runningHost(source: PairSource, given: Partial<HostPorts> = {}) {
  const at = await freeAddress();
  const host = await startHost(hostPorts(given), source, at);
  if (!host.ok) throw new Error(host.error);
  return { at, stop: host.value.stop };
}
