import { vi } from "vitest";

/** Waits until the assertions hold. The limit is for a machine that does much else meanwhile. */
export const until = (assertions: () => unknown): Promise<unknown> =>
  vi.waitFor(assertions, { timeout: 10_000, interval: 5 });
