import { Agent, createServer, request as ask } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

import type { ApiTarget } from "../../../hack/cluster/api.ts";
import { makeCertificate } from "../../../hack/cluster/operator/certificate.ts";

/** A request in flight; a fault may change the URL. */
export interface Passing {
  readonly method: string;
  readonly url: URL;
  readonly isWatch: boolean;
  readonly body: string;
  /** Monotonic milliseconds. */
  readonly at: number;
  /** The status that the client received; 0: none so far. */
  code: number;
  /** Monotonic milliseconds: the response is complete, or the client has given up; null: neither. */
  endedAt: number | null;
}

export interface Answer {
  readonly code: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export interface Fault {
  readonly matches: (passing: Passing) => boolean;
  /** Before the API server sees the request; returns a response to send instead, or `lost` for none. */
  readonly before?: (passing: Passing) => Promise<Instead | undefined> | Instead | undefined;
  /** After the API server's response; returns a response to send instead, or `lost` for none. */
  readonly after?: (passing: Passing, code: number) => Instead | undefined;
}

type Instead = Answer | "lost";

/** The API server never sees the request, and the client gets this answer. */
export const respondWith = (matches: Fault["matches"], answer: Answer): Fault => ({
  ...{ matches, before: () => answer },
});

/** The API server never sees the request, and the client waits until it gives up. */
export const neverRespond = (matches: Fault["matches"]): Fault => ({
  ...{ matches, before: () => new Promise<never>(() => undefined) },
});

export interface Held {
  readonly arrived: Promise<Passing>;
  readonly release: () => void;
}

/** A proxy in front of the API server that injects the faults of a test. */
export interface FaultProxy {
  readonly server: string;
  readonly ca: string;
  /** Every request so far, oldest first. */
  readonly passed: readonly Passing[];
  /** Adds a fault; the first one that matches applies. Returns a function that ends it. */
  readonly inject: (fault: Fault) => () => void;
  /** Ends all faults. */
  readonly heal: () => void;
  /** Holds the next matching request back from the API server until its release. */
  readonly hold: (matches: Fault["matches"]) => Held;
  /** Closes the open watches, even in the middle of an event; returns their number. */
  readonly cutWatches: () => number;
  readonly stop: () => void;
}

export async function startFaultProxy(cluster: ApiTarget): Promise<FaultProxy> {
  const { ca, cert, key } = await makeCertificate();
  const upstream = new Agent({ keepAlive: true, ...(cluster.ca ? { ca: cluster.ca } : {}) });
  const passed: Passing[] = [];
  const faults = new Set<Fault>();
  const watches = new Set<Socket>();
  const sockets = new Set<Socket>();
  const server = createServer({ cert, key, keepAliveTimeout: 120_000 }, (from, to) => {
    void pass(from, to).catch(() => to.destroy());
  });
  server.on("secureConnection", socket => {
    sockets.add(socket.on("error", () => undefined));
    socket.once("close", () => sockets.delete(socket));
  });

  async function pass(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const url = new URL(from.url ?? "/", cluster.server);
    const isWatch = url.searchParams.get("watch") === "true";
    const { method = "GET", headers } = from;
    const body = await read(from);
    const at = performance.now();
    const passing: Passing = { method, url, isWatch, body, at, code: 0, endedAt: null };
    passed.push(passing);
    to.once("close", () => (passing.endedAt = performance.now()));
    const give = (instead: Instead): void => {
      if (instead === "lost") to.destroy();
      else answer(passing, to, instead);
    };
    const fault = [...faults].find(({ matches }) => matches(passing));
    const instead = await fault?.before?.(passing);
    if (instead !== undefined) {
      give(instead);
      return;
    }
    const response = await forward(passing, headers);
    const code = response.statusCode ?? 0;
    const later = fault?.after?.(passing, code);
    if (later !== undefined) {
      response.resume();
      give(later);
      return;
    }
    passing.code = code;
    if (isWatch) rememberWatch(to);
    to.writeHead(code, response.headers);
    to.flushHeaders();
    response.once("error", () => to.destroy());
    to.once("close", () => response.destroy());
    response.pipe(to);
  }

  function forward(
    { method, url, body }: Passing,
    from: IncomingMessage["headers"],
  ): Promise<IncomingMessage> {
    const headers = { ...from, host: url.host, connection: "keep-alive" };
    return new Promise((resolve, reject) => {
      const sent = ask(url, { method, headers, agent: upstream });
      sent.once("error", reject);
      sent.once("response", resolve);
      sent.end(body);
    });
  }

  function rememberWatch({ socket }: ServerResponse): void {
    if (!socket) return;
    watches.add(socket);
    socket.once("close", () => watches.delete(socket));
  }

  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  return {
    server: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca,
    passed,
    inject: fault => {
      faults.add(fault);
      return () => faults.delete(fault);
    },
    heal: () => {
      faults.clear();
    },
    hold: matches => hold(faults, matches),
    cutWatches: () => {
      const open = [...watches];
      for (const socket of open) socket.destroy();
      return open.length;
    },
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      upstream.destroy();
    },
  };
}

function hold(faults: Set<Fault>, matches: Fault["matches"]): Held {
  let release = (): void => undefined;
  const released = new Promise<undefined>(resolve => {
    release = () => {
      resolve(undefined);
    };
  });
  const arrived = new Promise<Passing>(resolve => {
    const fault: Fault = {
      matches,
      before: passing => {
        faults.delete(fault);
        resolve(passing);
        return released;
      },
    };
    faults.add(fault);
  });
  return { arrived, release };
}

async function read(from: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of from as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** Responds like the API server: a Status in JSON. */
function answer(passing: Passing, to: ServerResponse, { code, headers, body }: Answer): void {
  passing.code = code;
  const status = { kind: "Status", apiVersion: "v1", status: "Failure", code, message: "a fault" };
  to.writeHead(code, { "content-type": "application/json", ...headers });
  to.end(JSON.stringify(body ?? status));
}
