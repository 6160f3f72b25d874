/**
 * Measures the effect of an attack on other tenants: `make attack`. A tenant in one namespace runs every
 * known attack at once, and a client outside the cluster holds a hundred connections to the operator's ports.
 * Meanwhile, the operator decides on the objects of other tenants and reviews them. MINUTES (60), OBJECTS
 * (500) of other tenants, SEED.
 */
import { startCluster } from "../cluster/cluster.ts";
import { withFairness } from "../cluster/pace.ts";
import { command } from "../host/command.ts";
import { judge, requestTimes, table } from "./measures/figures.ts";
import type { Tally } from "./part.ts";
import { besiege } from "./siege.ts";

const minutes = Number(process.env["MINUTES"] ?? 60);
const objects = Number(process.env["OBJECTS"] ?? 500);
const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const periodSeconds = 15;
const baselineMinutes = 3;
/** A quarter of the defaults of the API server, because it shares two cores. */
const inflight = { reading: 100, mutating: 50 };

async function main(): Promise<void> {
  console.log(`seed ${seed}, ${objects} objects of others, attacked for ${minutes} minutes`);
  const cluster = await startCluster({
    ...{ name: "attack", auditLog: true, componentArgs: withFairness(inflight) },
  });
  const siege = await besiege(cluster, {
    ...{ seed, objects, periodSeconds },
    baselineSeconds: 60 * Math.min(baselineMinutes, minutes),
    attackSeconds: 60 * minutes,
  });
  await cluster.stop();
  const promises = judge(siege.before, siege.during, siege.memoryLimit);
  console.log(`\n${answersOf(siege.tally)}\nquestions that hung: ${siege.hung}\n`);
  if (!siege.isLimited) console.log("Without a cgroup nothing limits the operator's memory.");
  for (const refusal of siege.during.refused.slice(0, 5)) console.log(`refused: ${refusal}`);
  if (siege.during.ended !== null) console.log(`the operator ended: ${siege.during.ended}`);
  console.log(`${requestTimes(siege.before, siege.during)}\n\n${table(promises)}`);
  if (promises.some(({ isKept }) => !isKept)) process.exitCode = 1;
}

/** `forged statuses: 12 of 403` */
const answersOf = (tally: Tally): string =>
  Object.entries(tally)
    .map(([part, codes]) => {
      const counts = Object.entries(codes).map(([code, count]) => `${count} of ${code}`);
      return `${part}: ${counts.join(", ")}`;
    })
    .join("\n");

await command(main);
