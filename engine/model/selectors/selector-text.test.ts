import { describe, expect, it } from "vitest";

import { parseSelector, readSelector } from "./selector-text.ts";

describe("parseSelector", () => {
  const labels = { app: "web", tier: "front", "example.com/size": "7" };

  // prettier-ignore
  it.each([
    { text: "app=web",                  matches: true },
    { text: "app==web",                 matches: true },
    { text: " app = web , tier=front ", matches: true },
    { text: "app=web,tier=back",        matches: false },
    { text: "app!=web",                 matches: false },
    { text: "other!=web",               matches: true },
    { text: "app in (api, web)",        matches: true },
    { text: "app in (api)",             matches: false },
    { text: "app notin (api,db)",       matches: true },
    { text: "other notin (api)",        matches: true },
    { text: "app",                      matches: true },
    { text: "other",                    matches: false },
    { text: "!other",                   matches: true },
    { text: "!app,tier",                matches: false },
    { text: "other=",                   matches: false },
    { text: "app in (,web)",            matches: true },
    { text: "app in ()",                matches: false },
    { text: "in in (in)",               matches: false },
    { text: "example.com/size>6",       matches: true },
    { text: "example.com/size < 7",     matches: false },
    { text: "app>6",                    matches: false },
    { text: "",                         matches: true },
    { text: "  ",                       matches: true },
  ])("$text: $matches", ({ text, matches }) => {
    const selector = parseSelector(text);
    expect(selector.ok && selector.value(labels)).toBe(matches);
  });

  it.each([
    "cheddar cheese",
    "app=web,",
    ",app=web",
    "app=web tier=front",
    "!app=web",
    "=web",
    "app in web",
    "app in (web",
    "app in web)",
    "app=we b",
    "app=-web",
    "app=(web)",
    "app>six",
    "app ! web",
    "-app=web",
    "Example.com/app=web",
    "a/b/c=d",
    `${"x".repeat(64)}=y`,
    `x=${"y".repeat(64)}`,
  ])("refuses %s", text => {
    expect(parseSelector(text)).toMatchObject({ ok: false });
  });

  it("reports what it found", () => {
    expect(parseSelector("cheddar cheese")).toEqual({
      ok: false,
      error: `"cheddar cheese" is not a label selector: found 'cheese', expected: an operator`,
    });
  });
});

describe("readSelector", () => {
  // prettier-ignore
  it.each([
    { shows: "a short text once",              text: "app=web,tier=front",       isKept: true },
    { shows: "an invalid text once",           text: "app=web,,",                isKept: true },
    { shows: "a text with many parts again",   text: "a,b,c,d,e",                isKept: false },
    { shows: "a long text again",              text: `app=web${" ".repeat(512)}`, isKept: false },
  ])("reads $shows", ({ text, isKept }) => {
    expect(readSelector(text) === readSelector(text)).toBe(isKept);
  });
});
