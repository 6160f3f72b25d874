import { describe, expect, it } from "vitest";

import { latenesses, LogTimes } from "./log-times.ts";

const line = (msg: string, key: string, time: number) => JSON.stringify({ time, key, msg });
const log = [
  line("decided", "shop/web", 1_000),
  line("scale", "shop/web", 1_001),
  line("decided", "shop/db", 2_000),
  '{"msg":"started"}',
  line("decided", "shop/web", 16_005),
  line("decided", "shop/web", 31_000),
  "",
].join("\n");

describe("the times in a log", () => {
  it("are those of a message, by object", () => {
    expect([...new LogTimes("decided").read(log).byKey]).toEqual([
      ["shop/web", [1_000, 16_005, 31_000]],
      ["shop/db", [2_000]],
    ]);
  });

  it("are the same if it is read while it grows, in the middle of a line, too", () => {
    const times = new LogTimes("decided");
    for (let end = 0; end <= log.length; end += 7) times.read(log.slice(0, end));
    expect(times.read(log).byKey).toEqual(new LogTimes("decided").read(log).byKey);
  });

  it.each([
    { when: "from the start", since: 0, late: [5, 0] },
    { when: "without the first decision", since: 1_001, late: [0] },
    { when: "after all decisions", since: 40_000, late: [] },
  ])("show the lateness $when", ({ since, late }) => {
    expect(latenesses(new LogTimes("decided").read(log).byKey, 15_000, since)).toEqual(late);
  });
});
