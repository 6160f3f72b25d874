import { expect, it, vi } from "vitest";

import { withFakeTimers } from "../testing/fake-timers.ts";
import { coalesce } from "./event-loop-turn.ts";

withFakeTimers();

it("calls at once, and once more for all calls in the meantime", () => {
  const call = vi.fn(() => 100);
  const told = coalesce(call);
  for (let count = 0; count < 300; count++) told();
  expect(call).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(100);
  expect(call).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1_000);
  expect(call).toHaveBeenCalledTimes(2);
  told();
  expect(call).toHaveBeenCalledTimes(3);
});

it("pauses for as long as each call asks for", () => {
  const pauses = [0, 0, 50, 200];
  const call = vi.fn(() => pauses.shift() ?? 0);
  const told = coalesce(call);
  const callsAfter = (ms: number): number => {
    told();
    vi.advanceTimersByTime(ms);
    return call.mock.calls.length;
  };
  expect([0, 0, 0, 49, 1, 199, 1].map(callsAfter)).toEqual([1, 2, 3, 3, 4, 4, 5]);
});
