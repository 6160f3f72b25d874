/**
 * An operator of one Autoscaler on a real API server, whose time passes as fast as its requests are answered. It
 * measures a load of its own: that of an office. Each line of its standard input names a time until which it goes on,
 * and the time from which the load stays low; it answers with the counts that it found, as JSON. At the end of its
 * input it ends as an operator does. Started by test/integration/forecast.integration.test.ts.
 *
 * Arguments: the namespace and name of the Autoscaler, the time at which it starts, and its sync period, in milliseconds.
 */
import { createInterface } from "node:readline";

import pino from "pino";

import { ForecastRecords } from "../../../controller/forecasts/forecast-records.ts";
import { Forecasts } from "../../../controller/forecasts/forecasts.ts";
import { openFence } from "../../../controller/leader/write-fence.ts";
import { makeDependencies } from "../../../controller/process/dependencies.ts";
import { ObjectStates } from "../../../controller/reconcile/object-state.ts";
import { Reconciler } from "../../../controller/reconcile/pass.ts";
import { TargetReader } from "../../../controller/targets/target-reader.ts";
import { certificateFlags, configOf } from "../../../controller/testing/config.ts";
import { Subscriptions } from "../../../controller/workqueue/subscriptions.ts";
import type { ScaleTargetRef } from "../../../crds/generated/shared.ts";
import { ok } from "../../../engine/model/values/result.ts";
import { officeLoad } from "../../../engine/testing/forecast-scene.ts";
import { EventRecorder } from "../../../kube/api/events.ts";
import { ManualClock } from "../../../kube/testing/manual-clock.ts";
import { formatKubeError } from "../../../kube/transport/errors.ts";
import { listAll } from "../../../kube/watch/list.ts";
import { type KubeObject, resourcePath, splitKey } from "../../../kube/watch/object.ts";
import type { MeasurePorts } from "../observe.ts";
import type { StoredAutoscaler } from "../observed-spec.ts";
import { autoscalerResource, gvk } from "../resource.ts";

const [key = "", from = "", period = ""] = process.argv.slice(2);
const { namespace, name } = splitKey(key);
const clock = new ManualClock(Number(from));
const config = configOf(...certificateFlags, "--log-level=silent", "--forecast=true");
const dependencies = makeDependencies(config, "virtual");
const { transport, discovery, reflectors, pools, claims, claimLister, marks } = dependencies;
/** Problems, which the test wants to see. */
const log = pino({ level: "warn" }, pino.destination(2));
const ignored = (): void => undefined;
const forecasts = new Forecasts({
  records: new ForecastRecords({
    ...{ transport, namespaces: [namespace] },
    mayWrite: () => openFence.mayWrite(key),
  }),
  ...{ clock, log, sources: dependencies.metricSources },
  sleep: () => Promise.resolve(),
  onFault: () => log.error("a fault"),
});

/** A watch would lag behind virtual time. */
class LiveTargets extends TargetReader {
  override observe(namespace: string, ref: ScaleTargetRef) {
    return super.observe(namespace, ref, true);
  }
}

/** From this time on, the load stays low. */
let quietFrom = Infinity;
let counts: { readonly at: number; readonly replicas: number }[] = [];
const nothingElse = {} as MeasurePorts;
const ports = { pools, forecasts, clock, settings: config.settings, rails: config.rails };
const resource = {
  ...autoscalerResource({ ...nothingElse, ...ports }),
  measure: (_: unknown, { state: { replicas } }: { readonly state: { replicas: number } }) => {
    const now = clock.now();
    counts.push({ at: now, replicas });
    const load = officeLoad(now < quietFrom ? now : NaN);
    const values = [BigInt(1_000 * load)];
    const answer = { kind: "Values", values, measured: { time: now, windowMs: 30_000 } } as const;
    const scale = { specReplicas: replicas, statusReplicas: replicas };
    const value = { scale, pods: ok([]), answers: [answer] };
    return { kind: "measured", value, askedAt: clock.monotonic() } as const;
  },
};
const events = new EventRecorder({ transport, clock, replica: "virtual", onDrop: ignored });
let current: StoredAutoscaler | undefined;
const reconciler = new Reconciler(resource, {
  ...{ transport, claims, claimLister, marks, clock, events, writeFence: openFence },
  targets: new LiveTargets({
    ...{ transport, discovery, reflectors, watched: [] },
    onChange: () => 0,
  }),
  get: () => current,
  states: new ObjectStates<StoredAutoscaler>({
    view: resource.view,
    onUnreadable: (_, reason) => log.warn(reason),
  }),
  subscriptions: new Subscriptions(() => undefined),
  observer: { decided: ignored, withheld: ignored, wrote: ignored },
  isCrowded: () => false,
});

const listed = {
  path: resourcePath({ ...gvk, namespace }),
  selector: { fieldSelector: `metadata.name=${name}` },
};

/** One pass, on what the API server has. An operator has no right to get a single object. */
async function pass(): Promise<void> {
  const keep = (object: KubeObject): void => void (current = object as StoredAutoscaler);
  const read = await listAll(transport, listed, keep, new AbortController().signal);
  if (!read.ok) throw new Error(formatKubeError(read.error));
  const outcome = await reconciler.pass(key);
  if (outcome.kind === "retry") throw new Error(`${outcome.reason}: ${outcome.refusal ?? ""}`);
}

await forecasts.lead();
for await (const line of createInterface({ input: process.stdin })) {
  const { until, quiet } = JSON.parse(line) as { until: number; quiet: number | null };
  quietFrom = quiet ?? Infinity;
  counts = [];
  while (clock.now() < until) {
    await pass();
    clock.advance(Number(period));
  }
  await events.flush();
  console.log(JSON.stringify(counts));
}
await forecasts.saveAll(config.shutdownGraceMs);
forecasts.leave();
process.exit();
