import { createServer, type Server } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";

import { err, ok, type Result } from "../engine/result.ts";
import { Bodies } from "./bodies.ts";
import type { KeyPair } from "./certificate.ts";
import { parseReview } from "./admission-review.ts";
import type { AdmissionRequest, ReviewResponse } from "./review.ts";

export interface ServerPorts {
  readonly review: (request: AdmissionRequest) => Promise<ReviewResponse>;
  /** Empty when ready, else what is missing. */
  readonly notReady: () => readonly string[];
  readonly metrics: () => Promise<string>;
  /** Whether the process is about to end: then every answer asks for another connection next time. */
  readonly isEnding: () => boolean;
}

/** The API server keeps an idle connection for 90 s; closing it earlier loses requests in flight. */
const keepAliveMs = 120_000;
const slowestRequestMs = 10_000;

/** Webhooks, probes and metrics on one port, from the first moment of the process. */
export function serve(
  ports: ServerPorts,
  pair: KeyPair,
  at: { readonly port: number; readonly bindAddress: string },
): Promise<Result<Server, string>> {
  const bodies = new Bodies();
  const server = createServer(
    {
      ...pair,
      keepAliveTimeout: keepAliveMs,
      headersTimeout: slowestRequestMs,
      requestTimeout: slowestRequestMs,
      minVersion: "TLSv1.2",
    },
    (request, response) => {
      // A connection that the server closes while it is idle may be about to be used.
      if (ports.isEnding()) response.setHeader("connection", "close");
      answer({ ...ports, bodies }, request, response).catch(() => response.destroy());
    },
  );
  return new Promise(resolve => {
    server.once("error", error => {
      resolve(err(`cannot listen on ${at.bindAddress} port ${at.port}: ${error.message}`));
    });
    server.listen(at.port, at.bindAddress, () => {
      resolve(ok(server));
    });
  });
}

interface Answering extends ServerPorts {
  readonly bodies: Bodies;
}

async function answer(
  ports: Answering,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = "/"] = (request.url ?? "/").split("?", 1);
  switch (path) {
    case "/livez":
      text(response, 200, "ok\n");
      return;
    case "/readyz": {
      const missing = [...new Set(ports.notReady())];
      text(response, missing.length === 0 ? 200 : 503, `${missing.join("\n") || "ok"}\n`);
      return;
    }
    case "/metrics":
      text(response, 200, await ports.metrics());
      return;
    case "/validate":
      await validate(ports, request, response);
      return;
    default:
      text(response, 404, "not found\n");
  }
}

async function validate(
  ports: Answering,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== "POST") {
    text(response, 405, "POST an AdmissionReview\n");
    return;
  }
  const body = await ports.bodies.read(request);
  if (!body.ok) {
    const isBusy = body.error === "busy";
    text(response, isBusy ? 503 : 413, isBusy ? "too many reviews\n" : "the body is too large\n");
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

function text(response: ServerResponse, code: number, body: string): void {
  response.writeHead(code, { "content-type": "text/plain; charset=utf-8" }).end(body);
}
