import {
  metricDefinitions,
  type MetricDefinition,
} from "../../controller/telemetry/metric-definitions.ts";

const intro = `# Metrics

<!-- Generated from controller/telemetry/metric-definitions.ts by hack/generate; edit those and run it again. -->

This page lists the metrics that \`/metrics\` serves, on \`--metrics-port\` without TLS
([who can read them](operations.md#probes-and-metrics)). Names, types, labels and label values are an interface: within a
major version, releases only add to them. Descriptions and the buckets of histograms can change.
\`process_...\` and \`nodejs_...\` come from [prom-client](https://github.com/siimon/prom-client) and are not part of the
interface.

[\`charts/trimtab/dashboards/trimtab.json\`](../charts/trimtab/dashboards/trimtab.json) is a Grafana
dashboard, and [\`charts/trimtab/alerts/trimtab.rules.yaml\`](../charts/trimtab/alerts/trimtab.rules.yaml)
contains alerts. The tests run every query of both on a real Prometheus.

Scrape with \`honor_labels: true\` (\`honorLabels\` in a ServiceMonitor). Otherwise \`namespace\` is the namespace of the
process, and the namespace of an object becomes \`exported_namespace\`. Each process has its own numbers, so sum over
all processes. Only the leader has series about objects.

## How many series

A process has one or two hundred series, regardless of the cluster. Each object adds one series of
\`trimtab_object_info\`, and up to four of \`trimtab_object_replicas\` for each of its targets (a ladder has neither \`min\` nor
\`max\`). Only an object in trouble has series of \`trimtab_object_condition\`, one for each bad condition, and of
\`trimtab_object_failed_votes\`, one for each target with a failed vote. 10,000 Autoscalers have 50,000 series, which are 7 MB per
scrape, or 70,000 and 10 MB while a metric of each fails. A scrape reads them from memory in about a tenth
of a second, in batches of 200 objects, so that admission continues meanwhile. All scrapes within a second
share one such exposition. Between scrapes they cost nothing. An object with a [forecast](foresight.md) adds up to seven series.
\`--object-metrics=false\` omits all metrics that begin with \`trimtab_object_\`; the panels and
[the alerts](alerts.md#switch-on) that use them are then empty.
`;

const outro = `
## From a log line to its decision

Each log line is JSON with \`level\`, \`time\` and \`msg\`. A line about an object has its \`kind\` and its \`key\`, which is
\`namespace/name\`. A line about a write to a target, even if the write fails, also has a \`decision\`: the UID of the
target and the time of the decision, for example:

    {"level":30,"time":1767225600123,"replica":"trimtab-0","kind":"Autoscaler","key":"shop/web",
     "decision":"0c5a7c1e-4a55-4a4c-9d0e-3f3f0d4f1b6a/2026-01-01T00:00:00Z","from":3,"to":5,"msg":"scale"}

The status of the object has the same values: \`.status.history.targetUID\` and \`.status.decision.time\`, or for a
ClusterProportionalAutoscaler the values of the entry in \`.status.targets\`. \`trimtab explain\` shows that decision until a
newer one replaces it. The log line itself contains the votes and steps.
`;

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly description?: string;
}

/** A row of the dashboard for each group of panels. */
function panelList(dashboard: string): string {
  const { panels } = JSON.parse(dashboard) as { readonly panels: readonly Panel[] };
  const items = panels.map(({ type, title, description = "" }) =>
    type === "row" ? `- **${title}**` : `  - _${title}_. ${description}.`,
  );
  const about =
    "The dashboard has these panels. A line marks each time at which a process starts or stops to lead.";
  return ["## The panels of the dashboard", "", about, "", ...items, ""].join("\n");
}

/** The metrics page in Markdown; `dashboard` is the JSON of Grafana's. */
export const metricsPage = (dashboard: string): string =>
  [
    intro,
    panelList(dashboard),
    "## Catalog\n",
    ...Object.entries(metricDefinitions).map(([name, definition]) => section(name, definition)),
    outro,
  ]
    .join("\n")
    .concat("\n");

function section(name: string, { type, help, labels }: MetricDefinition): string {
  const values = Object.entries(labels).map(([label, what]) => `- \`${label}\`: ${what}`);
  const list = values.length === 0 ? [] : ["", ...values];
  return [`### ${name}`, "", `${type}. ${help}.`, ...list, ""].join("\n");
}
