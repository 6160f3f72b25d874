import { describe, expect, it } from "vitest";

import { memo } from "./cron-times.ts";

function scene(most: number) {
  let made = 0;
  const remembered = memo(most, key => {
    made += 1;
    return `of ${key}`;
  });
  /** How many results of a pass over these arguments are new. */
  const pass = (from: number, to: number): number => {
    const before = made;
    for (let key = from; key < to; key++) expect(remembered(String(key))).toBe(`of ${key}`);
    return made - before;
  };
  return { pass };
}

describe("with 100 places", () => {
  it.each([
    { keys: 100, again: 0 },
    { keys: 101, again: 1 },
    { keys: 200, again: 100 },
    { keys: 400, again: 300 },
  ])("$keys arguments, used in turn, are computed $again times again", ({ keys, again }) => {
    const { pass } = scene(100);
    expect(pass(0, keys)).toBe(keys);
    for (let turn = 0; turn < 10; turn++) expect(pass(0, keys)).toBe(again);
  });

  it("results that are not used any more make room for others", () => {
    const { pass } = scene(100);
    pass(0, 100);
    for (let turn = 0; turn < 6; turn++) pass(100, 200);
    expect(pass(100, 200)).toBe(0);
    expect(pass(0, 100)).toBe(100);
  });

  it("a burst of arguments that are used once costs the others nothing", () => {
    const { pass } = scene(100);
    pass(0, 90);
    pass(1_000, 1_300);
    expect(pass(0, 90)).toBe(0);
  });
});
