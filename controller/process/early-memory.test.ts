import { describe, expect, it } from "vitest";

import { memoryProblem } from "./early-memory.ts";

const mebibyte = 2 ** 20;

describe("the memory limit at the start", () => {
  // prettier-ignore
  it.each([
    { shows: "no limit, as libuv reports it",       bytes: 2 ** 64,       says: null },
    { shows: "no limit that is known",              bytes: 0,             says: null },
    { shows: "the chart's default",                 bytes: 256 * mebibyte, says: null },
    { shows: "just enough",                         bytes: 96 * mebibyte, says: null },
    { shows: "too little on a node without the image in its page cache", bytes: 64 * mebibyte, says: "64Mi is too small" },
    { shows: "too little for the bundle",           bytes: 40 * mebibyte, says: "40Mi is too small" },
  ])("is judged: $shows", ({ bytes, says }) => {
    if (says === null) expect(memoryProblem(bytes)).toBeNull();
    else expect(memoryProblem(bytes)).toContain(says);
  });
});
