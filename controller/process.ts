import { setTimeout as wait } from "node:timers/promises";

import type { Environment } from "./environment.ts";

/** What has to end in an orderly way. */
export interface Stoppable {
  readonly stop: () => Promise<void> | void;
}

/** What cannot be told by then stays untold: news is never worth a late end. */
const newsMs = 1_000;
/** Longer than any request of ours; then the process ends whatever is still under way. */
const slowestStopMs = 12_000;

/**
 * Ends the process on SIGTERM and SIGINT: no new work, what is under way finished (a scale write
 * must get its status), connections closed, exit 0. A second signal ends it at once.
 */
export function endOnSignals(environment: Environment, parts: readonly Stoppable[]): void {
  const { log } = environment;
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), slowestStopMs).unref();
    void stopAll(environment, parts).then(() => process.exit(0));
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

async function stopAll(environment: Environment, parts: readonly Stoppable[]): Promise<void> {
  await Promise.all(
    parts.map(async ({ stop }) => {
      await stop();
    }),
  );
  await Promise.race([environment.events.flush(), wait(newsMs)]);
  environment.reflectors.closeAll();
  await environment.transport.close();
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
