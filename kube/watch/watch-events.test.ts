import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../../engine/testing/runs.ts";
import { nextBatch, watchEvents, type WatchEvent } from "./watch-events.ts";

const event = (name: string, type: WatchEvent["type"] = "MODIFIED"): WatchEvent => ({
  type,
  object: { metadata: { name, uid: `uid-${name}`, resourceVersion: "7" } },
});

const lines = (events: readonly WatchEvent[]): Uint8Array =>
  Buffer.from(events.map(item => `${JSON.stringify(item)}\n`).join(""));

async function* chunked(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const edges = [...new Set([0, ...cuts.map(cut => cut % (bytes.length + 1)), bytes.length])];
  edges.sort((a, b) => a - b);
  for (const [index, edge] of edges.entries()) {
    await Promise.resolve();
    yield bytes.subarray(edge, edges[index + 1] ?? bytes.length);
  }
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<(readonly WatchEvent[])[]> {
  const batches: (readonly WatchEvent[])[] = [];
  for await (const batch of watchEvents(chunks)) batches.push(batch);
  return batches;
}

describe("watchEvents", () => {
  it("returns the same events for any split into chunks", async () => {
    const names = fc.array(fc.string({ unit: "grapheme", maxLength: 12 }), { maxLength: 12 });
    const cuts = fc.array(fc.nat(4_000), { maxLength: 20 });
    const cutAnywhere = fc.asyncProperty(names, cuts, async (words, at) => {
      const events = words.map(word => event(word));
      expect((await collect(chunked(lines(events), at))).flat()).toEqual(events);
    });
    await fc.assert(cutAnywhere, runs(200));
  });

  it("returns events that arrive together as one batch", async () => {
    const burst = [event("a"), event("b"), event("c")];
    expect(await collect(chunked(lines(burst), []))).toEqual([burst]);
  });

  it("does not return a truncated line", async () => {
    const whole = lines([event("a"), event("b")]);
    const batches = await collect(chunked(whole.subarray(0, whole.length - 3), []));
    expect(batches.flat()).toEqual([event("a")]);
  });

  it("skips empty lines", async () => {
    const spaced = Buffer.concat([Buffer.from("\n\n"), lines([event("a")]), Buffer.from("\n")]);
    expect((await collect(chunked(spaced, []))).flat()).toEqual([event("a")]);
  });

  it("ends at a line that is longer than any object", async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      const part = Buffer.alloc(1024 * 1024, "x");
      yield lines([event("a")]);
      for (;;) {
        await Promise.resolve();
        yield part;
      }
    }
    const seen: WatchEvent[] = [];
    const reading = (async () => {
      for await (const batch of watchEvents(endless())) seen.push(...batch);
    })();
    await expect(reading).rejects.toThrow(RangeError);
    expect(seen).toEqual([event("a")]);
  });

  it.each(['{"type":"GREETING","token":"s3cr3t"}', '{"token":s3cr3t}', "s3cr3t"])(
    "ends at a line that is not an event, and quotes nothing of it: %s",
    async line => {
      const batches = watchEvents(chunked(Buffer.from(`${line}\n`), []));
      const message = "a line is not a watch event";
      expect(await nextBatch(batches, "WATCH /x")).toMatchObject({
        error: { code: "Malformed", message },
      });
    },
  );

  it("passes a failure of the stream through, after the preceding events", async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield* chunked(lines([event("a")]), []);
      throw new Error("other side closed");
    }
    const seen: WatchEvent[] = [];
    const reading = (async () => {
      for await (const batch of watchEvents(broken())) seen.push(...batch);
    })();
    await expect(reading).rejects.toThrow("other side closed");
    expect(seen).toEqual([event("a")]);
  });
});
