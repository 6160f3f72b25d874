import { sleep } from "../kube/clock.ts";
import type { Environment } from "./environment.ts";

/** What has to end in an orderly way. */
export interface Stoppable {
  readonly stop: () => Promise<void> | void;
}

/** What cannot be told by then stays untold: news is never worth a late end. */
const newsMs = 1_000;
/** As long as an admission review under way may still take. */
const reviewsMs = 4_000;
const spareMs = 1_000;
/** For a renewal that is under way, and for letting go of the Lease; otherwise it runs out by itself. */
const resignMs = 3_000;

/** The parts of the process, in the order in which they end. */
export interface Parts {
  readonly work: readonly Stoppable[];
  /** Under `failurePolicy: Fail` nobody can edit our objects while nothing answers here. */
  readonly admission: Stoppable;
}

/**
 * Ends the process on SIGTERM and SIGINT: not ready from now on; no new work, what is under way
 * finished (a scale write must get its status); admission for as long as that takes, and for a
 * grace in which others hear that we are not ready; connections closed, exit 0. A second signal ends
 * it at once, and so does the time after which no request of ours can still be under way.
 *
 * @returns what is missing for readiness: nothing until the signal
 */
export function endOnSignals(environment: Environment, parts: Parts): () => string[] {
  const { log, config } = environment;
  const slowestStopMs =
    Math.max(config.requestTimeoutMs + resignMs, config.shutdownGraceMs) + reviewsMs + newsMs;
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) {
      process.exit(1);
      return;
    }
    stopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), slowestStopMs + spareMs).unref();
    void stopAll(environment, parts).then(() => process.exit(0));
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  return () => (stopping ? ["stopping"] : []);
}

async function stopAll(environment: Environment, { work, admission }: Parts): Promise<void> {
  const stops = work.map(async ({ stop }) => {
    await stop();
  });
  // The next leader need not wait for those who are still sent here.
  const resigned = Promise.all(stops).then(() =>
    Promise.race([environment.election?.stop(), sleep(resignMs)]),
  );
  await Promise.all([resigned, sleep(environment.config.shutdownGraceMs)]);
  await admission.stop();
  await Promise.race([environment.events.flush(), sleep(newsMs)]);
  environment.reflectors.closeAll();
  const { transport, metricsTransport, admissionTransport } = environment;
  await Promise.all([transport, metricsTransport, admissionTransport].map(each => each.close()));
}

/** A bug that nobody caught is told, and then ends the process: its state cannot be trusted. */
export function endOnBugs({ log, telemetry }: Environment): void {
  const end = (err: unknown): void => {
    telemetry.fault("process");
    log.fatal({ err }, "unexpected failure; ending for a restart");
    process.exit(1);
  };
  process.on("uncaughtException", end);
  process.on("unhandledRejection", end);
}
