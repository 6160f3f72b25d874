/**
 * Measures the effect of an attack on other tenants: `make attack`. A tenant in one namespace runs every
 * known attack at once, and a client outside the cluster holds a hundred connections to the operator's ports.
 * Meanwhile, the operator decides on the objects of other tenants and reviews them. MINUTES (60), OBJECTS
 * (500) of other tenants, SEED; for experiments RATE, SEATS and INFLIGHT (pace.ts).
 */
import { startCluster } from "../../hack/cluster/cluster.ts";
import { withFairness } from "../../hack/cluster/pace.ts";
import { command } from "../../hack/host/command.ts";
import type { Granted } from "./setup/flow-control.ts";
import { judge, requestTimes, table } from "./measures/figures.ts";
import { loadTable, offeredTable } from "./measures/load.ts";
import { paceFrom } from "./pace.ts";
import { besiege } from "./siege.ts";

const minutes = Number(process.env["MINUTES"] ?? 60);
const objects = Number(process.env["OBJECTS"] ?? 500);
const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const periodSeconds = 15;
const baselineMinutes = 3;

/**
 * Elsewhere a control plane has cores of its own. Here, its garbage collections keep both hardware threads of a
 * small machine busy for seconds by default, even without an attack, so they are ten times as rare.
 */
process.env["GOGC"] ??= "1000";

async function main(): Promise<void> {
  const { rate, seats } = paceFrom(process.env);
  console.log(`seed ${seed}, ${objects} objects of others, attacked for ${minutes} minutes`);
  console.log(`rate ${rate}, ${seats.tenant || "no"} seats for the tenant of ${seats.all} in all`);
  // The API server adds up both limits and divides the sum among its priority levels.
  const mutating = Math.floor(seats.all / 3);
  const cluster = await startCluster({
    ...{ name: "attack", auditLog: true },
    componentArgs: withFairness({ reading: seats.all - mutating, mutating }),
  });
  const siege = await besiege(cluster, {
    ...{ seed, objects, periodSeconds, rate },
    ...(seats.tenant > 0 ? { seats } : {}),
    baselineSeconds: 60 * Math.min(baselineMinutes, minutes),
    attackSeconds: 60 * minutes,
  });
  await cluster.stop();
  const { before, during, memoryLimit, tally, hung, shared, granted } = siege;
  const promises = judge(before, during, memoryLimit);
  console.log(`\n${offeredTable(tally, 60 * minutes)}\nquestions that hung: ${hung}`);
  console.log(`slow queries: ${shared.slow}; open push streams: ${shared.streams}`);
  if (granted) console.log(describe(granted, 60 * minutes));
  console.log(`\n${loadTable(before.load, during.load)}\n`);
  if (!siege.isLimited) console.log("Without a cgroup nothing limits the operator's memory.");
  for (const refusal of during.refused.slice(0, 5)) console.log(`refused: ${refusal}`);
  if (during.ended !== null) console.log(`the operator ended: ${during.ended}`);
  console.log(`${requestTimes(before, during)}\n\n${table(promises)}`);
  if (promises.some(({ isKept }) => !isKept)) process.exitCode = 1;
}

const describe = ({ seats, seatSeconds, rejected, waitedMs }: Granted, seconds: number): string =>
  `the tenant used ${(seatSeconds / seconds).toFixed(1)} of ${seats} seats; a request waited for ` +
  `${Math.round(waitedMs)} ms on average, and ${rejected} were rejected`;

await command(main);
