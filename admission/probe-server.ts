import { createServer, type Server, type ServerResponse } from "node:http";

import { err, ok, type Result } from "../engine/model/values/result.ts";
import { type Clock, systemClock } from "../kube/clock.ts";
import { lingerOnClose } from "../kube/transport/lingering-close.ts";
import { limitConnections } from "./connection-limit.ts";

export interface ProbePorts {
  /** Empty when ready, else what is missing. */
  readonly notReady: () => readonly string[];
  readonly metrics: () => Promise<string>;
}

export interface Address {
  readonly port: number;
  readonly bindAddress: string;
}

const slowestRequestMs = 10_000;
/** By default, Node.js checks only every 30 s for requests that take too long. */
export const slowRequests = {
  headersTimeout: slowestRequestMs,
  requestTimeout: slowestRequestMs,
  connectionsCheckingInterval: 1_000,
};
/**
 * Only a few Prometheus servers scrape, in a second from one address and at a time from all. To send a response takes
 * CPU time, and it takes memory until it has been read.
 */
const mostScrapes = 4;
/** The event loop is free of expositions for this time after each, however many clients scrape. */
const expositionMs = 1_000;

/**
 * Probes and metrics, without TLS. The port is separate from the webhook's, so that a network policy can
 * allow other clients here, and so that a flood on this port delays no review.
 */
export function serveProbes(
  ports: ProbePorts,
  at: Address,
  clock: Pick<Clock, "monotonic"> = systemClock,
): Promise<Result<Server, string>> {
  const scrapes = new Set<ServerResponse>();
  const metrics = oncePerSecond(ports.metrics, clock);
  const server = createServer(slowRequests, (request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?", 1);
    answer({ ...ports, metrics, scrapes }, path, response).catch(() => response.destroy());
  });
  limitConnections(server);
  lingerOnClose(server);
  return listen(server, at);
}

/** The error is a sentence. */
export function listen<Listener extends Pick<Server, "once" | "listen">>(
  server: Listener,
  { port, bindAddress }: Address,
): Promise<Result<Listener, string>> {
  return new Promise(resolve => {
    server.once("error", error => {
      resolve(err(`cannot listen on ${bindAddress} port ${port}: ${error.message}`));
    });
    server.listen(port, bindAddress, () => resolve(ok(server)));
  });
}

type Exposition = readonly [bytes: Promise<Buffer>, clients: string[]];

interface Answering extends Pick<ProbePorts, "notReady"> {
  readonly metrics: () => Exposition;
  readonly scrapes: Set<ServerResponse>;
}

/** The exposition that is in progress, or ended less than a second ago, else a new one. */
function oncePerSecond(expose: ProbePorts["metrics"], clock: Pick<Clock, "monotonic">) {
  let latest: Exposition | null = null;
  let expiresAt = Infinity;
  return () => {
    if (latest !== null && clock.monotonic() < expiresAt) return latest;
    expiresAt = Infinity;
    const bytes = expose()
      .then(text => Buffer.from(text))
      .finally(() => {
        expiresAt = clock.monotonic() + expositionMs;
      });
    latest = [bytes, []];
    return latest;
  };
}

async function answer(ports: Answering, path: string, response: ServerResponse): Promise<void> {
  if (path === "/livez") text(response, 200, "ok\n");
  else if (path === "/metrics") await expose(ports, response);
  else if (path === "/readyz") {
    const missing = [...new Set(ports.notReady())];
    text(response, missing.length === 0 ? 200 : 503, `${missing.join("\n") || "ok"}\n`);
  } else text(response, 404, "not found\n");
}

/** Disconnects a client that reads slowly, so that its place becomes free. */
async function expose({ metrics, scrapes }: Answering, response: ServerResponse): Promise<void> {
  const address = response.socket?.remoteAddress ?? "";
  const exposition = scrapes.size < mostScrapes ? metrics() : null;
  const [bytes = null, clients = []] = exposition ?? [];
  if (bytes === null || clients.filter(each => each === address).length >= mostScrapes) {
    // Late, so that a client that scrapes in a loop waits.
    setTimeout(() => text(response, 503, "too many scrapes\n"), expositionMs);
    return;
  }
  clients.push(address);
  scrapes.add(response);
  const late = setTimeout(() => response.destroy(), slowestRequestMs);
  response.once("close", () => {
    clearTimeout(late);
    scrapes.delete(response);
  });
  text(response, 200, await bytes);
}

export function text(response: ServerResponse, code: number, body: string | Buffer): void {
  response.writeHead(code, { "content-type": "text/plain; charset=utf-8" }).end(body);
}
