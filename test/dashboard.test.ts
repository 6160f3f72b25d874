import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { dashboard, type Panel, panelQueries } from "./integration/dashboard.ts";

const { panels, templating } = dashboard;

const metricsPage = readFileSync(join(import.meta.dirname, "../docs/metrics.md"), "utf8");
/** The labels of each metric. */
const catalog = new Map(
  [...metricsPage.matchAll(/^### (trimtab_\w+)\n((?:(?!#).*\n)*)/gm)].map(
    ([, name = "", section = ""]) => [
      name,
      [...section.matchAll(/^- `(\w+)`:/gm)].map(([, label = ""]) => label),
    ],
  ),
);

const overlaps = (a: Panel["gridPos"], b: Panel["gridPos"]): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

describe("the dashboard", () => {
  it("has a fixed uid, and panels with unique ids", () => {
    expect(dashboard.uid).toBe("trimtab");
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(36);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  });

  it("has panels that do not overlap, within its 24 columns", () => {
    for (const [index, { title, gridPos }] of panels.entries()) {
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
      for (const other of panels.slice(index + 1)) {
        expect(overlaps(gridPos, other.gridPos), `${title}, ${other.title}`).toBe(false);
      }
    }
  });

  it("queries only the selected data source", () => {
    expect(templating.list.map(({ name }) => name)).toEqual([
      "datasource",
      "job",
      "namespace",
      "name",
    ]);
    for (const { title, type, datasource } of panels) {
      if (type !== "row") expect(datasource?.uid, title).toBe("${datasource}");
    }
  });

  it("queries only metrics of the catalog, by their labels, and all of a forecast", () => {
    const asked = panelQueries.flatMap(({ panel, expr }) =>
      [...expr.matchAll(/\b(trimtab_[a-z_]+?)(?:_bucket)?(?:\{([^}]*)\}|\b)/g)].map(
        ([, name = "", selector = ""]) => ({ panel, name, selector }),
      ),
    );
    for (const { panel, name, selector } of asked) {
      expect([...catalog.keys()], panel).toContain(name);
      for (const [, label] of selector.matchAll(/([a-z]+)(?:=|!)/g))
        expect(["job", ...(catalog.get(name) ?? [])], `${panel}: ${name}`).toContain(label);
    }
    const ofForecasts = [...catalog.keys()].filter(name => name.includes("_forecast_"));
    expect(ofForecasts).toHaveLength(3);
    expect(asked.map(({ name }) => name)).toEqual(expect.arrayContaining(ofForecasts));
  });

  it("defines the variables that its queries use", () => {
    const known = new Set([...templating.list.map(({ name }) => name), "__rate_interval"]);
    const named = JSON.stringify(panels).matchAll(/\$\{?(\w+)\}?/g);
    for (const [, name = ""] of named) expect(known).toContain(name);
  });
});
