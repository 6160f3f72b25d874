import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { closeConnections } from "../cluster/api.ts";
import type { Cluster } from "../cluster/cluster.ts";
import { tokenFor } from "../cluster/token.ts";
import { limitMemory } from "../image/cgroup.ts";
import { operatorNamespace, operatorServiceAccount, renderedObject } from "../operator/chart.ts";
import { installProduct, removeWebhook } from "../operator/install.ts";
import { startMetricsApi } from "../operator/metrics-api.ts";
import { startOperator, type Operator } from "../operator/operator.ts";
import type { RenderedDeployment } from "../operator/pod.ts";
import { admissionTimes } from "./measures/admission-time.ts";
import { beginAssault } from "./assault.ts";
import { decidedIn, decisionsIn, latenessIn } from "./measures/decisions.ts";
import type { Figures } from "./measures/figures.ts";
import { startHanging } from "./hanging.ts";
import {
  changeLoads,
  createOthers,
  namesOfOthers,
  removeOthers,
  untilDecided,
  type Others,
} from "./others.ts";
import type { Tally } from "./part.ts";
import { buildPremises, extraTargets, offerParameters, tearDownPremises } from "./premises.ts";
import { seeded, type Random } from "./random.ts";
import { askForReviews } from "./reviews.ts";

export interface SiegeOptions {
  readonly seed: number;
  /** Number of other tenants' objects. */
  readonly objects: number;
  readonly periodSeconds: number;
  readonly baselineSeconds: number;
  readonly attackSeconds: number;
}

export interface Siege {
  readonly before: Figures;
  readonly during: Figures;
  /** The chart's default, in bytes. */
  readonly memoryLimit: number;
  /** True if the memory limit was enforced, as in a container. */
  readonly isLimited: boolean;
  /** The requests of the attackers and the responses. */
  readonly tally: Tally;
  /** Number of requests without a response. */
  readonly hung: number;
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
  metrics.in(attacked).fault = () => 0;
  const stopLoads = changeLoads(metrics, others, random);
  const memoryLimit = await defaultLimit();
  const group = limitMemory(memoryLimit);
  try {
    await installProduct(cluster, { extraTargets });
    const operator = await startOperator(cluster, {
      replica: "attack",
      token: await tokenFor(cluster, operatorNamespace, operatorServiceAccount, {
        durationSeconds: seconds,
      }),
      values: { logLevel: "debug", extraTargets },
      webhookPath: `/validate/${hexOf(random)}`,
      ...(group ? { memoryGroup: group.folder } : {}),
    });
    try {
      await createOthers(cluster, others, options.periodSeconds);
      await untilDecided(operator, others, options.periodSeconds * 1000);
      const scene = { cluster, operator, others, random, periodMs: options.periodSeconds * 1000 };
      const before = await measure(scene, options.baselineSeconds);
      const { namespace, token } = await buildPremises(cluster, attacked, hanging, seconds);
      await offerParameters(cluster, namespace);
      const { server, ca } = cluster;
      const assault = beginAssault({
        ...{ seed: options.seed, namespace },
        target: { server, token, ...(ca === undefined ? {} : { ca }) },
        ...{ url: operator.url, metricsUrl: operator.metricsUrl },
      });
      const during = await measure(scene, options.attackSeconds);
      const tally = await assault.stop();
      const isLimited = group !== undefined;
      return { before, during, memoryLimit, isLimited, tally, hung: hanging.asked() };
    } finally {
      await removeWebhook(cluster);
      await operator.stop();
    }
  } finally {
    stopLoads();
    await hanging.stop();
    await metrics.stop();
    closeConnections(forMetrics);
    await tearDownPremises(cluster, attacked);
    await removeOthers(cluster, others);
    group?.remove();
  }
}

/** Unknown to outsiders. */
const hexOf = (random: Random): string =>
  Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join("");

interface Scene {
  readonly cluster: Cluster;
  readonly operator: Operator;
  readonly others: Others;
  readonly random: Random;
  readonly periodMs: number;
}

async function measure(
  { cluster, operator, others, random, periodMs }: Scene,
  seconds: number,
): Promise<Figures> {
  let ended: Figures["ended"] = null;
  let memory = 0;
  const over = new AbortController();
  void operator.exited.then(code => {
    ended = code;
    over.abort();
  });
  const sampling = setInterval(() => {
    memory = Math.max(memory, memoryOf(operator) ?? 0);
  }, 200);
  const from = Date.now();
  const asking = askForReviews(cluster, others, random, over.signal);
  await sleep(seconds * 1000, undefined, { signal: over.signal }).catch(() => undefined);
  const span = { from, to: from + seconds * 1000 };
  over.abort();
  clearInterval(sampling);
  const { milliseconds, refused } = await asking;
  const prefix = others.namespaces[0]?.replace(/\d+$/, "") ?? "";
  const decisions = decisionsIn(operator.log(), others.keys);
  return {
    lateness: latenessIn(decisions, span, periodMs),
    decided: decidedIn(decisions, span, periodMs),
    reviews: await admissionTimes(cluster.auditLogPath ?? "", { prefix, span }),
    requests: milliseconds,
    ...{ refused, memory },
    ended,
  };
}

/** Memory of a process that the kernel cannot reclaim, in bytes; undefined if the process has ended. */
function memoryOf({ pid }: Operator): number | undefined {
  try {
    const kilobytes = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

async function defaultLimit(): Promise<number> {
  const { spec } = await renderedObject<RenderedDeployment>("Deployment");
  const memory = spec.template.spec.containers[0].resources?.limits?.memory ?? "";
  const mebibytes = /^(\d+)Mi$/.exec(memory)?.[1];
  if (mebibytes === undefined) throw new Error(`the chart's limit is not in Mi: ${memory}`);
  return Number(mebibytes) * 2 ** 20;
}
