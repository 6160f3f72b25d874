import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";

import { withLock } from "./lock.ts";

describe("withLock", () => {
  it("runs one after the other, and notifies the second that it waits", async () => {
    const name = randomUUID();
    const seen: string[] = [];
    let second: Promise<unknown> | undefined;
    await withLock(name, async () => {
      seen.push("first in");
      await new Promise<void>(waits => {
        second = withLock(
          name,
          () => Promise.resolve(seen.push("second in")),
          () => {
            seen.push("second waits");
            waits();
          },
        );
      });
      seen.push("first out");
    });
    await second;
    expect(seen).toEqual(["first in", "second waits", "first out", "second in"]);
  });

  it("does not serialize different names", async () => {
    const inner = () => withLock(randomUUID(), () => Promise.resolve("both"));
    expect(await withLock(randomUUID(), inner)).toBe("both");
  });

  it("releases the lock after an error", async () => {
    const name = randomUUID();
    await expect(withLock(name, () => Promise.reject(new Error("broken")))).rejects.toThrow(
      "broken",
    );
    expect(await withLock(name, () => Promise.resolve("free"))).toBe("free");
  });
});
