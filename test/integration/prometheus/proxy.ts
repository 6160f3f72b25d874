import { createServer, type Server } from "node:https";
import type { TLSSocket } from "node:tls";

import type { WebhookCertificate } from "../../../hack/cluster/operator/certificate.ts";

/** "Right": passes queries on. "Slow": never answers. "Wrong": answers with a page. "Down": closes connections. */
export type Mode = "Right" | "Slow" | "Wrong" | "Down";

/** A reverse proxy with TLS in front of a Prometheus, which checks credentials. */
export class PrometheusProxy {
  readonly #server: Server;
  mode: Mode = "Right";
  /** The header that it accepts; undefined: a certificate of the client authority instead. */
  authorization: string | undefined = "";
  /** Queries that it has refused because of their credentials. */
  refused = 0;
  passed = 0;

  constructor(certificate: WebhookCertificate, clientAuthority: string, upstream: string) {
    const { cert, key } = certificate;
    const tls = { cert, key, ca: clientAuthority, requestCert: true, rejectUnauthorized: false };
    this.#server = createServer(tls, (request, response) => {
      const { authorization } = request.headers;
      const isClient = (request.socket as TLSSocket).authorized;
      const isRight =
        this.authorization === undefined ? isClient : authorization === this.authorization;
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        if (this.mode === "Down") response.socket?.destroy();
        else if (this.mode === "Wrong") response.end("<html>a page</html>");
        else if (this.mode === "Right" && !isRight) {
          this.refused += 1;
          // Some proxies repeat what they refuse.
          response.writeHead(401).end(JSON.stringify(request.headers));
        } else if (this.mode === "Right") {
          this.passed += 1;
          const headers = { "content-type": request.headers["content-type"] ?? "" };
          const init = { method: "POST", headers, body: Buffer.concat(chunks) };
          void fetch(upstream + (request.url ?? ""), init).then(async answer => {
            response.writeHead(answer.status).end(await answer.text());
          });
        }
      });
    });
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>(resolve => this.#server.listen(port, "127.0.0.1", resolve));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }
}
