import type { Logger } from "pino";

import { formatKubeError } from "../../kube/transport/errors.ts";
import type { Config } from "../process/config.ts";
import type { ElectionPorts } from "./election-ports.ts";
import { LeaderElection } from "./leader-election.ts";
import type { Participants } from "../process/participants.ts";
import type { MetricsRegistry } from "../telemetry/metrics-registry.ts";

interface Ports extends Pick<ElectionPorts, "clock" | "random" | "reflectors" | "transport"> {
  readonly config: Config;
  readonly log: Logger;
  readonly participants: Pick<Participants, "startedLeading" | "stoppedLeading">;
  readonly telemetry: MetricsRegistry;
}

/** Null if this is the only replica. */
export function makeElection(ports: Ports): LeaderElection | null {
  const { config, log, participants, telemetry, ...shared } = ports;
  if (config.election === null) return null;
  const { leaseName: name, leaseDurationMs: durationMs } = config.election;
  return new LeaderElection({
    ...shared,
    ...{ lease: { namespace: config.namespace, name }, durationMs, identity: config.replica },
    onStartedLeading: () => {
      telemetry.leading(true);
      log.info({ lease: name }, "leading");
      participants.startedLeading(false);
    },
    onStoppedLeading: async why => {
      telemetry.leading(false);
      log.warn({ lease: name, why }, "leading no more");
      await participants.stoppedLeading();
    },
    onTrouble: error =>
      log.warn({ lease: name, error: formatKubeError(error) }, "the Lease was not written"),
  });
}

/** Joins the election. A single replica leads at once. */
export function startElection(
  ports: Pick<Ports, "participants" | "telemetry"> & { readonly election: LeaderElection | null },
): void {
  const { election, participants, telemetry } = ports;
  if (election) {
    election.start();
    return;
  }
  telemetry.leading(true);
  participants.startedLeading(true);
}
