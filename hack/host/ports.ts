import { createServer } from "node:net";

/**
 * Below the kernel's ephemeral ports (32768 and up by default), so that no outgoing connection and no other
 * test's "port 0" takes a port between its choice and its use.
 */
const range = { first: 20_000, count: 10_000 };

/**
 * Where a search starts. The ports of a cluster are free while it starts and during an outage, so clusters
 * have a half of the range. In the other half, processes that search at the same time start apart.
 */
export const searchStart = {
  cluster: (): number => Math.random() / 2,
  other: (): number => 0.5 + ((process.pid % 50) + Math.random()) / 100,
};

export interface PortChoice {
  /** Reserved for callers that do not listen on them yet. */
  readonly taken: ReadonlySet<number>;
  readonly isFree: (port: number) => Promise<boolean>;
  /** From 0 to 1 (exclusive): where in the range the search starts. */
  readonly start: number;
}

export async function choosePorts(count: number, choice: PortChoice): Promise<number[]> {
  const chosen: number[] = [];
  const offset = Math.floor(choice.start * range.count);
  for (let step = 0; step < range.count && chosen.length < count; step++) {
    const port = range.first + ((offset + step) % range.count);
    if (!choice.taken.has(port) && (await choice.isFree(port))) chosen.push(port);
  }
  if (chosen.length < count) {
    const last = range.first + range.count - 1;
    throw new Error(
      `No ${count} free ports between ${range.first} and ${last}: end what listens there.`,
    );
  }
  return chosen;
}

/** True if a server could listen there now. */
export function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer();
    server.once("error", () => {
      resolve(false);
    });
    server.listen({ host: "127.0.0.1", port, exclusive: true }, () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}

const claimed = new Set<number>();

/** For a program that listens a moment later: no one else in this process gets the port until its release. */
export async function claimIfFree(port: number): Promise<boolean> {
  if (claimed.has(port)) return false;
  claimed.add(port);
  if (await isFree(port)) return true;
  claimed.delete(port);
  return false;
}

export function releasePorts(ports: readonly number[]): void {
  for (const port of ports) claimed.delete(port);
}
