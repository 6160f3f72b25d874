import { sleep } from "../../kube/clock.ts";
import type { Dependencies } from "./dependencies.ts";

export interface Stoppable {
  readonly stop: () => Promise<void> | void;
}

/** Events that are not written by then are dropped: they are not worth a late exit. */
const eventsMs = 1_000;
/** The longest that a running admission review may still take. */
const reviewsMs = 4_000;
const spareMs = 1_000;
/** For a running renewal and the release of the Lease. Otherwise the Lease expires by itself. */
const resignMs = 3_000;

export interface Parts {
  readonly work: readonly Stoppable[];
  /** With `failurePolicy: Fail`, our objects cannot be edited while this does not answer. */
  readonly admission: Stoppable;
}

/**
 * Shuts the process down on SIGTERM and SIGINT. It becomes unready at once, takes no new work and finishes
 * running passes (a scale write must get its status). Admission goes on for that time, and for a grace period
 * in which clients learn that this replica is not ready. Then connections close, and the process exits with
 * 0. A second signal ends it at once, and so does the time after which no request of ours can still be
 * running.
 *
 * @returns what is missing for readiness: nothing until the signal
 */
export function endOnSignals(dependencies: Dependencies, parts: Parts): () => string[] {
  const { log, config } = dependencies;
  const slowestStopMs =
    Math.max(config.requestTimeoutMs + resignMs, config.shutdownGraceMs) + reviewsMs + eventsMs;
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) {
      process.exit(1);
      return;
    }
    stopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), slowestStopMs + spareMs).unref();
    void stopAll(dependencies, parts).then(() => process.exit(0));
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    // In place of the handlers of early-signals.ts.
    process.removeAllListeners(signal);
    process.on(signal, stop);
  }
  return () => (stopping ? ["stopping"] : []);
}

async function stopAll(dependencies: Dependencies, { work, admission }: Parts): Promise<void> {
  const stops = work.map(async ({ stop }) => await stop());
  // The next leader does not have to wait for reviews that still arrive here.
  const resigned = Promise.all(stops).then(() =>
    Promise.race([dependencies.leadership.election?.stop(), sleep(resignMs)]),
  );
  await Promise.all([resigned, sleep(dependencies.config.shutdownGraceMs)]);
  await admission.stop();
  await Promise.race([dependencies.events.flush(), sleep(eventsMs)]);
  dependencies.reflectors.closeAll();
  const { transport, metricsTransport, admissionTransport, metricSources, marks } = dependencies;
  const all = [transport, metricsTransport, admissionTransport, metricSources, marks];
  await Promise.all(all.map(each => each.close()));
}

/** Reports an uncaught error and ends the process: its state cannot be trusted. */
export function endOnBugs({ log, telemetry }: Dependencies): void {
  const end = (err: unknown): void => {
    telemetry.fault("process");
    log.fatal({ err }, "unexpected failure; ending for a restart");
    process.exit(1);
  };
  process.on("uncaughtException", end);
  process.on("unhandledRejection", end);
}
