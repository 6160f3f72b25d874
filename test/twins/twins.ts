/**
 * Runs the same workloads twice under one load, scaled by the HPA controller and by Trimtab: `make twins`.
 * Exit code 0 only if each pair settles at equal sizes after every step of its load script, with four rises
 * and three falls, and if at most one in ten of the intermediate values occurs on one side only. PERIOD is
 * the sync period of both, in seconds: 15, upstream's default. RECORD names a file for the loads and sizes.
 */
import { writeFileSync } from "node:fs";

import { mustRequest } from "../../hack/cluster/api.ts";
import { startCluster, type Cluster } from "../../hack/cluster/cluster.ts";
import { createNodes } from "../../hack/cluster/nodes.ts";
import { hpaControllerWith } from "../../hack/cluster/pace.ts";
import { command } from "../../hack/host/command.ts";
import { installProduct } from "../../hack/cluster/operator/install.ts";
import { startOperator } from "../../hack/cluster/operator/operator.ts";
import { twins, type TwinDefinition } from "./definitions.ts";
import { type Place, playTwin, type Watching } from "./play.ts";
import type { RecordedTwin } from "./recording.ts";
import { heading, row, totals } from "./table.ts";
import { passingProblems, problemsOf, type Step } from "./verdict.ts";

const least = { rises: 4, falls: 3 };

/** Downscale stabilization without `behavior`, for both; upstream's five minutes would dominate the run. */
const downscaleSeconds = 30;

async function main(): Promise<void> {
  const periodSeconds = period();
  const began = performance.now();
  const cluster = await startCluster({
    ...{ name: "twins", metricsServer: true, customMetrics: true },
    featureGates: "HPAScaleToZero=true",
    componentArgs: hpaControllerWith(periodSeconds, downscaleSeconds),
  });
  try {
    const recorded: RecordedTwin[] = [];
    const played = await playAll(cluster, periodSeconds, recorded);
    record(periodSeconds, recorded);
    console.log(`\n${totals(played)}\n\n${minutesSince(began)} minutes`);
    const problems = played.flatMap(steps => [
      ...problemsOf(steps, least),
      ...passingProblems(steps),
    ]);
    if (problems.length > 0) throw new Error(`\n${problems.join("\n")}`);
  } finally {
    await cluster.stop();
  }
}

/** Simulations of the same loads must come to the same sizes. */
function record(periodSeconds: number, twins: readonly RecordedTwin[]): void {
  const file = process.env["RECORD"];
  if (!file) return;
  writeFileSync(file, `${JSON.stringify({ periodSeconds, downscaleSeconds, twins })}\n`);
}

async function playAll(
  cluster: Cluster,
  periodSeconds: number,
  recorded: RecordedTwin[],
): Promise<Step[][]> {
  await installProduct(cluster);
  const operator = await startOperator(cluster, {
    replica: "twins",
    args: [`--downscale-stabilization-seconds=${downscaleSeconds}`],
  });
  console.log(
    `every ${periodSeconds} s; a step ends when both have been still for three periods\n`,
  );
  console.log(heading);
  try {
    const onRecord = (twin: RecordedTwin): void => void recorded.push(twin);
    return await Promise.all(twins.map(twin => play(cluster, twin, { periodSeconds, onRecord })));
  } finally {
    await operator.stop();
  }
}

async function play(
  cluster: Cluster,
  twin: TwinDefinition,
  { periodSeconds, onRecord }: Pick<Place, "periodSeconds"> & Pick<Watching, "onRecord">,
): Promise<Step[]> {
  const namespace = `twin-${twin.name}`;
  await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  await createNodes(cluster, { names: [namespace], cpu: "64", memory: "64Gi" });
  const onStep = (step: Step): void => {
    console.log(row(step));
  };
  const place = { namespace, node: namespace, periodSeconds };
  return await playTwin(cluster, twin, place, { onStep, ...(onRecord && { onRecord }) });
}

function period(): number {
  const text = process.env["PERIOD"] ?? "15";
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= 3 && seconds <= 60) return seconds;
  throw new Error(`PERIOD must be a whole number of seconds from 3 to 60, not ${text}`);
}

const minutesSince = (began: number): string => ((performance.now() - began) / 60_000).toFixed(1);

await command(main);
