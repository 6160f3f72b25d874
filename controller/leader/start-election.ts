import type { Logger } from "pino";

import { formatKubeError, type KubeError } from "../../kube/transport/errors.ts";
import type { Config } from "../process/config.ts";
import type { ElectionPorts } from "./election-ports.ts";
import { LeaderElection } from "./leader-election.ts";
import { NamespaceClaims, type ClaimConflict, type ClaimPorts } from "./namespace-claims.ts";
import type { Participants } from "../process/participants.ts";
import type { MetricsRegistry } from "../telemetry/metrics-registry.ts";
import type { WriteFence } from "./write-fence.ts";

interface Ports
  extends
    Pick<ElectionPorts, "clock" | "random" | "reflectors" | "transport">,
    Pick<ClaimPorts, "sleep"> {
  readonly config: Config;
  readonly log: Logger;
  readonly participants: Pick<Participants, "elected" | "startedLeading" | "stoppedLeading">;
  readonly telemetry: MetricsRegistry;
}

/** Who of this installation may lead, and whether this installation may work in its namespaces. */
export interface Leadership {
  /** Null if this is the only replica. */
  readonly election: LeaderElection | null;
  readonly claims: NamespaceClaims;
  /** For everything that belongs to the objects of the namespaces. */
  readonly writeFence: WriteFence;
}

export function makeLeadership(ports: Ports): Leadership {
  const claims = makeClaims(ports);
  const election = makeElection(ports, claims);
  const mayWrite = (): boolean => (election?.mayWrite() ?? true) && claims.mayWrite();
  return { election, claims, writeFence: { mayWrite } };
}

function makeElection(ports: Ports, claims: NamespaceClaims): LeaderElection | null {
  const { config, log, participants, clock, random, reflectors, transport } = ports;
  if (config.election === null) return null;
  const { leaseDurationMs: durationMs } = config.election;
  const name = config.leaseName;
  return new LeaderElection({
    ...{ clock, random, reflectors, transport, durationMs, identity: config.replica },
    lease: { namespace: config.namespace, name },
    onStartedLeading: () => {
      participants.elected();
      claims.start();
    },
    onStoppedLeading: why => claims.stop(why),
    onTrouble: error =>
      log.warn({ lease: name, error: formatKubeError(error) }, "the Lease was not written"),
  });
}

/** A namespace changes its installation rarely, so its Lease may last longer than that of the leader. */
const claimsLast = 4;
const usualLeaseMs = 15_000;

function makeClaims(ports: Ports): NamespaceClaims {
  const { config, log, participants, telemetry, clock, random, transport, sleep } = ports;
  const { leaseName: lease, namespace: home, watchNamespaces: namespaces } = config;
  const report = reportConflict(ports);
  const complaints = new Map<string, KubeError["code"]>();
  // Another replica may have led before, unless there is no other.
  let isFirst = config.election === null;
  return new NamespaceClaims({
    ...{ transport, clock, random, sleep, home, namespaces },
    identity: `${home}/${lease}`,
    durationMs: (config.election?.leaseDurationMs ?? usualLeaseMs) * claimsLast,
    seesAll: config.clusterRights,
    onHeld: () => {
      telemetry.leading(true);
      log.info({ lease }, "leading");
      participants.startedLeading(isFirst);
      isFirst = false;
    },
    onLost: async why => {
      telemetry.leading(false);
      log.warn({ lease, why }, "leading no more");
      await participants.stoppedLeading();
    },
    onConflict: report,
    onTrouble: (namespace, error) => {
      if (complaints.get(namespace) === error.code) return;
      complaints.set(namespace, error.code);
      log.warn(
        { namespace, error: formatKubeError(error) },
        "the Lease of the namespace was not written",
      );
    },
  });
}

/** Logs each conflict once, with what ends it. */
function reportConflict({ config, log, telemetry }: Ports) {
  let known = "";
  return (conflict: ClaimConflict | null, isLeading: boolean): void => {
    telemetry.namespaceConflict(conflict);
    const now = conflict ? `${conflict.namespace} ${conflict.holder} ${isLeading}` : "";
    if (now === known) return;
    known = now;
    if (!conflict) {
      log.info("no other installation works in the watched namespaces any more");
      return;
    }
    const { namespace, holder, isEverywhere } = conflict;
    const where = isEverywhere ? "all namespaces" : `the namespace ${namespace}`;
    const here = config.watchNamespaces === null ? "all namespaces" : "some of them";
    const remedy = `give each namespace to one installation (the chart's watchNamespaces); this one watches ${here}`;
    if (isLeading) log.error({ holder, where, remedy }, "another installation began to work here");
    else log.error({ holder, where, remedy }, "not leading: another installation works here");
  };
}

/** Joins the election. A single replica is elected at once. */
export function startElection({
  leadership: { election, claims },
  participants,
}: Pick<Ports, "participants"> & { readonly leadership: Leadership }): void {
  if (election) {
    election.start();
    return;
  }
  participants.elected();
  claims.start();
}
