// admission/: the webhook's server and what it needs from the API server. It knows no resource.

import { createServer, type Server } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import type { Socket } from "node:net";

import { lingerOnClose } from "../kube/transport/lingering-close.ts";
import { Bodies } from "./bodies.ts";
import type { KeyPair } from "./certificates/certificate.ts";
import type { ClientAuthority } from "./certificates/client-authority.ts";
import { limitConnections } from "./connection-limit.ts";
import { parseReview } from "./parse-review.ts";
import { type Address, listen, slowRequests, text } from "./probe-server.ts";
import type { AdmissionRequest, ReviewResponse } from "./review.ts";

export interface ServerPorts {
  /** True if reviews are answered at this path; any other path returns 404 to every client. */
  readonly accepts: (path: string) => boolean;
  /** Clients that may request reviews; null: any client that knows the path. */
  readonly clients: Pick<ClientAuthority, "options" | "admits"> | null;
  readonly review: (request: AdmissionRequest) => Promise<ReviewResponse>;
  /** True if the process is about to end: then every response closes its connection. */
  readonly isEnding: () => boolean;
}

/** The API server keeps an idle connection for 90 s; closing it earlier loses requests in flight. */
const keepAliveMs = 120_000;

/** The webhook port, open from the start of the process. */
export function serve(ports: ServerPorts, pair: KeyPair, at: Address, bodies = new Bodies()) {
  const server = createServer(
    {
      ...pair,
      ...ports.clients?.options,
      keepAliveTimeout: keepAliveMs,
      ...slowRequests,
      handshakeTimeout: slowRequests.headersTimeout,
      minVersion: "TLSv1.2",
    },
    (request, response) => {
      // A client may be about to use a connection that the server closes while it is idle.
      if (ports.isEnding()) response.setHeader("connection", "close");
      answer({ ...ports, bodies, know }, request, response).catch(() => response.destroy());
    },
  );
  keepUnused(server, keepAliveMs);
  lingerOnClose(server);
  const know = limitConnections(server);
  return listen(server, at);
}

interface Answering extends ServerPorts {
  readonly bodies: Bodies;
  readonly know: ReturnType<typeof limitConnections>;
}

async function answer(ports: Answering, request: IncomingMessage, response: ServerResponse) {
  if (ports.clients && !ports.clients.admits(request.socket as TLSSocket)) {
    disconnect(response, 403, "the certificate has another name\n");
    return;
  }
  const [path = "/"] = (request.url ?? "/").split("?", 1);
  if (ports.accepts(path)) await validate(ports, request, response);
  else disconnect(response, 404, "not found\n");
}

/**
 * Does not wait for the rest of the body, and ends the connection: it could otherwise carry bodies without a limit.
 */
function disconnect(response: ServerResponse, code: number, body: string): void {
  response.setHeader("connection", "close");
  text(response, code, body);
}

async function validate(ports: Answering, request: IncomingMessage, response: ServerResponse) {
  ports.know(request.socket);
  if (request.method !== "POST") {
    disconnect(response, 405, "POST an AdmissionReview\n");
    return;
  }
  const body = await ports.bodies.read(request);
  if (!body.ok) {
    const isBusy = body.error === "busy";
    disconnect(
      response,
      isBusy ? 503 : 413,
      isBusy ? "too many reviews\n" : "the body is too large\n",
    );
    return;
  }
  try {
    const asked = parseReview(body.value.text);
    if (!asked) {
      text(response, 400, "the body is not an AdmissionReview\n");
      return;
    }
    const apiVersion = "admission.k8s.io/v1";
    const answered = { apiVersion, kind: "AdmissionReview", response: await ports.review(asked) };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answered));
  } finally {
    body.value.release();
  }
}

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
