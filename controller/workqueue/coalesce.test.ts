import { expect, it, vi } from "vitest";

import { withFakeTimers } from "../testing/fake-timers.ts";
import { coalesce } from "./coalesce.ts";

withFakeTimers();

it("calls at once, and once more for all calls in the meantime", () => {
  const call = vi.fn();
  const told = coalesce(100, call);
  for (let count = 0; count < 300; count++) told();
  expect(call).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(100);
  expect(call).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1_000);
  expect(call).toHaveBeenCalledTimes(2);
  told();
  expect(call).toHaveBeenCalledTimes(3);
});
