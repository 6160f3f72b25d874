import { setTimeout as sleep } from "node:timers/promises";

import type { Cluster } from "../../../hack/cluster/cluster.ts";
import { memoryOf } from "../../../hack/host/processes.ts";
import type { Operator } from "../../../hack/cluster/operator/operator.ts";
import type { Others } from "../setup/others.ts";
import type { Random } from "../../../cli/simulate/random.ts";
import { watchWitness } from "./witness.ts";
import { askForReviews, type Reviewed } from "../reviews.ts";
import { admissionTimes } from "./admission-time.ts";
import { measureBusy, type Busy, type Pids } from "../../../hack/host/busy.ts";
import { decidedIn, decisionsIn, latenessIn, type Span } from "./decisions.ts";
import type { Figures } from "./figures.ts";
import { trafficIn, type Load } from "./load.ts";

export interface Scene {
  readonly cluster: Cluster;
  readonly operator: Operator;
  readonly others: Others;
  readonly random: Random;
  readonly periodMs: number;
}

/** What is only visible while it happens; the logs contain the rest. */
interface Observed extends Reviewed, Pick<Figures, "memory" | "ended" | "witnessed"> {
  readonly span: Span;
  readonly busy: Busy;
}

export interface Measured extends Figures {
  readonly load: Load;
}

export async function observe(
  { cluster, operator, others, random }: Scene,
  seconds: number,
  pids: Pids,
): Promise<Observed> {
  let ended: Figures["ended"] = null;
  let memory = 0;
  const over = new AbortController();
  void operator.exited.then(code => {
    ended = code;
    over.abort();
  });
  const sampling = setInterval(() => {
    memory = Math.max(memory, memoryOf(operator.pid, "RssAnon") ?? 0);
  }, 200);
  const busy = measureBusy(pids);
  const from = Date.now();
  const watching = watchWitness({ ...cluster }, others, over.signal);
  const asking = askForReviews(cluster, others, random, over.signal);
  await sleep(seconds * 1000, undefined, { signal: over.signal }).catch(() => undefined);
  const span = { from, to: from + seconds * 1000 };
  over.abort();
  clearInterval(sampling);
  const used = busy();
  const reviewed = await asking;
  const witnessed = await watching;
  return { ...reviewed, span, busy: used, memory, ended, witnessed };
}

/** Call it once the attack has ended: reading long logs takes a while. */
export async function evaluate(
  { cluster, operator, others, periodMs }: Scene,
  { span, busy, milliseconds, refused, memory, ended, witnessed }: Observed,
): Promise<Measured> {
  const prefix = others.namespaces[0]?.replace(/\d+$/, "") ?? "";
  const decisions = decisionsIn(operator.log(), others.keys);
  const auditLog = cluster.auditLogPath ?? "";
  return {
    lateness: latenessIn(decisions, span, periodMs),
    decided: decidedIn(decisions, span, periodMs),
    reviews: await admissionTimes(auditLog, { prefix, span }),
    requests: milliseconds,
    ...{ refused, memory, witnessed },
    ended,
    load: { busy, traffic: await trafficIn(auditLog, span) },
  };
}
