import { afterAll, beforeAll, describe, expect } from "vitest";

import { run } from "../../hack/host/run.ts";
import { installPrometheus } from "../../hack/cluster/prometheus/install.ts";
import { startPrometheus, type Prometheus } from "../../hack/cluster/prometheus/start.ts";
import {
  alertExpressions,
  annotationQueries,
  panelQueries,
  rulesFile,
  variableQueries,
} from "./dashboard.ts";
import { eventually } from "./eventually.ts";
import { ask } from "./probe.ts";
import { it, type Sandbox } from "./cluster/sandbox.ts";
import { sharedOperator } from "./cluster/shared-operator.ts";

/** Parts of queries without series as long as nothing is wrong, and why. */
const silent: readonly { readonly part: string; readonly why: string }[] = [
  { part: "trimtab_events_dropped_total", why: "no event was dropped" },
  { part: "trimtab_object_forecast_", why: "the object has no forecast" },
];

/** prom-client's own names, which dashboards for Node.js use. */
const prometheusObjectsTo = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
].map(name => `${name} non-counter metrics should not have "_total" suffix`);

let prometheus: Prometheus;
beforeAll(async () => {
  const { metricsUrl } = sharedOperator();
  prometheus = await startPrometheus({ targets: [metricsUrl], ruleFiles: [rulesFile] });
});
afterAll(() => prometheus.stop());

/** An object that has scaled its target, and that the operator has reviewed in admission. */
async function scaled(sandbox: Sandbox): Promise<void> {
  await sandbox.nodes.add(2);
  await sandbox.deployments({ dns: 1 });
  await sandbox.autoscaler("dns", { linear: { nodesPerReplica: 1, maxReplicas: 9 } });
  await eventually(async () => {
    expect(await sandbox.replicas("dns")).toBe(2);
  });
}

const substituted = (expression: string, { namespace }: Sandbox): string =>
  expression
    .replaceAll("$__rate_interval", "20s")
    .replaceAll("$namespace", namespace)
    .replaceAll("$name", "dns")
    .replaceAll("$job", "trimtab");

describe("a Prometheus that scrapes the operator", () => {
  it("returns every query of the dashboard, with the displayed labels", async ({ sandbox }) => {
    await scaled(sandbox);
    const query = (expression: string) => prometheus.query(substituted(expression, sandbox));
    await eventually(async () => {
      const shown = await query('trimtab_object_replicas{namespace="$namespace",state="current"}');
      expect(shown.map(({ value }) => value[1])).toEqual(["2"]);
    });
    for (const { panel, expr, labels } of panelQueries) {
      // A rate needs two scrapes of each series.
      const series = await eventually(async () => {
        const found = await query(expr);
        const isSilent = silent.some(({ part }) => expr.includes(part));
        if (!isSilent) expect(found, `${panel}: ${expr}`).not.toEqual([]);
        return found;
      });
      for (const { metric } of series)
        expect(Object.keys(metric), expr).toEqual(expect.arrayContaining(labels));
    }
    for (const { name, expr, label } of variableQueries) {
      await eventually(async () => {
        const values = (await query(expr)).map(({ metric }) => metric[label]);
        expect(values, name).not.toEqual([]);
      });
    }
    for (const expr of annotationQueries) await query(expr);
  });

  it("has the same counts of an object as its status", async ({ sandbox }) => {
    await scaled(sandbox);
    const selector = `{kind="ClusterProportionalAutoscaler",namespace="${sandbox.namespace}",name="dns",target="Deployment/dns"}`;
    await eventually(async () => {
      const found = await prometheus.query(`trimtab_object_replicas${selector}`);
      const counts = found.map(({ metric, value }) => [metric["state"], Number(value[1])]);
      expect(Object.fromEntries(counts)).toEqual({ current: 2, desired: 2, min: 1, max: 9 });
    });
    await sandbox.deleteAutoscaler("dns");
    await eventually(async () => {
      expect(await prometheus.query(`trimtab_object_replicas${selector}`)).toEqual([]);
    });
  });

  it("evaluates every alert, and has all of their metrics", async () => {
    interface Rule {
      readonly name: string;
      readonly health: string;
    }
    await eventually(async () => {
      const answer = await prometheus.get("/api/v1/rules");
      const { groups } = answer as { groups: readonly { readonly rules: readonly Rule[] }[] };
      const rules = groups.flatMap(group => group.rules);
      const states = rules.map(({ name, health }) => [name, health]);
      expect(states).toEqual(alertExpressions.map(({ alert }) => [alert, "ok"]));
    }, 90_000);
    const { text } = await ask(`${sharedOperator().metricsUrl}/metrics`);
    const served = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    for (const { alert, expr } of alertExpressions) {
      await prometheus.query(expr);
      for (const [name] of expr.matchAll(/\b(trimtab|process|nodejs)_\w+/g)) {
        expect(served, alert).toContain(name.replace(/_bucket$/, ""));
      }
    }
  });
});

it("promtool accepts the operator's metrics, with known exceptions", async () => {
  const { promtool } = await installPrometheus();
  const { text } = await ask(`${sharedOperator().metricsUrl}/metrics`);
  const { stderr } = await run(promtool, ["check", "metrics"], { stdin: text });
  expect(stderr.trim().split("\n")).toEqual(prometheusObjectsTo);
});
