import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Gauges on loopback for a Prometheus to scrape. */
export class Exporter {
  readonly #server: Server;
  /** Series, such as `queue_length{namespace="shop"}`, and their values. */
  readonly #values = new Map<string, number>();
  url = "";

  private constructor() {
    this.#server = createServer((_, response) => {
      const lines = Array.from(this.#values, ([series, value]) => `${series} ${value}\n`);
      response.writeHead(200, { "content-type": "text/plain; version=0.0.4" });
      response.end(lines.join(""));
    });
  }

  static async start(): Promise<Exporter> {
    const exporter = new Exporter();
    await new Promise<void>(resolve => exporter.#server.listen(0, "127.0.0.1", resolve));
    const { port } = exporter.#server.address() as AddressInfo;
    exporter.url = `http://127.0.0.1:${port}`;
    return exporter;
  }

  set(series: string, value: number): void {
    this.#values.set(series, value);
  }

  remove(series: string): void {
    this.#values.delete(series);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }
}
