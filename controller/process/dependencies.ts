// controller/process/: flags, and what all controllers share, built once for each process.

import pino, { type Logger } from "pino";

import { abortableSleep, sleep, systemClock } from "../../kube/clock.ts";
import { CredentialSource } from "../../kube/transport/credentials.ts";
import { Discovery } from "../../kube/api/discovery.ts";
import type { KubeError } from "../../kube/transport/errors.ts";
import { EventRecorder } from "../../kube/api/events.ts";
import { makeRecovery } from "../../kube/transport/recovery.ts";
import { Reflectors } from "../../kube/watch/reflectors.ts";
import type { TransportOptions } from "../../kube/transport/kube-request.ts";
import { Transport } from "../../kube/transport/transport.ts";
import { ClaimIndex } from "../claims/claim-index.ts";
import { coalesce } from "../workqueue/event-loop-turn.ts";
import type { Config } from "./config.ts";
import { Participants } from "./participants.ts";
import { makeLeadership } from "../leader/start-election.ts";
import { ForeignAutoscalers } from "../claims/foreign-autoscalers.ts";
import { ClaimLister } from "../claims/claim-lister.ts";
import { RemovalMarks } from "../pods/removal-marks.ts";
import { SelectedTargets } from "../targets/selected-targets.ts";
import { TargetReader } from "../targets/target-reader.ts";
import { MetricSourceClients } from "../metric-sources/metric-source-clients.ts";
import { MetricsRegistry } from "../telemetry/metrics-registry.ts";

/** A review sends two or three requests, and GitOps tools send hundreds of reviews per second. */
const admissionConnections = 16;
/** Each request that hangs holds a connection. The limit protects the API server if all of them hang. */
const forMetrics = { connections: 64, leastConnections: 8, waitShare: 0.5 };
/** What is sent late could arrive after the count, and mark a pod that stays. */
const forMarks = { connections: 8, waitShare: 0.5 };
/** Hundreds of watches reconnect at once, and each would wake the same objects. */
const reconnectMs = 100;

export type Dependencies = Readonly<ReturnType<typeof makeDependencies>>;

/** What all controllers of the process share. Does no I/O. */
export function makeDependencies(
  config: Config,
  version: string,
  connect = (options: TransportOptions) => new Transport(options),
) {
  const clock = systemClock;
  const random = Math.random;
  const log = pino({ level: config.logLevel, base: { replica: config.replica } });
  const telemetry = new MetricsRegistry({ version, objectMetrics: config.objectMetrics });
  const shared = {
    credentials: new CredentialSource(clock),
    userAgent: `trimtab/${version} (${config.replica})`,
    clock,
    random,
    sleep,
    onRequest: telemetry.request.bind(telemetry),
    deadlineMs: config.requestTimeoutMs,
  };
  const transport = connect(shared);
  // If requests to metrics APIs hang, all others go on.
  const metricsTransport = connect({ ...shared, ...forMetrics });
  // A user's request does not wait for a busy reconcile loop.
  const admissionTransport = connect({ ...shared, connections: admissionConnections });
  const participants = new Participants();
  const reconnected = coalesce(() => {
    participants.reconnected();
    return reconnectMs;
  });
  const reflectors = new Reflectors({
    transport,
    clock,
    random,
    sleep: abortableSleep,
    onHealth: reportHealth(log, reconnected),
    namespaces: config.watchNamespaces,
  });
  observeReflectors(telemetry, reflectors);
  const changed = participants.wake.bind(participants);
  telemetry.observe("trimtab_queue_depth", "kind", () => participants.depths());
  const discovery = new Discovery(admissionTransport, clock);
  const onDrop = telemetry.eventDropped.bind(telemetry);
  const targets = new TargetReader({
    ...{ transport, discovery, reflectors, onChange: changed },
    watched: config.watchedTargets,
  });
  const { caches } = targets;
  const labelsOf = caches.labelsOf.bind(caches);
  const claims = new ClaimIndex(changed, labelsOf);
  const claimLister = new ClaimLister(
    { transport, clock, claims },
    () => new ClaimIndex(() => undefined, labelsOf),
  );
  const leadership = makeLeadership({
    ...{ config, log, clock, random, reflectors, participants, telemetry, sleep: abortableSleep },
    // A renewal must not wait behind other requests. With 4 connections, two of its namespace can hang.
    transport: connect({ ...shared, connections: 4 }),
  });
  const metricSources = new MetricSourceClients({
    sources: config.metricSources,
    ...{ credentials: config.metricSourceCredentials, clock, random },
    onQuery: telemetry.query.bind(telemetry),
  });
  return {
    ...{ config, log, clock, random, telemetry, discovery, reflectors, metricSources },
    ...{ transport, metricsTransport, admissionTransport, sleep: abortableSleep },
    targets,
    pools: new SelectedTargets({ transport, discovery, caches, isLasting: true }),
    // Admission reads targets live and never opens a cache, so there are no changes to report.
    admissionTargets: new TargetReader({
      ...{ transport: admissionTransport, discovery, reflectors, watched: [] },
      onChange: () => undefined,
    }),
    ...{ claims, claimLister },
    // Which objects with a claim count which workloads besides their targets. Only admission asks for it.
    monitors: new ClaimIndex(() => undefined, labelsOf),
    foreignAutoscalers: new ForeignAutoscalers({
      ...{ reflectors, claims, claimLister },
      discovered: config.clusterRights ? null : { discovery, sleep: abortableSleep },
    }),
    marks: new RemovalMarks({
      transport: connect({ ...shared, ...forMarks }),
      ...{ writeFence: leadership.writeFence, workers: config.workers },
    }),
    events: new EventRecorder({ transport, clock, replica: config.replica, onDrop }),
    ...{ leadership, writeFence: leadership.writeFence, participants },
    recovery: makeRecovery({
      // A probe that waits behind hanging requests would look like an outage.
      transport: connect({ ...shared, connections: 1 }),
      sleep,
      ...reportOutage(log, reconnected),
    }),
  };
}

function reportHealth(log: Logger, reconnected: () => void) {
  return (resource: string, error: KubeError | null): void => {
    if (error) {
      log.warn({ resource, error }, "watch cut off; trying again until it is back");
      return;
    }
    log.info({ resource }, "watch is back");
    reconnected();
  };
}

function reportOutage(log: Logger, reconnected: () => void) {
  return {
    onAway: (error: KubeError): void => {
      log.warn({ error }, "the API server does not answer us; trying again until it does");
    },
    onBack: (): void => {
      log.info("the API server answers again");
      reconnected();
    },
  };
}

function observeReflectors(telemetry: MetricsRegistry, reflectors: Reflectors): void {
  const read = {
    trimtab_kube_reflectors: reflectors.counts,
    trimtab_kube_reflectors_disconnected: reflectors.disconnected,
    trimtab_kube_reflector_failing_seconds: reflectors.failingSeconds,
    trimtab_kube_reflector_silence_seconds: reflectors.silentSeconds,
    trimtab_kube_reflector_objects: reflectors.sizes,
  } as const;
  for (const [name, values] of Object.entries(read)) {
    telemetry.observe(name as keyof typeof read, "resource", values);
  }
}
