import { describe, expect, it } from "vitest";

import { byRule, type Finding, hasFinding, severities, type Severity } from "./finding.ts";

const finding = (rule: string, severity: Severity, name = "web"): Finding => ({
  ...{ rule, severity, message: "it is wrong", remedy: "Change it" },
  object: { cluster: "prod", kind: "HorizontalPodAutoscaler", namespace: "shop", name },
});

// prettier-ignore
describe("--fail-on", () => {
  it.each([
    { limit: "none",    fails: []                           },
    { limit: "error",   fails: ["error"]                    },
    { limit: "warning", fails: ["error", "warning"]         },
    { limit: "note",    fails: ["error", "warning", "note"] },
  ] as const)("$limit fails for $fails", ({ limit, fails }) => {
    const failing = severities.filter(severity => hasFinding([finding("Rule", severity)], limit));
    expect(failing).toEqual(fails);
    expect(hasFinding([], limit)).toBe(false);
  });
});

describe("findings", () => {
  it("are in groups: the most severe rule first, then the one with most findings", () => {
    const all = [
      ...[finding("Few", "warning"), finding("Many", "warning"), finding("Note", "note")],
      ...[
        finding("Many", "warning", "api"),
        finding("Worst", "error"),
        finding("Note", "note", "api"),
      ],
    ];
    expect(
      byRule(all).map(same => same.map(({ rule, object }) => `${rule} ${object.name}`)),
    ).toEqual([
      ...[["Worst web"], ["Many web", "Many api"], ["Few web"], ["Note web", "Note api"]],
    ]);
  });
});
