/**
 * Shows `trimtab fleet` on generated clusters and a real Prometheus that has their past: `make fleet-demo`. OBJECTS, DAYS, SEED,
 * REPORT (a folder).
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { openMetrics, stateSeries } from "../../cli/fleet/testing/state-metrics.ts";
import { cpuAt, noisyLoad, type Scenario, truthOf } from "../../cli/fleet/testing/truth.ts";
import { startPrometheus } from "../../hack/cluster/prometheus/start.ts";
import { command } from "../../hack/host/command.ts";
import { listOf, plantedObjects } from "../../cli/fleet/testing/planted.ts";

const root = resolve(import.meta.dirname, "../..");
const objects = Number(process.env["OBJECTS"] ?? 4_000);
const days = Number(process.env["DAYS"] ?? 7);
const seed = Number(process.env["SEED"] ?? 1);
const report = resolve(process.env["REPORT"] ?? join(root, "reports/fleet"));
const stepMs = 30_000;
const dayMs = 86_400_000;

/** What the largest workloads of the cluster do. */
const shapes = [
  { namespace: "shop", name: "web", shape: "office", peak: 8, target: 45, max: 60 },
  { namespace: "shop", name: "cart", shape: "sine", peak: 6, target: 60, max: 40 },
  { namespace: "shop", name: "search", shape: "office", peak: 5, target: 75, max: 40 },
  { namespace: "jobs", name: "mail", shape: "spikes", peak: 3, target: 70, max: 30 },
  { namespace: "jobs", name: "report", shape: "sine", peak: 4, target: 50, max: 4 },
  { namespace: "media", name: "encode", shape: "sine", peak: 7, target: 40, max: 60 },
] as const;

/** The same load, whose last day has just ended. */
function upToNow(text: string, own: number) {
  const load = noisyLoad(text, own);
  const shift = Math.floor(Date.now() / dayMs) * dayMs - load.end;
  return {
    ...{ ...load, end: load.end + shift, times: load.times.map(time => time + shift) },
    gaps: load.gaps.map(({ from, to }) => ({ from: from + shift, to: to + shift })),
  };
}

const scenarios = shapes.map(({ namespace, name, shape, peak, target, max }, index): Scenario => ({
  ...{ namespace, name, request: 0.5, limit: 1, seed: seed + index },
  spec: { minReplicas: 2, maxReplicas: max, metrics: [cpuAt(target)] },
  load: upToNow(`${shape}:days=${days},base=0.8,peak=${peak}`, seed + index),
}));

await command(async () => {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-fleet-demo-"));
  console.error(`Generating ${days} days of ${scenarios.length} autoscalers, with seed ${seed}.`);
  const truths = scenarios.map(truthOf);
  const { start = 0, end = 0 } = truths[0] ?? {};
  const stored = openMetrics(
    truths.flatMap(truth => stateSeries(truth)),
    { start, end, stepMs },
  );
  console.error("Storing them in a Prometheus.");
  const prometheus = await startPrometheus({ stored });
  try {
    const dump = join(folder, "prod");
    mkdirSync(dump);
    writeFileSync(
      join(dump, "all.json"),
      JSON.stringify(listOf([...truths.flatMap(objectsOf), ...plantedObjects(objects)])),
    );
    rmSync(report, { recursive: true, force: true });
    mkdirSync(report, { recursive: true });
    const [page, patches] = [join(report, "fleet.html"), join(report, "patches")];
    const args = ["fleet", "-f", dump, "--prometheus", prometheus.url, "--days", String(days)];
    const options = ["--price", "cpu=0.03,memory=0.004", "--report", page, "--out", patches];
    const began = performance.now();
    console.error(`trimtab ${[...args, ...options].join(" ")}\n`);
    const { status } = spawnSync(join(root, "bin/trimtab"), [...args, ...options], {
      stdio: "inherit",
    });
    console.error(`It took ${((performance.now() - began) / 1000).toFixed(1)} s.`);
    console.error(`\nThe report is in ${page}, and the patches in ${patches}`);
    process.exitCode = status ?? 1;
  } finally {
    await prometheus.stop();
    rmSync(folder, { recursive: true });
  }
});

function objectsOf({ scenario, replicas }: ReturnType<typeof truthOf>): object[] {
  const { namespace, name, spec, request, limit } = scenario;
  const ref = { apiVersion: "apps/v1", kind: "Deployment", name };
  const labels = { app: name };
  const resources = {
    requests: { cpu: String(request), memory: "512Mi" },
    limits: { cpu: String(limit) },
  };
  return [
    {
      ...{ apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler" },
      metadata: { namespace, name },
      spec: { scaleTargetRef: ref, ...spec },
    },
    {
      ...{ apiVersion: "apps/v1", kind: "Deployment", metadata: { namespace, name } },
      spec: {
        replicas: replicas.values.at(-1),
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "main", resources }] } },
      },
    },
  ];
}
