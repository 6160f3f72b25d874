import { setTimeout as sleep } from "node:timers/promises";

import type { ApiResponse } from "../../hack/cluster/api.ts";

const pauseMs = 100;
/** After the work, no replica starts or ends, so fewer reviews are enough. */
const laterPauseMs = 500;
/**
 * The API server keeps up to 25 idle connections to a webhook (client-go, `idleConnsPerHost`). A replica that ends
 * closes each one with a response, so all of them need a review while it ends: a connection that is still
 * idle closes without one, and a review that the API server sends at that moment fails.
 */
const atOnce = 5;

/**
 * Requests reviews of an object while `work` runs and, less often, while `afterwards` runs. Returns the distinct
 * responses that reject the object, one per line.
 */
export async function refusedDuring(
  work: Promise<unknown>,
  review: () => Promise<ApiResponse>,
  afterwards: () => Promise<unknown> = () => Promise.resolve(),
): Promise<string> {
  const over = new AbortController();
  let pause = pauseMs;
  const done = work
    .then(() => {
      pause = laterPauseMs;
      return afterwards();
    })
    .finally(() => {
      over.abort();
    });
  // It is awaited below: a failure meanwhile is not unhandled.
  done.catch(() => undefined);
  const refused = new Set<string>();
  while (!over.signal.aborted) {
    const responses = await Promise.all(Array.from({ length: atOnce }, review));
    for (const { code, text } of responses) if (code !== 201) refused.add(`${code} ${text}`);
    await sleep(pause);
  }
  await done;
  return [...refused].join("\n");
}
