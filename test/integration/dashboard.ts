import { readFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "yaml";

const chart = join(import.meta.dirname, "../../charts/trimtab");
export const rulesFile = join(chart, "alerts/trimtab.rules.yaml");

interface Target {
  readonly expr: string;
  readonly legendFormat: string;
}

export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: Readonly<Record<"x" | "y" | "w" | "h", number>>;
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly Target[];
}

interface Variable {
  readonly name: string;
  readonly type: string;
  readonly query: string | { readonly query: string };
}

interface Dashboard {
  readonly uid: string;
  readonly schemaVersion: number;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly Variable[] };
  readonly annotations: { readonly list: readonly { readonly expr?: string }[] };
}

export const dashboard = JSON.parse(
  readFileSync(join(chart, "dashboards/trimtab.json"), "utf8"),
) as Dashboard;

/** Every query of a panel, with its panel and the labels that its legend names. */
export const panelQueries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({
    ...{ panel: title, expr },
    labels: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label),
  })),
);

/** Queries that fill a variable: a selector, and the label that provides the values. */
export const variableQueries = dashboard.templating.list.flatMap(({ name, query }) => {
  const text = typeof query === "string" ? query : query.query;
  const [, selector = "", label = ""] = /^label_values\((.*), (\w+)\)$/.exec(text) ?? [];
  return selector === "" ? [] : [{ name, expr: `count by (${label}) (${selector})`, label }];
});

export const annotationQueries = dashboard.annotations.list.flatMap(({ expr }) => expr ?? []);

const { groups } = parse(readFileSync(rulesFile, "utf8")) as {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
};
export const alertExpressions = groups.flatMap(({ rules }) => rules);
