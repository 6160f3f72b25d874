// capabilities/: the resources, wired to controller/ and admission/, and the start of the process.

import { X509Certificate } from "node:crypto";

import { ClientAuthority } from "../admission/certificates/client-authority.ts";
import { startHost } from "../admission/host.ts";
import type { Config } from "../controller/process/config.ts";
import { makeDependencies, type Dependencies } from "../controller/process/dependencies.ts";
import { warnOfFullHeap } from "../controller/process/heap-warning.ts";
import { endOnBugs, endOnSignals } from "../controller/process/shutdown.ts";
import { reportMissingRights } from "../controller/process/permission-check.ts";
import { unservable, validatorsOf } from "./pepr-bridge.ts";
import type { RunningCapability } from "./wire-controller.ts";
import { autoscalerController } from "./autoscaler/wiring.ts";
import { clusterProportionalController } from "./cluster-proportional-autoscaler/wiring.ts";
import type { ReviewReport } from "../admission/review.ts";
import type { Result } from "../engine/model/values/result.ts";
import { PairFromFiles, type CertificateReport } from "../admission/certificates/certificate.ts";
import { ManagedCertificate } from "../admission/certificates/managed-certificate.ts";
import { isOneOf, newPath } from "../admission/path-gate.ts";
import { openFence } from "../controller/leader/write-fence.ts";

export const controllers = [autoscalerController, clusterProportionalController];

/** Starts the operator, or returns one sentence for standard error that says why it cannot. */
export async function startOperator(config: Config, version: string): Promise<string | null> {
  const dependencies = makeDependencies(config, version);
  const running = controllers.map(make => make(dependencies));
  const capabilities = running.map(({ capability }) => capability);
  const unserved = capabilities.map(unservable).find(problem => problem !== null);
  if (unserved) return unserved;
  endOnBugs(dependencies);
  warnOfFullHeap(dependencies.log);
  // Shutdown stops the server, and the server needs to know whether shutdown has begun.
  let stopping: () => readonly string[] = () => [];
  const reports = admissionReports(dependencies);
  const certificate = certificateIn(dependencies, reports.certificate);
  const clients =
    config.clients && (await ClientAuthority.open(config.clients, reports.certificate));
  if (clients?.ok === false) return clients.error;
  const parts = [...running, certificate];
  const host = await startHost(
    {
      validators: capabilities.flatMap(validatorsOf),
      accepts: certificate.accepts,
      clients: clients?.value ?? null,
      notReady: () => [...stopping(), ...parts.flatMap(({ notReady }) => notReady())],
      metrics: () => dependencies.telemetry.exposition(),
      isEnding: () => stopping().length > 0,
      monotonic: () => dependencies.clock.monotonic(),
      reviewed: reports.reviewed,
      serving: reports.serving,
    },
    certificate.source,
    config,
  );
  if (!host.ok) return host.error;
  stopping = endOnSignals(dependencies, { work: running, admission: host.value });
  for (const { start } of running) start();
  dependencies.leadership.start();
  void reportMissingRights(dependencies);
  const { port, metricsPort } = config;
  dependencies.log.info({ version, port, metricsPort }, "started");
  return null;
}

/**
 * Starts what Pepr's own controller does not: the caches that reviews read and, in its watcher, decisions. The pods for
 * admission decide nothing, because Pepr has removed their `Watch` bindings.
 */
export function startInPepr(
  dependencies: Dependencies,
  running: readonly RunningCapability[],
  version: string,
): void {
  endOnBugs(dependencies);
  warnOfFullHeap(dependencies.log);
  // In place of Pepr's handler, which ends the process during a pass.
  endOnSignals(dependencies, { work: running, admission: { stop: () => undefined } });
  for (const { start } of running) start();
  const isWatcher = process.env["PEPR_WATCH_MODE"] === "true";
  if (isWatcher) dependencies.leadership.start();
  void reportMissingRights(dependencies);
  dependencies.log.info({ version, isWatcher }, "started in Pepr's controller");
}

/** Turns admission reports into metrics and log lines; admission itself knows neither. */
function admissionReports({ log, telemetry }: Dependencies) {
  return {
    reviewed: (report: ReviewReport, milliseconds: number): void => {
      const { kind, verdict, faultId, key, fault } = report;
      telemetry.review(kind, verdict, milliseconds);
      if (faultId === undefined) return;
      telemetry.fault("admission");
      log.error({ faultId, kind, key, err: fault }, "an admission review failed unexpectedly");
    },
    serving: (pem: string): void => {
      const { validTo } = new X509Certificate(pem);
      telemetry.certificateExpires(Date.parse(validTo) / 1000);
    },
    certificate: (outcome: Result<string, string>): void => {
      if (outcome.ok) log.info(outcome.value);
      else log.error({ error: outcome.error }, "trouble with the webhook certificate");
    },
  };
}

/**
 * The webhook's certificate, from the configured source. `accepts` tells whether a path serves reviews, and
 * `notReady` is empty once there is a certificate that clients accept.
 */
function certificateIn(dependencies: Dependencies, report: CertificateReport) {
  const { config, reflectors, clock, sleep } = dependencies;
  // Reviews need it, also while another installation works in the namespaces.
  const fence = dependencies.leadership.election ?? openFence;
  const { certificate, namespace, webhookPath } = config;
  const fixed = webhookPath === null ? [] : [webhookPath];
  const isFixed = (path: string): boolean => isOneOf(path, fixed);
  if (certificate.kind === "files") {
    const source = new PairFromFiles(certificate, report);
    return { source, accepts: isFixed, notReady: () => [] };
  }
  const source = new ManagedCertificate({
    // Users wait for it, as for all requests of admission.
    transport: dependencies.admissionTransport,
    ...{ reflectors, clock, sleep, namespace, ...certificate, report },
    mayWrite: () => fence.mayWrite(certificate.secretName),
    makePath: webhookPath === null ? newPath : null,
    fixedPath: webhookPath,
  });
  const checkNow = (): void => source.checkNow();
  dependencies.participants.join({ reconnected: checkNow, elected: checkNow });
  const isManaged = (path: string): boolean => source.accepts(path);
  return {
    source,
    accepts: webhookPath === null ? isManaged : isFixed,
    notReady: () => source.notReady(),
  };
}
