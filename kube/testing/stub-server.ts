import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request with its whole body. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export type Handler = (request: Arrived, response: ServerResponse) => void | Promise<void>;

/** A bare HTTP server on loopback that plays whatever the test defines, including faults. */
export class StubServer {
  readonly requests: Arrived[] = [];
  /** Connections accepted so far. */
  connections = 0;
  handler: Handler;
  url = "";
  readonly #server: Server;

  private constructor(handler: Handler) {
    this.handler = handler;
    this.#server = createServer((request, response) => {
      void this.#serve(request, response);
    });
    this.#server.on("connection", () => {
      this.connections += 1;
    });
  }

  static async start(handler: Handler = refuse): Promise<StubServer> {
    const stub = new StubServer(handler);
    await new Promise<void>(resolve => stub.#server.listen(0, "127.0.0.1", resolve));
    stub.url = `http://127.0.0.1:${(stub.#server.address() as AddressInfo).port}`;
    return stub;
  }

  /** Closes every connection, including those with a response in progress. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise(resolve => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const url = new URL(request.url ?? "/", "http://stub");
    const arrived = {
      method: request.method ?? "",
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: Buffer.concat(chunks).toString("utf8"),
    };
    this.requests.push(arrived);
    await this.handler(arrived, response);
  }
}

export function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

const refuse: Handler = (_, response) => {
  json(response, 404, { kind: "Status", reason: "NotFound", message: "not scripted" });
};
