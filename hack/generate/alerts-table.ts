import { parse } from "yaml";

/** The markers around the table. */
const begin = "<!-- Generated from charts/trimtab/alerts/trimtab.rules.yaml by hack/generate -->";
const end = "<!-- The alerts end here -->";

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly for?: string;
      readonly labels: { readonly severity: string };
      readonly annotations: { readonly summary: string };
    }[];
  }[];
}

/** A summary without the functions of Prometheus' templates: a reader of the page has no value. */
const plain = (summary: string): string =>
  summary
    .replaceAll(/\{\{ \$value[^}]*\}\}/g, "N")
    .replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => label.toUpperCase());

/** The page with the current table of all alerts. */
export function withAlertsTable(page: string, rules: string): string {
  const [before, , after] = page.split(new RegExp(`(?<=${begin})([^]*)(?=${end})`));
  if (before === undefined || after === undefined) throw new Error(`the page lacks ${begin}`);
  const alerts = (parse(rules) as Rules).groups.flatMap(group => group.rules);
  const rows = alerts.map(
    ({ alert, for: duration = "at once", labels, annotations }) =>
      `| [${alert}](#${alert.toLowerCase()}) | ${labels.severity} | ${duration} | ${plain(annotations.summary)} |`,
  );
  const table = ["| alert | severity | after | says |", "| --- | --- | --- | --- |", ...rows];
  return `${before}\n\n${table.join("\n")}\n\n${after}`;
}
