import { startCluster } from "../cluster.ts";
import { marker } from "../folder.ts";
import { processesWith } from "../../host/processes.ts";
import { dirname } from "node:path";

// Holds a cluster until a signal ends this process; cluster.integration.test.ts checks what is left then.
const cluster = await startCluster({ name: process.argv[2] ?? "held" });
const folder = dirname(cluster.kubeconfig);
console.log(
  JSON.stringify({ folder, server: cluster.server, pids: processesWith(marker, folder) }),
);
setInterval(() => undefined, 60_000);
