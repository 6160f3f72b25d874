import { describe, expect, it } from "vitest";

import type { StartFigures, SteadyFigures } from "../run.ts";
import type { FieldsMeasured } from "./measure-fields.ts";
import { fieldsTable } from "./report.ts";

const start = (changes: Partial<StartFigures> = {}): StartFigures => ({
  ...{ readyAfterMs: 500, reached: 1_000, after: { first: 1, half: 8, all: 16 } },
  ...{ peakBytes: 200e6, longestStallMs: 30, requests: {}, lists: {}, pages: {}, ended: null },
  ...changes,
});

const steady: SteadyFigures = {
  ...{ seconds: 30, busy: { operator: 0.02, server: 0 }, memoryBytes: 190e6, peakBytes: 250e6 },
  ...{ longestStallMs: 40, lateness: { median: 1, p99: 12, most: 20 } },
  ...{ decisions: 2_000, requestsPerSync: 0.01, sourceRequests: 40, requests: {} },
};

const measured = (changes: Partial<FieldsMeasured> = {}): FieldsMeasured => ({
  ...{ name: "scaler", objects: 1_000, start: start(), steady, fallen: null },
  ...changes,
});

const rows = (of: FieldsMeasured): string[][] =>
  fieldsTable([of])
    .split("\n")
    .map(line =>
      line
        .split("|")
        .slice(1, -1)
        .map(cell => cell.trim()),
    );

function cell(of: FieldsMeasured, head: string): string | undefined {
  const [heads = [], , cells = []] = rows(of);
  return cells[heads.indexOf(head)];
}

describe("the table of fields", () => {
  // prettier-ignore
  it.each([
    { head: "fields",                 of: measured(),                                cell: "scaler" },
    { head: "fields",                 of: measured({ name: "" }),                    cell: "none" },
    { head: "CPU",                    of: measured(),                                cell: "2.0%" },
    { head: "each decision",          of: measured(),                                cell: "300 µs" },
    { head: "memory, at most",        of: measured(),                                cell: "250 MB" },
    { head: "memory, at most",        of: measured({ steady: null }),                cell: "200 MB" },
    { head: "lateness, p99",          of: measured(),                                cell: "12 ms" },
    { head: "longest stall",          of: measured({ steady: null }),                cell: "" },
    { head: "start",                  of: measured(),                                cell: "16.0 s" },
    { head: "start",                  of: measured({ start: start({ reached: 9 }) }), cell: "9 of 1000 in time" },
    { head: "start",                  of: measured({ start: start({ ended: "SIGABRT" }) }), cell: "ended: SIGABRT" },
    { head: "of sources per period",  of: measured(),                                cell: "20" },
    { head: "all smaller after",      of: measured({ fallen: start() }),             cell: "16.0 s" },
    { head: "marks of pods",          of: measured({ fallen: start({ requests: { "patch pods": 4_000 } }) }), cell: "4,000" },
  ])("shows $cell as $head", ({ head, of, cell: shown }) => {
    expect(cell(of, head)).toBe(shown);
  });

  it("has no columns about a fall of the load without one", () => {
    expect(rows(measured())[0]).not.toContain("marks of pods");
  });
});
