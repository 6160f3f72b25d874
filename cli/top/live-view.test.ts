import { describe, expect, it } from "vitest";

import { now, objectOf, web } from "../testing/objects.ts";
import { display, type DisplayOptions, type Reading } from "./live-view.ts";
import { rowsOf } from "./rows.ts";

const rows = rowsOf([objectOf(web)], now);
const more = rowsOf(
  ["a", "b", "c", "d", "e", "f"].map(name => objectOf({ ...web, metadata: { name } })),
  now,
);
const good = (seconds: number, given = rows): Reading => {
  return { now: now + seconds * 1000, rows: given, problem: null };
};
const bad = (seconds: number): Reading => {
  return { now: now + seconds * 1000, rows: null, problem: "the API server does not answer" };
};

/** The chunks that are written for these readings. */
function shown(
  readings: readonly Reading[],
  options: Partial<DisplayOptions> = {},
  terminal: object = {},
): { out: string[]; err: string } {
  const out: string[] = [];
  let err = "";
  const stdout = { ...terminal, write: (text: string) => out.push(text) };
  const stderr = { write: (text: string) => (err += text) };
  const streams = { stdout, stderr, env: { NO_COLOR: "1" } };
  const show = display(streams, { interval: 2000, output: "table", ...options }, null);
  for (const reading of readings) show(reading);
  return { out, err };
}

describe("top without a terminal", () => {
  it("prints a table for every change", () => {
    const { out, err } = shown([good(0), good(2), good(4, more), good(6, more)]);
    expect(err).toBe("");
    expect(out).toHaveLength(2);
    expect(out[0]).toMatch(/^2026-01-02 10:05:00Z\nOBJECT .*\nshop\/web .*\n$/);
    expect(out[1]).toMatch(/^\n2026-01-02 10:05:04Z\nOBJECT .*\na .*\n/);
  });

  it("prints only the table if it prints once", () => {
    expect(shown([good(0)], { once: true }).out[0]).toMatch(/^OBJECT .*\nshop\/web .*\n$/);
  });

  it("prints a line of JSON for every change", () => {
    const { out } = shown([good(0), good(2), good(4, more)], { output: "json" });
    const lines = out.map(line => JSON.parse(line) as { time: string; rows: object[] });
    expect(out.join("").split("\n")).toHaveLength(3);
    expect(lines.map(({ time, rows: each }) => [time, each.length])).toEqual([
      ["2026-01-02T10:05:00.000Z", 1],
      ["2026-01-02T10:05:04.000Z", 6],
    ]);
    expect(lines[0]!.rows[0]).toMatchObject({
      ...{ kind: "Autoscaler", namespace: "shop", name: "web" },
      vote: { source: "cpu", replicas: 12 },
      ...{ minReplicas: 2, maxReplicas: 10, limits: ["TooManyReplicas"] },
      ...{ currentReplicas: 10, desiredReplicas: 10 },
      lastScaleTime: "2026-01-02T10:00:00.000Z",
    });
  });

  it("reports an error once, continues, and reports the recovery", () => {
    const { out, err } = shown([good(0), bad(2), bad(4), good(6), bad(8)]);
    expect(err).toBe("trimtab: the API server does not answer; trying again\n".repeat(2));
    expect(out).toHaveLength(2);
  });

  it("reports that there are no objects", () => {
    expect(shown([good(0, [])], { once: true })).toEqual({
      out: [],
      err: "trimtab: no autoscaler in any namespace\n",
    });
  });
});

describe("top on a terminal", () => {
  const terminal = { isTTY: true, columns: 100, rows: 6 };

  it("redraws in place, and keeps the table during an outage", () => {
    const { out, err } = shown([good(0), bad(2)], {}, terminal);
    expect(err).toBe("");
    expect(out[0]).toMatch(
      /^2026-01-02 10:05:00Z {2}all namespaces, every 2 s\nOBJECT .*\nshop\/web /,
    );
    expect(out[1]).toMatch(
      /^\u001b\[3A\r\u001b\[J2026-01-02 10:05:02Z {2}the API server does not answer; trying again\nOBJECT .*\nshop\/web /,
    );
  });

  it("shows only as many rows as the terminal has lines", () => {
    const [first] = shown([good(0, more)], {}, terminal).out;
    const lines = first!.trimEnd().split("\n");
    expect(lines).toHaveLength(5);
    expect(lines.at(-1)).toBe("... and 4 more");
  });

  it("redraws everything when the terminal is resized", () => {
    const changing = { ...terminal };
    const out: string[] = [];
    const stdout = Object.assign(changing, { write: (text: string) => out.push(text) });
    const streams = { stdout, stderr: { write: () => true }, env: {} };
    const show = display(streams, { interval: 2000, output: "table" }, "shop");
    show(good(0));
    changing.columns = 60;
    show(good(2));
    expect(out[1]).toMatch(/^\u001b\[2J\u001b\[H/);
  });

  it("prints once without moving the cursor", () => {
    const { out } = shown([good(0)], { once: true }, terminal);
    expect(out[0]).toMatch(/^OBJECT/);
  });
});
