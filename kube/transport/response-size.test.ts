import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";

import { afterEach, describe, expect, it, vi } from "vitest";

import { err, ok } from "../../engine/model/values/result.ts";
import { readPage, readText } from "./response-size.ts";

/** Bodies that record how many of them are read at a time. */
function scene() {
  const reading = { now: 0, most: 0 };
  const body = (texts: readonly string[]) =>
    Object.assign(new EventEmitter(), {
      async *[Symbol.asyncIterator]() {
        reading.now += 1;
        reading.most = Math.max(reading.most, reading.now);
        try {
          for (const text of texts) {
            await turn();
            if (text === "") throw new Error("cut off");
            yield Buffer.from(text);
          }
        } finally {
          reading.now -= 1;
        }
      },
    });
  return { reading, body };
}

describe("pages of lists", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("are read two at a time", async () => {
    const { reading, body } = scene();
    const pages = ["a", "b", "c", "d", "e"].map(text => readPage(body([text, text]), 100));
    const read = await Promise.all(pages);
    expect(read.map(page => page.ok && page.value.text)).toEqual(["aa", "bb", "cc", "dd", "ee"]);
    expect(reading.most).toBe(2);
  });

  it("that are cut off or too long, or end before their turn, delay no others", async () => {
    const { body } = scene();
    const bodies = [["a", ""], ["a", ""], ["too long"], [""], ["b"]].map(body);
    const pages = bodies.map(each => readPage(each, 2));
    bodies[3]?.emit("error", new Error("ended"));
    const read = await Promise.allSettled(pages);
    expect(read.map(page => (page.status === "fulfilled" ? page.value : "failed"))).toEqual([
      ...["failed", "failed", err("is longer than 2 bytes"), "failed"],
      ok({ text: "b", bytes: 1 }),
    ]);
  });

  it("that stall delay others by a second", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { body } = scene();
    const stalled = () =>
      Object.assign(new EventEmitter(), {
        async *[Symbol.asyncIterator]() {
          yield Buffer.from("a");
          await new Promise(() => undefined);
        },
      });
    void readPage(stalled(), 2);
    void readPage(stalled(), 2);
    let isRead = false;
    const page = readPage(body(["b"]), 2).finally(() => (isRead = true));
    await vi.advanceTimersByTimeAsync(900);
    expect(isRead).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(await page).toEqual(ok({ text: "b", bytes: 1 }));
  });
});

describe("readText", () => {
  const bytes = Buffer.from("größer 😀");

  it.each(Array.from({ length: bytes.length + 1 }, (_, at) => at))(
    "reads characters whatever chunks they are in, here split at byte %d",
    async at => {
      const body = Readable.from([bytes.subarray(0, at), bytes.subarray(at)]);
      const read = { text: "größer 😀", bytes: bytes.length };
      expect(await readText(body, bytes.length)).toEqual(ok(read));
    },
  );

  it("reads nothing of a body beyond the limit", async () => {
    const most = bytes.length - 1;
    expect(await readText(Readable.from([bytes]), most)).toEqual(
      err(`is longer than ${most} bytes`),
    );
  });
});
