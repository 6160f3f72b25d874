import { describe, expect, it } from "vitest";

import type { UiRow } from "../messages.ts";
import { ServerEvents, hashOf, shownIn } from "./connection.ts";
import { age, countStates, filtered, Rows } from "./rows.ts";
import { pointsOf } from "./list-view.ts";
import { windowOf } from "./virtual-list.ts";

const row = (name: string, change: Partial<UiRow> = {}): UiRow => ({
  ...{ key: `shop ${name} Autoscaler 0`, kind: "Autoscaler", namespace: "shop", name, index: 0 },
  ...{ target: `Deployment ${name}`, load: "cpu 30%/70%", vote: "cpu 3", range: "1 to 9" },
  ...{
    limits: [],
    current: 3,
    desired: 3,
    sizes: [],
    lastScaleTime: null,
    states: [],
    version: "1",
  },
  ...change,
});

const rows = [
  row("cart", { states: ["held"], limits: ["held by the window"] }),
  row("web", { states: ["maximum", "obstacle"] }),
  row("Web-admin", { target: "StatefulSet search" }),
];

// prettier-ignore
const searches = [
  { search: "",                 state: null,       names: ["cart", "web", "Web-admin"] },
  { search: "web",              state: null,       names: ["web", "Web-admin"] },
  { search: " WEB  search ",    state: null,       names: ["Web-admin"] },
  { search: "shop/cart",        state: null,       names: ["cart"] },
  { search: "window",           state: null,       names: ["cart"] },
  { search: ".*",               state: null,       names: [] },
  { search: "",                 state: "held",     names: ["cart"] },
  { search: "web",              state: "maximum",  names: ["web"] },
  { search: "cart",             state: "conflict", names: [] },
] as const;

describe("the filter", () => {
  it.each(searches)("$search in state $state", ({ names, ...filter }) => {
    expect(filtered(rows, filter).map(({ name }) => name)).toEqual(names);
  });

  it("counts the rows in each state", () => {
    expect(Object.fromEntries(countStates(rows))).toEqual({ held: 1, maximum: 1, obstacle: 1 });
  });
});

describe("the rows of the page", () => {
  const named = (list: Rows) => list.sorted().map(({ name }) => name);

  it("stay in the order of their keys", () => {
    const list = new Rows();
    list.apply({ phase: "Change", rows: [row("web"), row("cart")], removed: [] });
    list.apply({ phase: "Change", rows: [row("dns")], removed: [row("web").key] });
    expect(named(list)).toEqual(["cart", "dns"]);
  });

  it("of a lost connection stay until the new one has sent all", () => {
    const list = new Rows();
    list.apply({ phase: "Change", rows: [row("cart"), row("web")], removed: [] });
    list.apply({ phase: "Begin", rows: [], removed: [] });
    list.apply({ phase: "Change", rows: [row("web", { current: 4 })], removed: [] });
    expect(named(list)).toEqual(["cart", "web"]);
    list.apply({ phase: "Complete", rows: [], removed: [] });
    expect(list.sorted()).toMatchObject([{ name: "web", current: 4 }]);
  });
});

describe("the stream of events", () => {
  const events = ["event: rows\ndata: {}\n\n", "event: state\ndata: a: b\n\n"].join("");

  it("is read the same however the network splits it", () => {
    const expected = new ServerEvents().add(events);
    expect(expected).toEqual([
      { event: "rows", data: "{}" },
      { event: "state", data: "a: b" },
    ]);
    for (let cut = 0; cut <= events.length; cut++) {
      const stream = new ServerEvents();
      expect([...stream.add(events.slice(0, cut)), ...stream.add(events.slice(cut))]).toEqual(
        expected,
      );
    }
  });
});

describe("the address of a workload", () => {
  it.each([
    { kind: "Autoscaler", namespace: "shop", name: "web", index: 0 },
    { kind: "ClusterProportionalAutoscaler", namespace: "", name: "a/b?c#d%", index: 12 },
  ])("of $name leads back to it", shown => {
    expect(shownIn(hashOf(shown))).toEqual(shown);
  });

  it.each(["", "#/", "#/a/b/c", "#/a/b/c/x", "#/a/%/c/0", "#token=x"])("%j is the list", hash => {
    expect(shownIn(hash)).toBeNull();
  });
});

// prettier-ignore
const windows = [
  { scroll: 0,       height: 360, count: 10_000, window: { first: 0, end: 16 } },
  { scroll: 3_600,   height: 360, count: 10_000, window: { first: 94, end: 116 } },
  { scroll: 359_640, height: 360, count: 10_000, window: { first: 9_984, end: 10_000 } },
  { scroll: 359_640, height: 360, count: 3,      window: { first: 0, end: 3 } },
  { scroll: 0,       height: 360, count: 0,      window: { first: 0, end: 0 } },
];

describe("the rows that a browser draws", () => {
  it.each(windows)("of $count, scrolled to $scroll", ({ scroll, height, count, window }) => {
    expect(windowOf(scroll, height, count)).toEqual(window);
  });
});

// prettier-ignore
const ages = [
  { before: 0,         text: "0s" },
  { before: 119,       text: "119s" },
  { before: 120,       text: "2m" },
  { before: 7_200,     text: "2h" },
  { before: 200_000,   text: "2d" },
  { before: -60,       text: "0s" },
];

describe("an age", () => {
  it.each(ages)("of $before s is $text", ({ before, text }) => {
    const now = Date.parse("2026-01-02T00:00:00Z");
    expect(age(new Date(now - before * 1000).toISOString(), now)).toBe(text);
  });

  it("of no change is empty", () => {
    expect(age(null, 0)).toBe("");
  });
});

describe("the line of the last hour", () => {
  // prettier-ignore
  it.each([
    { shows: "nothing without a size",              sizes: [],                     want: "" },
    { shows: "a size that holds all the time",      sizes: [[-90, 4]],             want: "0,1 96,1" },
    { shows: "a change in the middle as a step",    sizes: [[-60, 4], [-30, 2]],   want: "0,1 48,1 48,11 96,11" },
    { shows: "nothing before the first known size", sizes: [[-15, 4]],             want: "72,1 96,1" },
    { shows: "0 at the foot",                       sizes: [[-60, 0]],             want: "0,21 96,21" },
  ])("shows $shows", ({ sizes, want }) => {
    const known = sizes.map(([minutes = 0, size = 0]) => ({ time: minutes * 60_000, size }));
    expect(pointsOf(known, 0)).toBe(want);
  });
});
