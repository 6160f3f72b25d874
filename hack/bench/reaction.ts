/**
 * Time from a node event to the scale write, over 200 node changes: `make bench-reaction`. Both times are from the
 * API server: from the end of the node request to the end of the write. CHANGES sets the number of changes.
 */
import { startCluster } from "../cluster/cluster.ts";
import { command } from "../host/command.ts";
import { installProduct } from "../cluster/operator/install.ts";
import { startOperator } from "../cluster/operator/operator.ts";
import { createCounted, reactionTimes } from "./nodes/changes.ts";
import { describeMilliseconds } from "./quantiles.ts";

const count = Number(process.env["CHANGES"] ?? 200);
const replica = "reaction";

async function main(): Promise<void> {
  const cluster = await startCluster({ name: "reaction", auditLog: true, waitsForDisk: true });
  await installProduct(cluster);
  const operator = await startOperator(cluster, { replica });
  await createCounted(cluster, 3);
  const times = await reactionTimes(cluster, { count, replica });
  console.log(`start to ready            ${Math.round(operator.readyAfterMs)} ms`);
  console.log(`node event to scale write ${describeMilliseconds(times)}`);
  await operator.stop();
  await cluster.stop();
}

await command(main);
