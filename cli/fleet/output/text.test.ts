import { describe, expect, it } from "vitest";

import { coloured, plain } from "../../terminal/style.ts";
import { rankedOf } from "../testing/ranked.ts";
import { reportOf } from "../testing/reports.ts";
import { fleetText } from "./text.ts";

const report = reportOf({ objects: 300, ranked: 60, days: 1 });
const textOf = (of = report, { width = 80, showsAll = false } = {}) =>
  fleetText(of, { width, paint: plain }, showsAll);

describe("the text of a report", () => {
  it("has the sums first, then findings, suggestions, what was not read and what is not ranked", () => {
    const text = textOf();
    const titles = [
      "300 autoscalers in 3 clusters",
      "MissingTarget, error, ",
      "OBJECT ",
      "Not read:",
      "Not ranked, 30:",
    ];
    const found = titles.map(title => text.indexOf(title));
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(found[0]).toBe(0);
  });

  // prettier-ignore
  it.each([
    { shows: "three objects of a rule",       showsAll: false, rule: 3,        list: 20 },
    { shows: "all objects with --all",        showsAll: true,  rule: Infinity, list: Infinity },
  ])("has $shows", ({ showsAll, rule, list }) => {
    const lines = textOf(report, { width: 400, showsAll }).split("\n");
    const atMaximum = report.findings.filter(({ rule }) => rule === "AtMaximum").length;
    expect(lines.filter(line => line.includes("91% of the last 28 days"))).toHaveLength(Math.min(rule, atMaximum));
    expect(lines.filter(line => line.includes("CPU utilization 70% to 80%"))).toHaveLength(Math.min(list, 60));
    expect(lines.filter(line => line.includes("A second metric decides"))).toHaveLength(Math.min(list, 30));
    expect(lines.some(line => line.endsWith("--all shows all"))).toBe(!showsAll);
    expect(lines.includes("    - /spec/replicas")).toBe(false);
    expect(lines.includes("      - /spec/replicas")).toBe(showsAll);
  });

  it.each([20, 40, 63, 64, 80, 120])("fits %i columns, and cuts no name", width => {
    const long = rankedOf({ name: "x".repeat(200) });
    const lines = textOf({ ...report, ranked: [long, ...report.ranked] }, { width }).split("\n");
    expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(width);
    expect(lines.join("").replaceAll(" ", "")).toContain("x".repeat(200));
  });

  // prettier-ignore
  it.each([
    { shows: "a price",            shape: {},                    want: /SAVES .*\n.* \d+\.\d% +[\d,.]+ +[\d,.-]+ +\d+\.\dm/, sums: /With 60 suggestions applied: [\d,]+ \([\d,]+ to [\d,]+\) of [\d,]+ saved a month/ },
    { shows: "no price",           shape: { hasPrice: false },   want: /% +- +- +\d+\.\dm/,                                   sums: /--price turns/ },
    { shows: "no past",            shape: { hasHistory: false }, want: /^300 autoscalers/,                                    sums: /^(?![^]*replay)/ },
  ])("is complete with $shows", ({ shape, want, sums }) => {
    const text = textOf(reportOf({ objects: 300, ranked: 60, days: 1, ...shape }), { width: 200 });
    expect(text).toMatch(want);
    expect(text).toMatch(sums);
  });

  it("says that lost work is a lower bound, or unknown", () => {
    const unknown = { ...rankedOf({ name: "web" }).today, lostWork: null };
    const text = textOf({ ...report, ranked: [rankedOf({ name: "web", suggested: unknown })] });
    expect(text).toContain("lost work at least 0.200%, then unknown");
  });

  it("shows hostile names without control characters, and colours only its own words", () => {
    const hostile = "\u001b[31m\u202egnp.exe\u0007\r\n\u009b2J";
    const text = fleetText(
      reportOf({ objects: 60, ranked: 20, days: 1, hostile }),
      { width: 90, paint: coloured },
      true,
    );
    const own = text.replace(/\u001b\[(?:0|1|2|31|33)m/g, "");
    expect(own).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(text.match(/\u001b\[31m/g)).toHaveLength(1);
  });
});
