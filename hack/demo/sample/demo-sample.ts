import { fileURLToPath } from "node:url";

import type { Cluster } from "../../cluster/cluster.ts";
import { createNodes } from "../../cluster/nodes.ts";
import { testPace } from "../../cluster/pace.ts";
import { run } from "../../host/run.ts";
import { installProduct } from "../../cluster/operator/install.ts";
import { startOperator } from "../../cluster/operator/operator.ts";
import type { Stage } from "../stage.ts";
import { startDemoCluster } from "../start.ts";
import { startTop } from "../top.ts";
import { listSamples, readSample, sampleNames, type Sample } from "./catalogue.ts";
import { isActive, playSample, type PlayedChanges } from "./play.ts";
import { startSampleSources } from "./sources.ts";

const trimtab = fileURLToPath(new URL("../../../bin/trimtab", import.meta.url));
/** For the samples that count pods and namespaces, or choose which pods to remove. */
const values = {
  rbac: { configMaps: true, objectCounts: true, scaleDownOrder: true, forecast: true },
};
/** The width without a terminal. */
const logColumns = 120;
const home = "node-0";
const nodeSelector = { "kubernetes.io/hostname": home };

/**
 * Plays one sample of crds/samples on its own control plane.
 *
 * Errors  the expected effect of the sample did not occur; the sample does not exist.
 */
export async function demoSample(name: string, seconds: number, stage: Stage): Promise<void> {
  if (!sampleNames().includes(name)) {
    throw new Error(`there is no sample ${name}; SAMPLE is one of\n${listSamples()}`);
  }
  const sample = readSample(name);
  const cluster = await startDemoCluster(stage, { customMetrics: true, componentArgs: testPace });
  await installProduct(cluster, values);
  const countsNodes = sample.scalers.some(({ kind }) => kind !== "Autoscaler");
  await createNodes(cluster, { names: [home], cpu: countsNodes ? "4" : "64", pods: "500" });
  const sources = await startSampleSources(sample);
  const operator = await startOperator(cluster, {
    ...{ replica: "demo", values },
    ...(sources && { args: sources.args }),
  });
  stage.say(`the operator is ready, ${Math.round(operator.readyAfterMs)} ms after its start`);
  const top = startTop(cluster, process.stdout.columns || logColumns, table => {
    stage.show(table);
  });
  const say = (text: string): void => {
    stage.say(text);
  };
  const place = { nodeSelector, seconds, say, ...(sources && { sources }) };
  const changes = await playSample(cluster, sample, place);
  await top.stop();
  stage.end();
  stage.print(`\n${await explanations(cluster, sample)}\n\n${summarize(changes)}`);
  await operator.stop();
  await sources?.stop();
  await cluster.stop();
  const missing = missingFrom(changes, isActive(sample));
  if (missing !== null) throw new Error(`the demo of ${name} did not show ${missing}`);
}

/** The output of `trimtab explain` at the end. */
async function explanations(cluster: Cluster, { scalers }: Sample): Promise<string> {
  const env = { ...process.env, KUBECONFIG: cluster.kubeconfig };
  const texts: string[] = [];
  for (const { metadata } of scalers) {
    const args = [trimtab, "explain", metadata.name, "--namespace", metadata.namespace];
    texts.push((await run(process.execPath, args, { env })).stdout.trimEnd());
  }
  return texts.join("\n\n");
}

const summarize = ({ rises, falls, withheld }: PlayedChanges): string =>
  [
    `changes of size            ${rises} up, ${falls} down`,
    `decided and not written    ${withheld}`,
  ].join("\n");

/** The expected effect that did not occur; null: it did. */
export function missingFrom(
  { rises, falls, withheld }: PlayedChanges,
  active: boolean,
): string | null {
  if (active) return rises + falls > 0 ? null : "a change of size";
  if (rises + falls > 0) return "a size that no client changes";
  return withheld > 0 ? null : "a size that it would write";
}
