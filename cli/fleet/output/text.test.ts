import { describe, expect, it } from "vitest";

import { coloured, plain } from "../../terminal/style.ts";
import { madeUpReport } from "../testing/reports.ts";
import { fleetText } from "./text.ts";

const report = madeUpReport({ objects: 300 });
const textOf = (of = report, { width = 80, showsAll = false } = {}) =>
  fleetText(of, { width, paint: plain }, showsAll);

describe("the text of a report", () => {
  it("has the sums first, then findings by severity, and what was not read", () => {
    const text = textOf();
    const titles = [
      "300 autoscalers in 3 clusters",
      "TargetMissing, error, ",
      "AtMaximum, warning, ",
      "Not read:",
    ];
    const found = titles.map(title => text.indexOf(title));
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(found[0]).toBe(0);
  });

  it("has suggestions by their gain after the findings, and at the end what is not ranked", () => {
    const withPast = madeUpReport({ objects: 300, ranked: 25 });
    const text = textOf(withPast, { width: 200 });
    const titles = ["AtMaximum, warning, ", "REPLAY", "Not read:", "Not ranked, 30:"];
    const found = titles.map(title => text.indexOf(title));
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(found[0]).toBeGreaterThan(0);
    expect(text.match(/target 70% to 80%/g)).toHaveLength(20);
    expect(text).toContain("and 5 more; --all shows all");
    const all = textOf(withPast, { width: 200, showsAll: true });
    expect(all.match(/target 70% to 80%/g)).toHaveLength(25);
    expect(all.match(/: a second metric decides/g)).toHaveLength(30);
  });

  // prettier-ignore
  it.each([
    { shows: "three objects of a rule", showsAll: false, most: 3 },
    { shows: "all objects with --all",  showsAll: true,  most: Infinity },
  ])("has $shows", ({ showsAll, most }) => {
    const lines = textOf(report, { width: 400, showsAll }).split("\n");
    const atMaximum = report.findings.filter(({ rule }) => rule === "AtMaximum").length;
    expect(lines.filter(line => line.includes("maximum of 30 replicas for"))).toHaveLength(Math.min(most, atMaximum));
    expect(lines.some(line => line.endsWith("--all shows all"))).toBe(!showsAll);
    expect(lines.includes("      - /spec/replicas")).toBe(showsAll);
  });

  it.each([20, 40, 80, 120])("fits %i columns, and cuts no name", width => {
    const [finding] = report.findings;
    const object = { ...finding!.object, name: "x".repeat(200) };
    const { ranked, history } = madeUpReport({ objects: 30, ranked: 2 });
    const shown = { ...report, ranked, history, findings: [{ ...finding!, object }] };
    const lines = textOf(shown, { width }).split("\n");
    expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(width);
    expect(lines.join("").replaceAll(" ", "")).toContain("x".repeat(200));
  });

  it("shows hostile names without control characters, and colours only its own words", () => {
    const hostile = "\u001b[31m\u202egnp.exe\u0007\r\n\u009b2J";
    const page = { width: 90, paint: coloured };
    const text = fleetText(madeUpReport({ objects: 60, hostile }), page, true);
    const own = text.replace(/\u001b\[(?:0|1|2|31|33)m/g, "");
    expect(own).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(text.match(/\u001b\[31m/g)).toHaveLength(1);
  });
});
