import { setTimeout as sleep } from "node:timers/promises";

import { measureBusy } from "../../host/busy.ts";
import { memoryOf } from "../../host/processes.ts";
import { bucketsOf, quantileOf } from "../../operator/histogram.ts";
import { startOperator, type Operator } from "../../operator/operator.ts";
import type { Counts } from "../../replay/replay.ts";
import { difference } from "../ceiling/counts.ts";
import { raised, type Side } from "./side.ts";

export interface Step {
  readonly name: string;
  readonly seconds: number;
  /** By verb and resource. */
  readonly requests: Counts;
  /** The threads that the operator keeps busy. */
  readonly busy: number;
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

/** Starts the operator, waits while nothing changes, and raises the load until all objects have scaled twice. */
export async function play(side: Side): Promise<Played> {
  let before = await side.requests();
  const { target, token } = side;
  const operator = await startOperator(target, {
    ...{ replica: "fidelity", webhook: false, ...(token === undefined ? {} : { token }) },
  });
  const steps: Step[] = [];
  const step = async (name: string, seconds: number) => {
    const used = measureBusy({ operator: operator.pid });
    await sleep(seconds * 1_000);
    const busy = used()["operator"] ?? NaN;
    const after = await side.requests();
    steps.push({ name, seconds, busy, requests: difference(after, before) });
    before = after;
  };
  await step("start", 60);
  await step("steady", 60);
  await side.use(raised);
  await step("load", 90);
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
