import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { text as textOfStream } from "node:stream/consumers";

import { describe, expect, it } from "vitest";

import { Bodies, type Body } from "./bodies.ts";

const mebibyte = 1024 * 1024;

/** A request whose body is not complete before `end` is called. */
function request(length: number | null): PassThrough & IncomingMessage {
  const headers = length === null ? {} : { "content-length": String(length) };
  return Object.assign(new PassThrough(), { headers }) as unknown as PassThrough & IncomingMessage;
}

function sent(text: string, length: number | null = text.length) {
  const whole = request(length);
  whole.end(text);
  return whole;
}

async function held(bodies: Bodies, text: string): Promise<Body> {
  const body = await bodies.read(sent(text));
  if (!body.ok) throw new Error(body.error);
  return body.value;
}

describe("a body", () => {
  // prettier-ignore
  it.each([
    { shows: "with its length is read",                        text: "{}",                           length: 2,    result: { ok: true, value: { text: "{}" } } },
    { shows: "of unknown length is read",                      text: "{}",                           length: null, result: { ok: true, value: { text: "{}" } } },
    { shows: "of the maximum size is read",                    text: "x".repeat(8 * mebibyte),       length: null, result: { ok: true } },
    { shows: "with too large a length is rejected",            text: "",                             length: 8 * mebibyte + 1, result: { ok: false, error: "large" } },
    { shows: "that is too large without a length is rejected", text: "x".repeat(8 * mebibyte + 1),  length: null, result: { ok: false, error: "large" } },
    { shows: "with an invalid length is rejected",             text: "{}",                           length: NaN,  result: { ok: false, error: "large" } },
  ])("$shows", async ({ text, length, result }) => {
    expect(await new Bodies().read(sent(text, length))).toMatchObject(result);
  });

  it("that takes too long is aborted, and releases its memory", async () => {
    const bodies = new Bodies(10, 20);
    const slow = [request(8 * mebibyte), request(8 * mebibyte)];
    const reads = slow.map(each => bodies.read(each));
    // Without the limit, they end here, and are read.
    const end = setTimeout(() => slow.forEach(each => each.end()), 2_000);
    const ends = await Promise.allSettled(reads);
    clearTimeout(end);
    expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await held(bodies, "{}");
  });

  it("that is too large releases its memory", async () => {
    const bodies = new Bodies(10);
    const tooLarge = "x".repeat(8 * mebibyte + 1);
    for (let index = 0; index < 3; index++) {
      expect(await bodies.read(sent(tooLarge, null))).toEqual({ ok: false, error: "large" });
    }
    await held(bodies, "{}");
  });

  it("that is too large once it is parsed releases its memory", async () => {
    const bodies = new Bodies(10);
    const dense = `[${"{},".repeat(2.6 * mebibyte)}{}]`;
    for (let index = 0; index < 3; index++) {
      expect(await bodies.read(sent(dense))).toEqual({ ok: false, error: "large" });
    }
    await held(bodies, "{}");
  });

  it("that is interrupted releases its memory", async () => {
    const bodies = new Bodies(10);
    for (let index = 0; index < 5; index++) {
      const broken = request(8 * mebibyte);
      const read = bodies.read(broken);
      broken.destroy(new Error("connection reset"));
      await expect(read).rejects.toThrow("connection reset");
    }
    await held(bodies, "{}");
  });
});

describe("the memory limit", () => {
  it("costs a small body about as much as reading it, however much is free", async () => {
    const bodies = new Bodies();
    const timeOf = async (read: () => Promise<unknown>): Promise<number> => {
      const start = performance.now();
      for (let index = 0; index < 200; index++) await read();
      return performance.now() - start;
    };
    const readAlone = () => textOfStream(sent("{}"));
    const readInRoom = async () => {
      (await held(bodies, "{}")).release();
    };
    // In pairs, because another process may slow down one part of the measurement.
    const ratios: number[] = [];
    for (let round = 0; round < 5; round++) {
      const alone = await timeOf(readAlone);
      ratios.push((await timeOf(readInRoom)) / alone);
    }
    expect(Math.min(...ratios)).toBeLessThan(10);
  });

  it("allows two of the largest reviews, until they are answered", async () => {
    const bodies = new Bodies(10);
    const largest = "x".repeat(8 * mebibyte);
    const first = await held(bodies, largest);
    await held(bodies, largest);
    expect(await bodies.read(sent("{}"))).toEqual({ ok: false, error: "busy" });
    first.release();
    await held(bodies, largest);
  });

  it("allows 256 small bodies", async () => {
    const bodies = new Bodies(10);
    for (let index = 0; index < 256; index++) await held(bodies, "{}");
    expect(await bodies.read(sent("{}"))).toEqual({ ok: false, error: "busy" });
  });

  it("counts what large bodies take once they are parsed, without delay for small ones", async () => {
    const bodies = new Bodies(10);
    const dense = `[${"{},".repeat(mebibyte / 4)}{}]`;
    const first = await held(bodies, dense);
    expect(await bodies.read(sent(dense))).toEqual({ ok: false, error: "busy" });
    await held(bodies, "{}");
    first.release();
    await held(bodies, dense);
  });

  it("reserves the announced size for a body that never ends", async () => {
    const bodies = new Bodies(10);
    const reads = [request(8 * mebibyte), request(null)].map(each => bodies.read(each));
    // They are aborted seconds later, when other tests run.
    for (const read of reads) read.catch(() => undefined);
    expect(await bodies.read(sent("{}"))).toEqual({ ok: false, error: "busy" });
  });
});
