import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const clients = 4;
const thinkMs = 200;
const burnMs = 20;

interface Response {
  readonly at: number;
  readonly tookMs: number;
}

/**
 * Clients that wait for each response before they send the next request, so they never drown the target. Each request
 * has a connection of its own, which a Service balances.
 */
export class Load {
  readonly #url: string;
  readonly #responses: Response[] = [];
  readonly #clients: Promise<unknown>;
  #isOver = false;

  constructor(address: string) {
    this.#url = `http://${address}/burn?ms=${burnMs}`;
    this.#clients = Promise.all(Array.from({ length: clients }, () => this.#work()));
  }

  async #work(): Promise<void> {
    while (!this.#isOver) {
      const at = performance.now();
      if (await isAnswered(this.#url)) {
        this.#responses.push({ at, tookMs: performance.now() - at });
      }
      await sleep(thinkMs);
    }
  }

  /** The median latency of the requests of the last seconds, in milliseconds. */
  median(seconds: number): number {
    const since = performance.now() - seconds * 1_000;
    const recent = this.#responses.filter(({ at }) => at >= since).map(({ tookMs }) => tookMs);
    return recent.sort((a, b) => a - b)[recent.length >> 1] ?? NaN;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#clients;
  }
}

/** A pod that ends, and a node that is lost, answer nothing. */
const isAnswered = (url: string): Promise<boolean> =>
  new Promise(resolve => {
    const request = get(url, { agent: false, timeout: 20_000 }, response => {
      response.resume();
      response.once("close", () => resolve(response.statusCode === 200));
    });
    request.once("timeout", () => request.destroy());
    request.once("error", () => resolve(false));
  });
