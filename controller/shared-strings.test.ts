import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import fc from "fast-check";
import { expect, it } from "vitest";

import { runs } from "../engine/testing/runs.ts";
import { SharedStrings } from "./shared-strings.ts";

it("leaves every value as it is", () => {
  const strings = new SharedStrings();
  const holds = fc.property(fc.jsonValue(), value => {
    const copy: unknown = JSON.parse(JSON.stringify(value));
    strings.share(copy);
    expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
  });
  fc.assert(holds, runs(200));
});

/** Bytes in use once collections free nothing more: what earlier tests leave is not always freed by the first. */
function settledHeap(collect: () => void): number {
  let used = Infinity;
  for (;;) {
    collect();
    const now = process.memoryUsage().heapUsed;
    if (now > used * 0.999) return now;
    used = now;
  }
}

/** Bytes in use by what `make` returns. */
function heapOf(make: () => unknown): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const before = settledHeap(collect);
  const made = make();
  const used = settledHeap(collect) - before;
  expect(made).toBeDefined();
  return used;
}

it.each([
  {
    shows: "equal strings",
    text: () => "the desired count is within the acceptable range",
    most: 0.7,
  },
  {
    shows: "the strings of the latest objects among others",
    text: (index: number) =>
      index % 2 === 0
        ? `message ${index}`.padEnd(48)
        : "the desired count is within the acceptable range",
    most: 0.9,
  },
])("keeps $shows once", ({ text, most }) => {
  const parse = (): { text: string }[] =>
    Array.from(
      { length: 20_000 },
      (_, index) => JSON.parse(JSON.stringify({ text: text(index) })) as { text: string },
    );
  const apart = heapOf(parse);
  const strings = new SharedStrings();
  const shared = heapOf(() => {
    const parsed = parse();
    for (const each of parsed) strings.share(each);
    return parsed;
  });
  expect(shared / apart).toBeLessThan(most);
});

it("keeps few strings that objects no longer have", () => {
  const parse = (): { text: string }[] =>
    Array.from(
      { length: 20_000 },
      (_, index) => JSON.parse(`{"text":"${`message ${index}`.padEnd(48)}"}`) as { text: string },
    );
  const all = heapOf(parse);
  const strings = new SharedStrings();
  const kept = heapOf(() => {
    for (const each of parse()) strings.share(each);
    return strings;
  });
  expect(kept / all).toBeLessThan(0.3);
});
