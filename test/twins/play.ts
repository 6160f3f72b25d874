import { setTimeout as sleep } from "node:timers/promises";

import { mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { createBusyDeployment } from "../../hack/cluster/operator/workloads.ts";
import type { TwinDefinition } from "./definitions.ts";
import { loadedService, makeLoad, type TwinLoad } from "./load.ts";
import { type RecordedTwin, Recording } from "./recording.ts";
import { rollOut } from "./rollout.ts";
import { createSideScaler, sides, type Side } from "./sides.ts";
import { Trajectories } from "./trajectories.ts";
import { waiting } from "./unrest.ts";
import type { Step } from "./verdict.ts";

/** Both have decided three times on complete metrics. */
const stillPeriods = 3;
const pauseMs = 1_000;
/** Metrics take up to 45 s after each change, and some sizes need three changes that are 30 s apart. */
const patienceMs = 360_000;

/** The twin's own namespace and node, both of which already exist. */
export interface Place {
  readonly namespace: string;
  readonly node: string;
  /** The HPA controller's sync period, and so Trimtab's. */
  readonly periodSeconds: number;
}

interface Stage extends Place {
  readonly cluster: Cluster;
  readonly load: TwinLoad;
  readonly trajectories: Trajectories;
}

/** What a test may watch. */
export interface Watching {
  readonly onStep?: (step: Step) => void;
  readonly onRecord?: (recorded: RecordedTwin) => void;
}

/** Runs a workload twice and plays the load script for both. */
export async function playTwin(
  cluster: Cluster,
  definition: TwinDefinition,
  ...[place, watching = {}]: [place: Place, watching?: Watching]
): Promise<Step[]> {
  const { namespace } = place;
  if (definition.load === "object") await createService(cluster, namespace);
  await Promise.all(sides.map(side => createSide(cluster, side, definition, place)));
  const load = makeLoad(cluster, namespace, definition.load);
  load.total = totalOf(definition, 0);
  const trajectories = new Trajectories(cluster.kubeconfig, namespace);
  await trajectories.start();
  const stage: Stage = { cluster, load, trajectories, ...place };
  try {
    const created = await createScalers(stage, definition);
    return await playScript({ ...stage, created }, definition, watching);
  } finally {
    await trajectories.stop();
  }
}

const totalOf = ({ podLoad, loads }: TwinDefinition, index: number): number =>
  Math.round(podLoad * (loads[index] ?? 0));

/**
 * Waits until the metrics are complete: the comparison is about decisions, not about how a workload starts.
 *
 * @returns when the autoscalers may start to act
 */
async function createScalers(stage: Stage, { name, spec }: TwinDefinition): Promise<number> {
  const { cluster, namespace, periodSeconds } = stage;
  const lag = await untilQuiet(stage, 0, () => lagOf(stage));
  if (lag !== null) throw new Error(`${name}: no metrics; ${lag}`);
  const created = performance.now();
  await Promise.all(
    sides.map(side => createSideScaler(cluster, namespace, side, spec(side), periodSeconds)),
  );
  return created;
}

async function playScript(
  stage: Stage & { readonly created: number },
  definition: TwinDefinition,
  { onStep, onRecord }: Watching,
): Promise<Step[]> {
  const { cluster, namespace, load, created } = stage;
  const steps: Step[] = [];
  const recording = new Recording(definition, created);
  for (const index of definition.loads.keys()) {
    // The first load already exists: the first step begins with the autoscalers.
    const since = index === 0 ? created : performance.now();
    load.total = totalOf(definition, index);
    recording.load(since, load.total);
    const told = { number: index + 1, load: load.text };
    if (definition.rollouts?.includes(index)) await rollOut(cluster, namespace);
    const step = { twin: definition.name, ...told, ...(await playStep(stage, since)) };
    steps.push(step);
    onStep?.(step);
    // The next step would begin in the middle of this one.
    if (step.unrest !== null) break;
  }
  onRecord?.(recording.end(performance.now(), stage.trajectories));
  return steps;
}

/** Records what happens from that moment until both are quiet. */
async function playStep(stage: Stage, moment: number): Promise<Pick<Step, "values" | "unrest">> {
  const { cluster, namespace, trajectories } = stage;
  const unrest = await untilQuiet(
    stage,
    stillPeriods,
    async () => (await lagOf(stage)) ?? (await waiting(cluster, namespace)),
  );
  const values = (side: Side) => trajectories.since(side, moment);
  return { values: { hpa: values("hpa"), trimtab: values("trimtab") }, unrest };
}

/** Waits until nothing is pending and no size has changed for these periods, or returns what is pending. */
async function untilQuiet(
  { load, trajectories, periodSeconds }: Stage,
  periods: number,
  unrest: () => Promise<string | null>,
): Promise<string | null> {
  const giveUpAt = performance.now() + patienceMs;
  let quietSince = Infinity;
  for (;;) {
    await load.share();
    const reason = await unrest();
    const now = performance.now();
    quietSince = reason === null ? Math.min(quietSince, now) : Infinity;
    const stillMs = now - Math.max(quietSince, trajectories.changedAt);
    if (stillMs >= periods * periodSeconds * 1000) return null;
    if (now > giveUpAt) return reason ?? "sizes keep changing";
    await sleep(pauseMs);
  }
}

const lagOf = ({ load, trajectories }: Stage) => load.lag(side => trajectories.current(side));

/** The object that a metric may describe. */
const createService = (cluster: Cluster, namespace: string) =>
  mustRequest(cluster, "POST", `/api/v1/namespaces/${namespace}/services`, {
    metadata: { name: loadedService },
    spec: { ports: [{ port: 80 }] },
  });

function createSide(
  cluster: Cluster,
  side: Side,
  { replicas, requests, neverReady = false }: TwinDefinition,
  { namespace, node }: Place,
) {
  const quantities = { cpu: `${requests.cpu}m`, memory: `${requests.memory}Mi` };
  const busy = { requests: quantities, usage: {}, node, neverReady };
  return createBusyDeployment(cluster, namespace, side, replicas, busy);
}
