import { setTimeout as sleep } from "node:timers/promises";

import type { ApiResponse } from "../../hack/cluster/api.ts";

const everyMs = 50;

/** Has an object reviewed repeatedly while `work` runs; returns the distinct responses that reject it. */
export async function refusedDuring(
  work: Promise<unknown>,
  review: () => Promise<ApiResponse>,
): Promise<string[]> {
  const over = new AbortController();
  const done = work.finally(() => {
    over.abort();
  });
  const refused = new Set<string>();
  while (!over.signal.aborted) {
    const { code, text } = await review();
    if (code !== 201) refused.add(`${code} ${text}`);
    await sleep(everyMs);
  }
  await done;
  return [...refused];
}
