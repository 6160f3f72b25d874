/**
 * `make demo NODE=real`: plays a sample that scales by CPU on a real node, with pods that use CPU. SAMPLE, DEMO_SECONDS.
 */
import { join } from "node:path";

import { listSamples, sampleNames } from "../../demo/sample/catalogue.ts";
import { command } from "../../host/command.ts";
import { runOnNode } from "../prepared.ts";
import { cpuSamples } from "./cpu-samples.ts";

await command(async () => {
  const [sample = "autoscaler-cpu"] = process.argv.slice(2).filter(Boolean);
  if (!sampleNames().includes(sample)) {
    throw new Error(`there is no sample ${sample}; SAMPLE is one of\n${listSamples()}`);
  }
  if (!cpuSamples().includes(sample)) {
    throw new Error(`${sample} does not scale by CPU alone; these do: ${cpuSamples().join(", ")}`);
  }
  const play = join(import.meta.dirname, "play.ts");
  process.exitCode = await runOnNode([process.execPath, play, sample]);
});
