import { describe, expect, it } from "vitest";

import { coloured, plain } from "../terminal/style.ts";
import type { Finding } from "./findings.ts";
import { type Format, renderers, type Report } from "./output.ts";

const object = { kind: "Autoscaler", namespace: "shop", name: "web" };
const error: Finding = {
  place: { file: "deploy/web.yaml", line: 12, column: 16 },
  object,
  path: "spec.maxReplicas",
  code: "MaxBelowMin",
  message: "maxReplicas 1 is less than minReplicas 3",
  remedy: "write maxReplicas: 3 or more, or lower minReplicas",
  severity: "error",
};
const warning: Finding = {
  ...error,
  place: { file: "-", line: 1, column: 1 },
  path: "spec.metrics[0].resource.target.averageUtilization",
  code: "MemoryAboveRequest",
  message: "120% is never reached",
  remedy: "write 100 or less",
  severity: "warning",
};
const malformed: Finding = {
  ...error,
  place: { file: "a,b:c.yaml", line: 2, column: 1 },
  object: { kind: "", namespace: "", name: "" },
  path: "",
  code: "YamlMalformed",
  message: "is not YAML: \u001b[31mbad\nvalue",
  remedy: "correct it",
};
const summary = { files: 3, valid: 1, invalid: 2, skipped: 4, errors: 2, warnings: 1 };
const report: Report = { findings: [error, warning, malformed], summary };
const render = (format: Format): string => renderers[format](report, plain);

describe("findings", () => {
  it("are lines that editors can jump to, with the remedy below", () => {
    expect(render("text")).toMatchInlineSnapshot(`
      "deploy/web.yaml:12:16: spec.maxReplicas: maxReplicas 1 is less than minReplicas 3
          write maxReplicas: 3 or more, or lower minReplicas
      -:1:1: spec.metrics[0].resource.target.averageUtilization: warning: 120% is never reached
          write 100 or less
      a,b:c.yaml:2:1: is not YAML:  [31mbad value
          correct it
      2 invalid, 1 valid (1 warning), 4 of other kinds skipped
      "
    `);
  });

  it("are annotations, escaped for GitHub", () => {
    expect(render("github")).toMatchInlineSnapshot(`
      "::error file=deploy/web.yaml,line=12,col=16,title=MaxBelowMin::spec.maxReplicas: maxReplicas 1 is less than minReplicas 3%0Awrite maxReplicas: 3 or more, or lower minReplicas
      ::warning title=MemoryAboveRequest::spec.metrics[0].resource.target.averageUtilization: 120%25 is never reached%0Awrite 100 or less
      ::error file=a%2Cb%3Ac.yaml,line=2,col=1,title=YamlMalformed::is not YAML:  [31mbad value%0Acorrect it
      2 invalid, 1 valid (1 warning), 4 of other kinds skipped
      "
    `);
  });

  it("are JSON", () => {
    const parsed = JSON.parse(render("json")) as { findings: object[]; summary: object };
    expect(parsed.summary).toEqual(summary);
    expect(parsed.findings).toHaveLength(3);
    const { place, object: about, ...rest } = error;
    expect(parsed.findings[0]).toEqual({ ...place, ...about, ...rest });
  });

  it("are coloured by severity", () => {
    const [first, , second] = renderers.text(report, coloured).split("\n");
    expect(first).toContain("\u001b[31mspec.maxReplicas: ");
    expect(second).toContain("\u001b[33mspec.metrics[0]");
  });

  it("are summarized even if there are none", () => {
    const none = { ...summary, invalid: 0, errors: 0, warnings: 0 };
    expect(renderers.text({ findings: [], summary: none }, plain)).toBe(
      "0 invalid, 1 valid, 4 of other kinds skipped\n",
    );
  });
});
