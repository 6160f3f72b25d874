import { EventEmitter } from "node:events";

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { now, web } from "../testing/objects.ts";
import { Feed } from "./feed.ts";
import type { RowsMessage, UiRow } from "./messages.ts";
import { observedObject } from "./testing/observed-object.ts";
import { uiRowsOf } from "./live-objects.ts";

class FakeSink extends EventEmitter {
  isSlow = false;
  readonly texts: string[] = [];

  write(text: string): boolean {
    this.texts.push(text);
    return !this.isSlow;
  }

  messages(): RowsMessage[] {
    const data = this.texts.splice(0).map(text => /^event: rows\ndata: (.*)\n\n$/.exec(text)?.[1]);
    return data.map(text => JSON.parse(text ?? "") as RowsMessage);
  }
}

const [row] = uiRowsOf(observedObject(web), now) as [UiRow];
const rowsOf = (count: number): Map<string, UiRow> =>
  new Map(Array.from({ length: count }, (_, key) => [String(key), { ...row, key: String(key) }]));

const summary = ({ phase, rows, removed }: RowsMessage) => [phase, rows.length, removed.length];

describe("the feed of a page", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("begins with all rows in parts", () => {
    const sink = new FakeSink();
    new Feed(sink, rowsOf(2_500));
    expect(sink.messages().map(summary)).toEqual([
      ["Begin", 0, 0],
      ["Change", 1_000, 0],
      ["Change", 1_000, 0],
      ["Change", 500, 0],
      ["Complete", 0, 0],
    ]);
  });

  it("gathers changes, and sends a row in its latest state", () => {
    const [sink, rows] = [new FakeSink(), rowsOf(3)];
    const feed = new Feed(sink, rows);
    sink.messages();
    feed.changed(["1"]);
    rows.set("1", { ...row, key: "1", current: 42 });
    rows.delete("2");
    feed.changed(["1", "2"]);
    vi.advanceTimersByTime(200);
    expect(sink.messages()).toMatchObject([
      { phase: "Change", rows: [{ key: "1", current: 42 }], removed: ["2"] },
    ]);
  });

  it("waits for a slow page and then sends each row once", () => {
    const [sink, rows] = [new FakeSink(), rowsOf(1_500)];
    sink.isSlow = true;
    const feed = new Feed(sink, rows);
    feed.state({ namespace: null, isListed: true, problem: null, since: null, now });
    for (let time = 0; time < 50; time++) {
      feed.changed(["1", "1400"]);
      vi.advanceTimersByTime(200);
    }
    expect(sink.messages().map(summary)).toEqual([["Begin", 0, 0]]);
    sink.isSlow = false;
    sink.emit("drain");
    vi.advanceTimersByTime(200);
    expect(sink.messages().map(summary)).toEqual([
      ["Change", 1_000, 0],
      ["Change", 500, 0],
      ["Complete", 0, 0],
    ]);
  });

  it("sends nothing after its end", () => {
    const sink = new FakeSink();
    const feed = new Feed(sink, rowsOf(1));
    sink.messages();
    feed.changed(["0"]);
    feed.close();
    vi.advanceTimersByTime(1_000);
    expect(sink.texts).toEqual([]);
  });
});
