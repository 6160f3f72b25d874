import { join } from "node:path";
import { parseArgs } from "node:util";

import { buildControlPlane } from "../controlplane/build.ts";
import { command } from "../../host/command.ts";
import { withLock } from "../../host/lock.ts";
import { startCluster } from "../cluster.ts";
import { clustersFolder, listFolders } from "../folder.ts";
import { openCluster } from "./open.ts";
import { testPace } from "../pace.ts";
import type { Cluster, StartOptions } from "../types.ts";

// Starts a cluster that stays until down.ts, or repairs the one of that name. Prints only the line to
// evaluate on stdout: eval "$(make cluster-up)"
const { positionals, values } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    // The settings that the tests need, in case they use this cluster.
    "audit-log": { type: "boolean", default: true },
    "feature-gates": { type: "string", default: "HPAScaleToZero=true" },
  },
});
const name = positionals[0] ?? "dev";

await command(async () => {
  const cluster = await withLock(join(clustersFolder(), name), () =>
    up({
      name,
      auditLog: values["audit-log"],
      featureGates: values["feature-gates"],
      metricsServer: true,
      customMetrics: true,
      componentArgs: testPace,
      outlivesProcess: true,
    }),
  );
  console.error(`Cluster ${name} runs at ${cluster.server}.`);
  console.error(`To use it in tests:  export TRIMTAB_KUBECONFIG=${cluster.kubeconfig}`);
  console.error(`To end it:           make cluster-down NAME=${name}`);
  console.log(`export KUBECONFIG=${cluster.kubeconfig}`);
});

async function up(options: StartOptions): Promise<Cluster> {
  const existing = listFolders().find(({ record }) => record.name === name && !record.owner);
  if (!existing) return await startCluster(options);
  const opened = await openCluster(existing, await buildControlPlane(), () => undefined);
  await opened.startMissing();
  return opened;
}
