import { describe, expect, it } from "vitest";

import { coloured, entries, pageFor, plain, shorten, wrap } from "./style.ts";
import { absoluteTime, relativeTime, shortAge } from "./times.ts";

describe("pageFor", () => {
  // prettier-ignore
  it.each([
    { when: "a terminal",                 output: { isTTY: true, columns: 132 }, env: {},                   width: 132, paint: coloured },
    { when: "NO_COLOR",                   output: { isTTY: true, columns: 132 }, env: { NO_COLOR: "1" },    width: 132, paint: plain },
    { when: "an empty NO_COLOR",          output: { isTTY: true, columns: 132 }, env: { NO_COLOR: "" },     width: 132, paint: coloured },
    { when: "a terminal without colours", output: { isTTY: true, columns: 80 },  env: { TERM: "dumb" },     width: 80,  paint: plain },
    { when: "a terminal that reports width 0", output: { isTTY: true, columns: 0 },   env: {},                   width: 20,  paint: coloured },
    { when: "a pipe",                     output: {},                            env: {},                   width: 80,  paint: plain },
    { when: "a pipe with COLUMNS",        output: {},                            env: { COLUMNS: "120" },   width: 120, paint: plain },
    { when: "a pipe with invalid COLUMNS", output: {},                            env: { COLUMNS: "-5" },    width: 80,  paint: plain },
  ])("detects width and colours of $when", ({ output, env, width, paint }) => {
    expect(pageFor(output, env)).toEqual({ width, paint });
  });
});

describe("wrap", () => {
  it.each([
    { text: "", width: 5, lines: [""] },
    { text: "one two three", width: 7, lines: ["one two", "three"] },
    { text: "one two three", width: 13, lines: ["one two three"] },
    { text: "a verylongword b", width: 5, lines: ["a", "veryl", "ongwo", "rd b"] },
  ])("breaks $text at $width", ({ text, width, lines }) => {
    expect(wrap(text, width)).toEqual(lines);
  });

  it.each([{ label: "a".repeat(16) }, { label: "a".repeat(20) }])(
    "leaves room for the text next to the label $label, also on a narrow page",
    ({ label }) => {
      const lines = entries([{ label, text: "some words" }], { width: 20, paint: plain });
      expect(lines.join(" ").replaceAll(/\s+/g, " ")).toContain(`${label} some words`);
    },
  );

  it("marks truncated text", () => {
    expect([shorten("abcdef", 6), shorten("abcdef", 4)]).toEqual(["abcdef", "abc…"]);
  });
});

describe("times", () => {
  const now = Date.parse("2026-01-02T10:00:00Z");
  // prettier-ignore
  it.each([
    { seconds: 0,          long: "now",            short: "0s" },
    { seconds: 1,          long: "1 second ago",   short: "1s" },
    { seconds: 119,        long: "119 seconds ago", short: "119s" },
    { seconds: 120,        long: "2 minutes ago",  short: "2m" },
    { seconds: 7_199,      long: "119 minutes ago", short: "119m" },
    { seconds: 86_400,     long: "24 hours ago",   short: "24h" },
    { seconds: 200_000,    long: "2 days ago",     short: "2d" },
    { seconds: -90,        long: "in 90 seconds",  short: "0s" },
  ])("$seconds s are $long", ({ seconds, long, short }) => {
    const time = now - seconds * 1000;
    expect([relativeTime(time, now), shortAge(time, now)]).toEqual([long, short]);
  });

  it("are in UTC", () => {
    expect(absoluteTime(now + 345)).toBe("2026-01-02 10:00:00Z");
  });
});
