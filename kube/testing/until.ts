import { vi } from "vitest";

/** Waits until the assertions hold. The limit is long, because it costs a green test nothing. */
export const until = <Value>(assertions: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(assertions, { timeout: 10_000, interval: 1 });
