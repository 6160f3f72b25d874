import {
  metricDefinitions,
  type MetricDefinition,
} from "../../controller/telemetry/metric-definitions.ts";

const intro = `# Metrics

<!-- Generated from controller/telemetry/metric-definitions.ts by hack/generate; edit those and run it again. -->

What \`/metrics\` serves, on \`--metrics-port\` without TLS ([who can read it](operations.md#probes-and-metrics)). Names, types, labels and their values are an interface: within a major version
they are added to and never renamed or removed. The sentences may change, and so may the buckets of
histograms. \`process_...\` and \`nodejs_...\` are those of [prom-client](https://github.com/siimon/prom-client);
nothing is promised about them.

[\`charts/trimtab/dashboards/trimtab.json\`](../charts/trimtab/dashboards/trimtab.json) is a Grafana
dashboard, [\`charts/trimtab/alerts/trimtab.rules.yaml\`](../charts/trimtab/alerts/trimtab.rules.yaml) holds
alerts; the tests ask a real Prometheus every query of both.

Scrape with \`honor_labels: true\` (a ServiceMonitor's \`honorLabels\`): else \`namespace\` is that of the
process, and an object's own becomes \`exported_namespace\`. Each process has its own numbers, so sum over them; what
is known of objects only the leader has.

## How many series

A process has one or two hundred, whatever there is in the cluster, and for every object one of
\`trimtab_object_info\` and up to four of \`trimtab_object_replicas\` for each of its targets (a ladder has
neither \`min\` nor \`max\`). 10,000 Autoscalers are 50,000 series and 7 MB a scrape. They are read from memory when they are
scraped, which takes about a tenth of a second, in turns of 200 objects, so that admission goes on meanwhile; nothing
is done for them at any other time. \`--object-metrics=false\` leaves these two metrics out; the panels and the alert
that name objects (TrimtabStuck) are empty then.

## Catalogue
`;

const outro = `
## From a line of the log to its decision

Each line of the log is JSON with \`level\`, \`time\` and \`msg\`; one about an object has its \`kind\` and its
\`key\`, which is \`namespace/name\`. What is written to a target, or is not, has a \`decision\`, too: the
target's uid and the time of the decision, as in

    {"level":30,"time":1767225600123,"replica":"trimtab-0","kind":"Autoscaler","key":"shop/web",
     "decision":"0c5a7c1e-4a55-4a4c-9d0e-3f3f0d4f1b6a/2026-01-01T00:00:00Z","from":3,"to":5,"msg":"scale"}

The object's status says the same: \`.status.history.targetUID\` and \`.status.decision.time\` (of a
ClusterProportionalAutoscaler those of the element of \`.status.targets\`). \`trimtab explain\` shows that
decision, as long as no other change has taken its place; the line itself holds its votes and steps.
`;

/** The metrics page in Markdown. */
export const metricsPage = (): string =>
  [
    intro,
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
