import { describe, expect, it, vi } from "vitest";

import { RequestSlots } from "./request-slots.ts";

/** Four places, of which `a` holds its half; the queue of `a` is long. */
async function crowdedBy(a: string) {
  const slots = new RequestSlots(4);
  await Promise.all([slots.enter([a], 1_000), slots.enter([a], 1_000)]);
  const waiting = Array.from({ length: 9 }, () => slots.enter([a], 1_000));
  return { slots, waiting };
}

describe("a request that several owners want", () => {
  it("takes the place of the owner with the fewest", async () => {
    const slots = new RequestSlots(8);
    expect(await slots.enter(["a", "b"], 1_000)).toBe("a");
    expect(await slots.enter(["a", "b"], 1_000)).toBe("b");
    expect(await slots.enter(["a", "b", "c"], 1_000)).toBe("c");
  });

  it.each([[["a", "b"]], [["b", "a"]]])(
    "takes the place of another owner if one is crowded: %s",
    async owners => {
      const { slots } = await crowdedBy("a");
      expect(await slots.enter(owners, 1_000)).toBe("b");
    },
  );

  it("waits in the turns of all of them, and takes one place", async () => {
    const { slots } = await crowdedBy("a");
    for (const owner of ["b", "c"]) await slots.enter([owner], 1_000);
    const shared = slots.enter(["a", "b", "c"], 1_000);
    const next = slots.enter(["b"], 1_000);
    slots.leave("b", true);
    expect(await shared).toBe("b");
    slots.leave("b", true);
    expect(await next).toBe("b");
  });

  it("gives up in the turns of all of them", async () => {
    vi.useFakeTimers();
    const { slots } = await crowdedBy("a");
    await slots.enter(["b"], 1_000);
    const shared = slots.enter(["a", "b"], 100);
    await vi.advanceTimersByTimeAsync(100);
    expect(await shared).toBeNull();
    const next = slots.enter(["b"], 1_000);
    slots.leave("b", true);
    // Without a place, it gives up as well.
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await next).toBe("b");
    vi.useRealTimers();
  });

  it("looks at each of its owners a few times, whatever else waits", async () => {
    let looks = 0;
    const owners = {
      *[Symbol.iterator]() {
        for (let index = 0; index < 1_000; index += 1) {
          looks += 1;
          yield `team-${index}`;
        }
      },
    };
    const { slots } = await crowdedBy("a");
    await slots.enter(owners, 1_000);
    expect(looks).toBe(1_000);
    await slots.enter(["b"], 1_000);
    const waits = slots.enter(owners, 1_000);
    expect(looks).toBe(3_000);
    slots.leave("b", true);
    await waits;
    expect(looks).toBe(3_000);
  });
});
