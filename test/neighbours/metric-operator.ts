import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { useOrStartCluster } from "../../hack/cluster/cluster.ts";
import { testPace } from "../../hack/cluster/pace.ts";
import { installProduct, removeWebhook } from "../../hack/cluster/operator/install.ts";
import { startOperator } from "../../hack/cluster/operator/operator.ts";
import { choosePorts, isFree, searchStart } from "../../hack/host/ports.ts";

/** An operator with one metric source, whose servers the tests start in turn. */
interface MetricOperator {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** The name of the source, which restricts queries to the namespace. */
export const source = "platform";
const values = { rbac: { forecast: true } };

/** Until it stops, `workloads` use its cluster. */
export async function startMetricOperator(): Promise<MetricOperator> {
  const before = process.env["TRIMTAB_KUBECONFIG"];
  const cluster = await useOrStartCluster({ name: "metrics", componentArgs: testPace });
  process.env["TRIMTAB_KUBECONFIG"] = cluster.kubeconfig;
  await installProduct(cluster, values);
  const folder = mkdtempSync(join(tmpdir(), "trimtab-metric-sources-"));
  const file = join(folder, "metric-sources.yaml");
  // Free until a server listens on it: others take theirs from the other half of the range.
  const choice = { taken: new Set<number>(), isFree, start: searchStart.cluster() };
  const [port = 0] = await choosePorts(1, choice);
  const enforcedMatchers = [{ label: "namespace", value: "$(namespace)" }];
  const platform = {
    ...{ name: source, type: "Prometheus", allowedNamespaces: ["*"] },
    prometheus: { url: `http://127.0.0.1:${port}`, enforcedMatchers },
  };
  // JSON is valid YAML.
  writeFileSync(file, JSON.stringify({ metricSources: [platform] }));
  const args = [`--metric-sources=${file}`];
  const operator = await startOperator(cluster, { replica: "neighbours", values, args });
  return {
    port,
    stop: async () => {
      await removeWebhook(cluster);
      await operator.stop();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
      if (before === undefined) delete process.env["TRIMTAB_KUBECONFIG"];
      else process.env["TRIMTAB_KUBECONFIG"] = before;
    },
  };
}
