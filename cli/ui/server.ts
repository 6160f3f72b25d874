import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readFile } from "node:fs/promises";

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { lingerOnClose } from "../../kube/transport/lingering-close.ts";
import type { Cluster } from "../objects/cluster.ts";
import { isOwnRequest, type Access } from "./access.ts";
import { Feed } from "./feed.ts";
import type { LiveObjects } from "./live-objects.ts";
import type { StateMessage } from "./messages.ts";
import { objectQueryOf, timelineOf } from "./object-view.ts";

export interface Shown {
  readonly access: Access;
  readonly files: Awaited<ReturnType<typeof readPageFiles>>;
  readonly objects: LiveObjects;
  readonly cluster: Pick<Cluster, "eventsOf">;
  /** Null: all namespaces. */
  readonly namespace: string | null;
}

/** Below the silence after which the page considers the connection lost. */
const heartbeatMs = 3_000;
const longestToken = 256;

/**
 * Every user of the machine can connect. Connections that send no request end soon, and never use up the files
 * that this process may open, which the watches need, too.
 */
const limits = { headersTimeout: 5_000, requestTimeout: 5_000, connectionsCheckingInterval: 1_000 };
const mostConnections = 200;

/** A server for pages on this machine only. */
export class UiServer {
  readonly #shown: Shown;
  readonly #server: Server;
  readonly #feeds = new Set<Feed>();
  readonly #heartbeat: NodeJS.Timeout;
  #port = 0;

  constructor(shown: Shown) {
    this.#shown = shown;
    this.#server = createServer(limits, (request, response) => {
      void this.#answer(request, response).catch((error: unknown) =>
        response.destroy(error as Error),
      );
    });
    lingerOnClose(this.#server);
    this.#server.maxConnections = mostConnections;
    shown.objects.onChange = keys => {
      if (keys === null) this.#sendState();
      else for (const feed of this.#feeds) feed.changed(keys);
    };
    this.#heartbeat = setInterval(() => {
      shown.objects.tick();
      this.#sendState();
    }, heartbeatMs);
  }

  /** The port; 0 asks for any free one. Fails if it is in use or not allowed. */
  listen(port: number): Promise<Result<number, string>> {
    return new Promise(resolve => {
      this.#server.once("error", ({ message }) => resolve(err(message)));
      this.#server.listen({ port, host: "127.0.0.1" }, () => {
        this.#port = (this.#server.address() as AddressInfo).port;
        resolve(ok(this.#port));
      });
    });
  }

  close(): void {
    clearInterval(this.#heartbeat);
    for (const feed of this.#feeds) feed.close();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    if (!isOwnRequest(request.headers, this.#port)) {
      refuse(response, 403, "This is not the page's own request.");
      return;
    }
    const url = urlOf(request.url);
    if (url?.pathname === "/session" && request.method === "POST") {
      await this.#exchange(request, response);
    } else if (request.method !== "GET") refuse(response, 405, "This page only reads.");
    else await this.#answerRead(url, request, response);
  }

  async #answerRead(url: URL | undefined, { headers }: IncomingMessage, response: ServerResponse) {
    const file = url && this.#shown.files.get(url.pathname);
    if (file) response.writeHead(200, { "content-type": file.type }).end(file.body);
    else if (!url?.pathname.startsWith("/api/")) refuse(response, 404, "There is no such page.");
    else if (!this.#shown.access.isAllowed(headers)) refuse(response, 401, "No session.");
    else await this.#answerApi(url, response);
  }

  async #exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    const parts = request.setEncoding("utf8").iterator({ destroyOnReturn: false });
    for await (const chunk of parts) {
      body += String(chunk);
      if (body.length > longestToken) break;
    }
    const session = this.#shown.access.exchange(body);
    if (session === null) refuse(response, 401, "The link was used, or it is an old one.");
    else sendJson(response, { session });
  }

  async #answerApi({ pathname, searchParams }: URL, response: ServerResponse): Promise<void> {
    if (pathname === "/api/rows") {
      this.#openFeed(response);
      return;
    }
    const query = pathname === "/api/object" ? objectQueryOf(searchParams) : null;
    const { objects, cluster } = this.#shown;
    const timeline = query && (await timelineOf(query, objects, cluster));
    if (timeline) sendJson(response, timeline);
    else refuse(response, 404, "There is no such object.");
  }

  #openFeed(response: ServerResponse): void {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const feed = new Feed(response, this.#shown.objects.rows);
    this.#feeds.add(feed);
    response.once("close", () => {
      feed.close();
      this.#feeds.delete(feed);
    });
    feed.state(this.#state());
  }

  #sendState(): void {
    const state = this.#state();
    for (const feed of this.#feeds) feed.state(state);
  }

  #state(): StateMessage {
    const { objects, namespace } = this.#shown;
    return { namespace, ...objects.health(), now: Date.now() };
  }
}

/** Undefined: not a path. The path is only ever compared, never opened. */
function urlOf(path = ""): URL | undefined {
  return URL.canParse(path, "http://127.0.0.1") && path.startsWith("/") && !path.startsWith("//")
    ? new URL(path, "http://127.0.0.1")
    : undefined;
}

/** Ends the connection: the rest of the request is not read. */
function refuse(response: ServerResponse, status: number, why: string): void {
  const headers = { "content-type": "text/plain; charset=utf-8", connection: "close" };
  response.writeHead(status, headers).end(`${why}\n`);
}

function sendJson(response: ServerResponse, value: object): void {
  response
    .writeHead(200, { "content-type": "application/json; charset=utf-8" })
    .end(JSON.stringify(value));
}

/** What a browser loads; `hack/bundle.ts` builds the script. */
const files = [
  { path: "/", file: "page.html", type: "text/html; charset=utf-8" },
  { path: "/icon.svg", file: "icon.svg", type: "image/svg+xml" },
  { path: "/page.js", file: "page.js", type: "text/javascript; charset=utf-8" },
  { path: "/page.css", file: "page.css", type: "text/css; charset=utf-8" },
] as const;

/** The folder is next to the bundle that contains this module. */
export async function readPageFiles(folder = new URL("page/", import.meta.url)) {
  const read = files.map(async ({ path, file, type }) => {
    const body = await readFile(new URL(file, folder));
    return [path, { type, body }] as const;
  });
  return new Map<string, { type: string; body: Buffer }>(await Promise.all(read));
}

/** Nothing inline, nothing from elsewhere, and no text that becomes markup. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** For all responses. */
const securityHeaders = {
  "content-security-policy": contentSecurityPolicy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
} as const;
