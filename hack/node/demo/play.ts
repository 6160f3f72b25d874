/** Runs in a world of its own: see demo.ts. */
import { setTimeout as sleep } from "node:timers/promises";

import { mustRequest, untilServed } from "../../cluster/api.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { readSample, type Scaler } from "../../demo/sample/catalogue.ts";
import { Stage } from "../../demo/stage.ts";
import { startTop } from "../../demo/top.ts";
import { helm } from "../../cluster/helm/helm.ts";
import { chart, operatorNamespace } from "../../cluster/operator/chart.ts";
import { command } from "../../host/command.ts";
import { run } from "../../host/run.ts";
import { burnerNamed } from "../burner.ts";
import { registry } from "../images.ts";
import { Load } from "../load.ts";
import { root } from "../prepared.ts";
import { startWithNode } from "../start.ts";

const namespace = "demo";
const within = `namespaces/${namespace}`;
const deployments = `/apis/apps/v1/${within}/deployments`;
/** The width without a terminal. */
const logColumns = 120;
/** Over which the latency is measured. */
const recentSeconds = 10;

await command(async () => {
  const [name = ""] = process.argv.slice(2);
  const [scaler] = readSample(name, namespace).scalers;
  if (!scaler) throw new Error(`${name} has no autoscaler`);
  const target = scaler.spec.scaleTargetRef?.name ?? "";
  const stage = new Stage(process.stdout);
  stage.say("starting a Kubernetes 1.36 control plane and a node with a kubelet and containerd");
  const cluster = await startWithNode();
  const options = [`--namespace=${operatorNamespace}`, "--create-namespace", "--wait"];
  const image = `--set=image.repository=${registry}/trimtab`;
  await helm(["install", "trimtab", chart, ...options, image], cluster.kubeconfig);
  stage.say("helm install is done, and the operator is ready");
  const address = await createObjects(cluster, scaler, target);
  stage.say(
    `applied ${name} as Active to Deployment ${target}, whose pods use CPU for each request`,
  );

  const top = startTop(cluster, process.stdout.columns || logColumns, table => {
    stage.show(table);
  });
  const load = new Load(address);
  const changes = await follow(cluster, target, { stage, load });
  const latency = latencyOf(load);
  await load.end();
  await top.stop();
  stage.end();
  stage.print(`\nAt the end, ${latency}.\n`);
  stage.print(await explanation(cluster, scaler.metadata.name));
  await cluster.stop();
  if (changes === 0) throw new Error(`the demo of ${name} did not show a change of size`);
});

/** Returns the address of the Service. */
async function createObjects(cluster: Cluster, scaler: Scaler, target: string): Promise<string> {
  await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  await untilServed(cluster, `/api/v1/${within}/serviceaccounts/default`);
  const { deployment, service } = burnerNamed(target);
  await mustRequest(cluster, "POST", deployments, deployment);
  const { spec } = await mustRequest(cluster, "POST", `/api/v1/${within}/services`, service);
  const autoscalers = `/apis/autoscaling.trimtab.dev/v1alpha1/${within}/autoscalers`;
  // Most samples only report at first.
  const active = { ...scaler, spec: { ...scaler.spec, mode: "Active" } };
  await mustRequest(cluster, "POST", autoscalers, active);
  return (spec as { clusterIP: string }).clusterIP;
}

interface Scene {
  readonly stage: Stage;
  readonly load: Load;
}

/** Tells each change of size for DEMO_SECONDS. Returns how many there were. */
async function follow(cluster: Cluster, target: string, { stage, load }: Scene): Promise<number> {
  const end = performance.now() + 1000 * Number(process.env["DEMO_SECONDS"] ?? 120);
  let [last, changes] = [1, 0];
  while (performance.now() < end) {
    await sleep(1000);
    const { spec } = await mustRequest(cluster, "GET", `${deployments}/${target}`);
    const { replicas } = spec as { replicas: number };
    if (replicas === last) continue;
    stage.say(`${target}: ${last} to ${replicas} replicas; ${latencyOf(load)}`);
    [last, changes] = [replicas, changes + 1];
  }
  return changes;
}

/** Nothing answers before the first pod is ready. */
function latencyOf(load: Load): string {
  const median = load.median(recentSeconds);
  if (Number.isNaN(median)) return "no request was answered recently";
  return `half of the requests take ${Math.round(median)} ms`;
}

async function explanation({ kubeconfig }: Cluster, name: string): Promise<string> {
  const args = [`${root}/bin/trimtab`, "explain", name, `--namespace=${namespace}`];
  const { stdout } = await run(process.execPath, args, {
    env: { ...process.env, KUBECONFIG: kubeconfig },
  });
  return stdout.trimEnd();
}
