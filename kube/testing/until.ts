import { vi } from "vitest";

/** Waits until the assertions hold. The timeout is long, because it costs passing tests nothing. */
export const until = <Value>(assertions: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(assertions, { timeout: 60_000, interval: 1 });
