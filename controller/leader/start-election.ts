import type { Logger } from "pino";

import { formatKubeError, type KubeError } from "../../kube/transport/errors.ts";
import type { Config } from "../process/config.ts";

import { type ElectionPorts, LeaderElection } from "./leader-election.ts";
import { NamespaceClaims } from "./namespace-claims.ts";
import type { ClaimConflict } from "./other-installations.ts";
import type { Participants } from "../process/participants.ts";
import type { MetricsRegistry } from "../telemetry/metrics-registry.ts";
import type { WriteFence } from "./write-fence.ts";

interface Ports extends Pick<
  ElectionPorts,
  "clock" | "random" | "reflectors" | "sleep" | "transport"
> {
  readonly config: Config;
  readonly log: Logger;
  readonly participants: Participants;
  readonly telemetry: MetricsRegistry;
}

/** Who of this installation may lead, and whether this installation may work in its namespaces. */
export function makeLeadership(ports: Ports) {
  const claims = makeClaims(ports);
  const onElected = (): void => {
    ports.participants.elected();
    claims.start();
  };
  const election = makeElection(ports, claims, onElected);
  // For everything that belongs to the objects of the namespaces.
  const writeFence: WriteFence = {
    mayWrite: key => (election?.mayWrite() ?? true) && claims.mayWrite(key),
    isLeft: key => claims.left.has(key),
  };
  /** Joins the election. A single replica is elected at once. */
  const start = (): void => (election ? election.start() : onElected());
  return { election, claims, writeFence, start };
}

/** Null if this is the only replica. */
function makeElection(
  ports: Ports,
  claims: NamespaceClaims,
  onElected: () => void,
): LeaderElection | null {
  const { config, log, clock, random, reflectors, sleep, transport } = ports;
  if (config.election === null) return null;
  const { leaseDurationMs: durationMs } = config.election;
  const name = config.leaseName;
  return new LeaderElection({
    ...{ clock, random, reflectors, sleep, transport, durationMs, identity: config.replica },
    lease: { namespace: config.namespace, name },
    onStartedLeading: onElected,
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
    onConflict: reportConflicts(ports),
    onLeft: namespaces => participants.namespacesLeft(namespaces),
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

const messages = {
  NotLeading: "not leading: another installation works here",
  Left: "doing nothing here, because another installation works here",
  BothWork: "another installation began to work here",
};

/** Logs all conflicts once, with what ends them. */
function reportConflicts({ config, log, telemetry }: Ports) {
  let known = "[]";
  return (conflicts: readonly ClaimConflict[]): void => {
    telemetry.namespaceConflict(conflicts);
    const now = JSON.stringify(conflicts);
    if (now === known) return;
    known = now;
    if (conflicts.length === 0) {
      log.info("no other installation works in the watched namespaces any more");
    }
    const here = config.watchNamespaces === null ? "all namespaces" : "some of them";
    const remedy = `give each namespace to one installation (the chart's watchNamespaces); this one watches ${here}`;
    for (const { namespace, holder, isEverywhere, effect } of conflicts) {
      const where = isEverywhere ? "all namespaces" : `the namespace ${namespace}`;
      log.error({ holder, where, remedy }, messages[effect]);
    }
  };
}
