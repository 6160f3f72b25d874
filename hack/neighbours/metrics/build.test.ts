import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { releaseOf } from "./build.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/metric-sources.md"), "utf8");

describe("the page about metric sources", () => {
  it.each([
    { title: "Prometheus", project: "prometheus" as const },
    { title: "VictoriaMetrics", project: "victoriaMetrics" as const },
    { title: "Thanos' querier", project: "thanos" as const },
  ])("names the version of $title that the tests run", ({ title, project }) => {
    const cells = page.split("\n").map(line => line.split("|").map(cell => cell.trim()));
    const versions = cells.filter(([, name]) => name === title).map(([, , version]) => version);
    expect(versions).toContain(releaseOf(project));
  });
});
