import { closeConnections } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { controlPlanePids } from "../../hack/cluster/pids.ts";
import { tokenFor } from "../../hack/cluster/token.ts";
import { bytesOf, limitMemory } from "../../hack/image/cgroup.ts";
import {
  operatorNamespace,
  operatorServiceAccount,
  renderedObject,
} from "../../hack/cluster/operator/chart.ts";
import { installProduct, removeWebhook } from "../../hack/cluster/operator/install.ts";
import { startMetricsApi } from "../../hack/cluster/operator/metrics-api.ts";
import { startOperator } from "../../hack/cluster/operator/operator.ts";
import type { RenderedDeployment } from "../../hack/cluster/operator/pod.ts";
import { beginAssault } from "./assault.ts";
import { grantedToTenant, limitTenant, unlimitTenant, type Granted } from "./setup/flow-control.ts";
import { startHanging } from "./setup/hanging.ts";
import { evaluate, observe, type Measured } from "./measures/measure.ts";
import {
  changeLoads,
  createOthers,
  namesOfOthers,
  removeOthers,
  untilDecided,
} from "./setup/others.ts";
import type { Seats } from "./pace.ts";
import type { Tally } from "./part.ts";
import { startSources } from "./setup/sources.ts";
import { createWitness } from "./measures/witness.ts";
import {
  buildPremises,
  extraTargets,
  offerParameters,
  tearDownPremises,
} from "./setup/premises.ts";
import { seeded, type Random } from "../../cli/simulate/random.ts";

/** An object of the tenant has configMapRef. */
const rbac = { configMaps: true };

export interface SiegeOptions {
  readonly seed: number;
  /** Number of other tenants' objects. */
  readonly objects: number;
  readonly periodSeconds: number;
  readonly baselineSeconds: number;
  readonly attackSeconds: number;
  /** The pace of the attackers, relative to the pauses that their parts state. */
  readonly rate: number;
  /** Without it, the tenant shares the seats of all service accounts. */
  readonly seats?: Seats;
}

export interface Siege {
  readonly before: Measured;
  readonly during: Measured;
  /** The chart's default, in bytes. */
  readonly memoryLimit: number;
  /** True if the memory limit was enforced, as in a container. */
  readonly isLimited: boolean;
  /** The requests of the attackers and the responses. */
  readonly tally: Tally;
  /** Number of requests without a response. */
  readonly hung: number;
  /** At the end, the slow queries that were sent and the push streams that are open. */
  readonly shared: { readonly slow: number; readonly streams: number };
  /** Null: the tenant had no seats of its own. */
  readonly granted: Granted | null;
}

/** Lifetime of a token beyond the measured time. */
const spareSeconds = 3_600;

/** Measures what the operator does for other tenants before and during an attack, and removes everything. */
export async function besiege(cluster: Cluster, options: SiegeOptions): Promise<Siege> {
  const run = Date.now().toString(36);
  const random = seeded(options.seed);
  const seconds = options.baselineSeconds + options.attackSeconds + spareSeconds;
  const others = namesOfOthers(run, options.objects);
  const attacked = `attacker-${run}`;
  // Its own connections: setting the stage must not delay responses of the metrics API.
  const forMetrics = { ...cluster };
  const metrics = await startMetricsApi(forMetrics);
  const hanging = await startHanging(cluster);
  const sources = await startSources();
  const webhookPath = `/validate/${hexOf(random)}`;
  metrics.in(attacked).fault = () => 0;
  const stopLoads = changeLoads(metrics, others, random);
  const memoryLimit = await defaultLimit();
  const group = limitMemory(memoryLimit);
  try {
    await installProduct(cluster, { extraTargets, rbac });
    const operator = await startOperator(cluster, {
      replica: "attack",
      token: await tokenFor(cluster, operatorNamespace, operatorServiceAccount, {
        durationSeconds: seconds,
      }),
      values: { logLevel: "debug", extraTargets, rbac },
      ...{ webhookPath, args: sources.args },
      ...(group ? { memoryGroup: group.folder } : {}),
    });
    try {
      await createOthers(cluster, others, options.periodSeconds);
      await createWitness(cluster, others, options.periodSeconds);
      await untilDecided(operator, others, options.periodSeconds * 1000);
      const scene = { cluster, operator, others, random, periodMs: options.periodSeconds * 1000 };
      const ours = { operator: operator.pid, measurement: process.pid };
      const pids = { ...controlPlanePids(cluster), ...ours };
      const before = await evaluate(scene, await observe(scene, options.baselineSeconds, pids));
      const { namespace, token } = await buildPremises(cluster, attacked, hanging, seconds);
      if (options.seats) await limitTenant(cluster, namespace, options.seats);
      await offerParameters(cluster, namespace);
      const { server, ca } = cluster;
      const assault = beginAssault({
        ...{ seed: options.seed, namespace, rate: options.rate },
        target: { server, token, ...(ca === undefined ? {} : { ca }) },
        ...{ url: operator.url, path: webhookPath, metricsUrl: operator.metricsUrl },
      });
      const all = { ...pids, attackers: assault.pid };
      const seen = await observe(scene, options.attackSeconds, all);
      const shared = { slow: sources.slow(), streams: await sources.streams() };
      const tally = await assault.stop();
      const granted = options.seats ? await grantedToTenant(cluster) : null;
      const during = await evaluate(scene, seen);
      const isLimited = group !== undefined;
      return {
        before,
        during,
        memoryLimit,
        isLimited,
        tally,
        hung: hanging.asked(),
        shared,
        granted,
      };
    } finally {
      await removeWebhook(cluster);
      // It would first wait for the requests that hang.
      operator.signal("SIGKILL");
      await operator.stop();
    }
  } finally {
    stopLoads();
    await hanging.stop();
    await sources.stop();
    await metrics.stop();
    closeConnections(forMetrics);
    await tearDownPremises(cluster, attacked);
    if (options.seats) await unlimitTenant(cluster);
    await removeOthers(cluster, others);
    group?.remove();
  }
}

/** Unknown to outsiders. */
const hexOf = (random: Random): string =>
  Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join("");

async function defaultLimit(): Promise<number> {
  const { spec } = await renderedObject<RenderedDeployment>("Deployment");
  return bytesOf(spec.template.spec.containers[0].resources?.limits?.memory ?? "");
}
