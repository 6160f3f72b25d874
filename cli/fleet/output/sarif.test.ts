import { describe, expect, it } from "vitest";

import { madeUpReport, type ReportShape } from "../testing/reports.ts";
import { sarifOf } from "./sarif.ts";

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: {
      readonly driver: {
        readonly name: string;
        readonly version: string;
        readonly rules: readonly {
          readonly id: string;
          readonly shortDescription: { readonly text: string };
          readonly defaultConfiguration: { readonly level: string };
        }[];
      };
    };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly partialFingerprints: Readonly<Record<string, string>>;
      readonly locations: readonly {
        readonly physicalLocation?: { readonly artifactLocation: { readonly uri: string } };
        readonly logicalLocations: readonly {
          readonly name: string;
          readonly fullyQualifiedName: string;
        }[];
      }[];
    }[];
  }[];
}

const sarif = (shape: Partial<ReportShape> = {}) => {
  const report = madeUpReport({ objects: 50, ...shape });
  const value = sarifOf(report, "1.2.3") as Sarif;
  return { report, value, ...value.runs[0]! };
};

describe("SARIF", () => {
  it("has a result for each finding, with its rule, its level and its object", () => {
    const { report, value, tool, results } = sarif();
    expect(value.version).toBe("2.1.0");
    expect(tool.driver).toMatchObject({ name: "trimtab", version: "1.2.3" });
    expect(results).toHaveLength(report.findings.length);
    report.findings.forEach(({ rule, severity, object, message, remedy }, at) => {
      const {
        ruleId,
        ruleIndex,
        level,
        message: { text },
        locations,
      } = results[at]!;
      expect({ ruleId, level }).toEqual({ ruleId: rule, level: severity });
      expect(tool.driver.rules[ruleIndex]).toMatchObject({
        ...{ id: rule, defaultConfiguration: { level: severity } },
      });
      expect(text).toBe(
        `${object.kind} ${object.name}: ${message}. ${remedy[0]?.toUpperCase()}${remedy.slice(1)}.`,
      );
      const path = `${object.cluster}/${object.namespace}/${object.kind}/${object.name}`;
      expect(locations).toEqual([
        { logicalLocations: [{ name: object.name, fullyQualifiedName: path, kind: "resource" }] },
      ]);
    });
  });

  it("describes a rule with the words of its name", () => {
    const { tool } = sarif();
    const found = tool.driver.rules.find(({ id }) => id === "AtMaximum");
    expect(found?.shortDescription.text).toBe("at maximum");
  });

  // prettier-ignore
  it.each([
    { shows: "as it is",                    file: "clusters/prod/hpa.json",   want: "clusters/prod/hpa.json" },
    { shows: "with its characters escaped", file: "a b/100%/ü#?.json",        want: "a%20b/100%25/%C3%BC%23%3F.json" },
    { shows: "with half a surrogate pair",  file: "a\ud800.json",             want: "a%EF%BF%BD.json" },
  ])("names the file $shows", ({ file, want }) => {
    const { results } = sarif({ file });
    expect(results[0]!.locations[0]!.physicalLocation).toEqual({ artifactLocation: { uri: want } });
  });

  it("keeps the fingerprint when numbers change, and has one for each rule and object", () => {
    const { results } = sarif();
    const prints = results.map(each => each.partialFingerprints["ruleAndObject/v1"]);
    expect(new Set(prints).size).toBe(results.length);
  });

  // prettier-ignore
  it.each([
    { shows: "a link",          hostile: "[click](http://evil.example)", want: "\\[click\\](http://evil.example)" },
    { shows: "a placeholder",   hostile: "{0}",                          want: "{{0}}" },
    { shows: "an escape",       hostile: "\\[x\\]",                      want: "\\\\\\[x\\\\\\]" },
    { shows: "ANSI sequences",  hostile: "\u001b[2J",                    want: " \\[2J" },
  ])("has $shows of others as text", ({ hostile, want }) => {
    const { results } = sarif({ hostile });
    expect(results[0]!.message.text).toContain(want);
    expect(results[0]!.message.text.replaceAll(want, "")).not.toContain(hostile);
  });

  it("is empty without findings, and still valid", () => {
    const { runs } = sarifOf({ findings: [] }, "1.2.3") as Sarif;
    expect(runs[0]).toMatchObject({ results: [], tool: { driver: { rules: [] } } });
  });
});
