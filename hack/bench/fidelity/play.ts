import { setTimeout as sleep } from "node:timers/promises";

import { cpuSeconds, memoryOf } from "../../host/processes.ts";
import { bucketsOf, quantileOf } from "../../operator/histogram.ts";
import { startOperator, type Operator } from "../../operator/operator.ts";
import type { Counts } from "../../replay/replay.ts";
import { difference } from "../ceiling/counts.ts";
import { raised, type Side } from "./side.ts";

export interface Step {
  readonly name: string;
  /** By verb and resource. */
  readonly requests: Counts;
  /** The CPU time of the operator. */
  readonly cpuSeconds: number;
}

/** What the operator did on one side. */
export interface Played {
  readonly name: string;
  readonly steps: readonly Step[];
  /** The counts that were written for each object, such as `2 to 3, 3 to 4`. */
  readonly decisions: ReadonlyMap<string, string>;
  /** The median duration of requests in milliseconds, by verb. */
  readonly latencies: Readonly<Record<string, number>>;
  readonly memoryBytes: number;
}

const verbs = ["list", "patch", "create"];

/** Three periods, in which what a change of replicas causes is done. */
const settleMs = 45_000;
/** A real control plane needs a while for so many pods. */
const mostMs = 360_000;

/** Starts the operator, waits while nothing changes, and raises the load until all objects have scaled twice. */
export async function play(side: Side, objects: number): Promise<Played> {
  let before = await side.requests();
  const { target, token } = side;
  const operator = await startOperator(target, {
    ...{ replica: "fidelity", webhook: false, ...(token === undefined ? {} : { token }) },
  });
  const steps: Step[] = [];
  let usedBefore = 0;
  const step = async (name: string, ended: Promise<void>) => {
    await ended;
    const [after, used] = [await side.requests(), cpuSeconds(operator.pid)];
    const requests = difference(after, before);
    steps.push({ name, requests, cpuSeconds: used - usedBefore });
    [before, usedBefore] = [after, used];
  };
  await step("start", sleep(60_000));
  await step("steady", sleep(60_000));
  await side.use(raised);
  await step("load", untilScaled(operator, 2 * objects));
  const { text } = await operator.get("/metrics");
  const played = {
    ...{ name: side.name, steps, decisions: decisionsOf(operator) },
    latencies: Object.fromEntries(verbs.map(verb => [verb, medianMs(text, verb)])),
    memoryBytes: memoryOf(operator.pid, "VmRSS") ?? NaN,
  };
  await operator.stop();
  await side.stop();
  return played;
}

/** Waits until the operator has written so many counts, and then until nothing more follows. */
async function untilScaled(operator: Operator, writes: number): Promise<void> {
  const giveUpAt = performance.now() + mostMs;
  const written = () => operator.log().split('"msg":"scale"').length - 1;
  while (written() < writes && performance.now() < giveUpAt) await sleep(2_000);
  await sleep(settleMs);
}

function medianMs(metrics: string, verb: string): number {
  const lines = metrics.split("\n").filter(line => line.includes(`verb="${verb}"`));
  const buckets = bucketsOf(lines.join("\n"), "trimtab_kube_request_duration_seconds");
  return quantileOf(buckets, 0.5) * 1_000;
}

function decisionsOf(operator: Operator): Map<string, string> {
  const decisions = new Map<string, string>();
  for (const line of operator.log().split("\n")) {
    if (!line.includes('"msg":"scale"')) continue;
    const { key, from, to } = JSON.parse(line) as { key: string; from: number; to: number };
    const earlier = decisions.get(key);
    decisions.set(key, `${earlier === undefined ? "" : `${earlier}, `}${from} to ${to}`);
  }
  return decisions;
}
