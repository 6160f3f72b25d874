import { setTimeout as sleep } from "node:timers/promises";

import type { ApiResponse } from "../../hack/cluster/api.ts";

const everyMs = 100;
/**
 * The API server keeps up to 25 idle connections to a webhook (client-go, `idleConnsPerHost`). A replica that ends
 * closes each one with a response, so all of them need a review while it ends: a connection that is still
 * idle closes without one, and a review that the API server sends at that moment fails.
 */
const atOnce = 5;

/** Has an object reviewed repeatedly while `work` runs; returns the distinct responses that reject it, a line each. */
export async function refusedDuring(
  work: Promise<unknown>,
  review: () => Promise<ApiResponse>,
): Promise<string> {
  const over = new AbortController();
  const done = work.finally(() => {
    over.abort();
  });
  const refused = new Set<string>();
  while (!over.signal.aborted) {
    const responses = await Promise.all(Array.from({ length: atOnce }, review));
    for (const { code, text } of responses) if (code !== 201) refused.add(`${code} ${text}`);
    await sleep(everyMs);
  }
  await done;
  return [...refused].join("\n");
}
