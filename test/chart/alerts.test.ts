import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";
import { parse } from "yaml";

import type { ApiObject } from "../../hack/cluster/api.ts";
import { chart, renderChart, renderedObject } from "../../hack/cluster/operator/chart.ts";

interface Alert {
  readonly alert: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
}

interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Alert[] }[];
}

const read = (file: string): string => readFileSync(join(chart, file), "utf8");
const written = parse(read("alerts/trimtab.rules.yaml")) as Rules;
const names = alertsOf(written).map(({ alert }) => alert);

function alertsOf({ groups }: Rules): readonly Alert[] {
  return groups.flatMap(({ rules }) => rules);
}

async function rendered(more: object = {}): Promise<Rules> {
  const values = { prometheusRule: { enabled: true, ...more } };
  const { spec } = await renderedObject<ApiObject & { spec: Rules }>("PrometheusRule", values);
  return spec;
}

const withoutRunbooks = (rules: Rules): unknown =>
  JSON.parse(
    JSON.stringify(rules, (key, value: unknown) => (key.startsWith("runbook") ? undefined : value)),
  );

describe("the PrometheusRule of the chart", () => {
  it("has the alerts of the file, each with a command that shows its runbook", async () => {
    const rules = await rendered();
    expect(withoutRunbooks(rules)).toEqual(written);
    const objects = await renderChart({ prometheusRule: { enabled: true } });
    const runbooks = objects.filter(({ metadata }) => metadata?.name === "trimtab-runbooks");
    const [{ data = {} } = {}] = runbooks as readonly { data?: Readonly<Record<string, string>> }[];
    expect(Object.keys(data)).toEqual(names);
    for (const { alert, annotations } of alertsOf(rules)) {
      expect(annotations["runbook"]).toBe(
        `kubectl get configmap trimtab-runbooks --namespace trimtab-system --output jsonpath='{.data.${alert}}'`,
      );
      expect(data[alert]).toMatch(/^[A-Z][^]*[.]\n$/);
      expect(data[alert]).not.toContain("](");
    }
  });

  it("also links to pages, as the chart of a release does", async () => {
    const runbookUrl = "https://wiki.example.com/trimtab";
    const rules = await rendered({ runbookUrl });
    expect(alertsOf(rules).map(({ annotations }) => annotations["runbook_url"])).toEqual(
      names.map(name => `${runbookUrl}#${name.toLowerCase()}`),
    );
    const objects = await renderChart({ prometheusRule: { enabled: true, runbookUrl } });
    expect(objects.filter(({ kind }) => kind === "ConfigMap")).toHaveLength(1);
    expect(alertsOf(rules).every(({ annotations }) => annotations["runbook"])).toBe(true);
  });

  it("omits alerts that are off, and has the severities of the values", async () => {
    const alerts = { TrimtabStuck: { enabled: false }, TrimtabDown: { severity: "page" } };
    const found = alertsOf(await rendered({ alerts }));
    const others = alertsOf(written).filter(({ alert }) => alert !== "TrimtabStuck");
    expect(found.map(({ alert, labels }) => [alert, labels.severity])).toEqual(
      others.map(({ alert, labels }) => [
        alert,
        alert === "TrimtabDown" ? "page" : labels.severity,
      ]),
    );
  });

  it("can be changed for each alert", () => {
    const schema = JSON.parse(read("values.schema.json")) as {
      properties: {
        prometheusRule: { properties: { alerts: { propertyNames: { enum: string[] } } } };
      };
    };
    const { alerts } = schema.properties.prometheusRule.properties;
    expect(alerts.propertyNames.enum).toEqual(names);
  });
});
