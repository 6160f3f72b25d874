// capabilities/: the resources, wired to controller/ and admission/, and the start of the process.
// pepr.ts imports it.

import { X509Certificate } from "node:crypto";

import { ClientAuthority } from "../admission/certificates/client-authority.ts";
import { startHost } from "../admission/host.ts";
import type { Config } from "../controller/process/config.ts";
import { startElection } from "../controller/leader/start-election.ts";
import { makeDependencies, type Dependencies } from "../controller/process/dependencies.ts";
import { warnOfFullHeap } from "../controller/process/heap-warning.ts";
import { endOnBugs, endOnSignals } from "../controller/process/shutdown.ts";
import { reportMissingRights } from "../controller/process/permission-check.ts";
import { unservable } from "../controller/pepr-watch-bridge.ts";
import { certificateIn } from "./webhook-certificate.ts";
import { controllers } from "./resources.ts";
import type { ReviewReport } from "../admission/review.ts";
import type { Result } from "../engine/result.ts";

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
      capabilities,
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
  startElection(dependencies);
  void reportMissingRights(dependencies);
  const { port, metricsPort } = config;
  dependencies.log.info({ version, port, metricsPort }, "started");
  return null;
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
