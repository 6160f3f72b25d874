import { createHash } from "node:crypto";
import { createServer, type Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Runs `work` while no other process of this machine runs work under the same name.
 *
 * The lock is a listening abstract Unix socket: the kernel drops it with the process that holds it, however
 * that process ends. So, unlike a lock file, it can never be stale.
 */
export async function withLock<Value>(
  name: string,
  work: () => Promise<Value>,
  onWait?: () => void,
): Promise<Value> {
  const held = await acquire(name, onWait);
  try {
    return await work();
  } finally {
    await new Promise(released => held.close(released));
  }
}

async function acquire(name: string, onWait?: () => void): Promise<Server> {
  // Abstract names have at most 107 bytes; a path can be longer, its hash is not.
  const address = `\0trimtab-${createHash("sha256").update(name).digest("hex").slice(0, 32)}`;
  for (let attempt = 0; ; attempt++) {
    const server = await listen(address);
    if (server) return server;
    if (attempt === 0) onWait?.();
    await sleep(50);
  }
}

function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(error);
    });
    server.listen({ path: address, exclusive: true }, () => {
      resolve(server);
    });
  });
}
