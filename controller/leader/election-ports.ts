import type { Clock } from "../../kube/clock.ts";
import type { LeaseRef } from "../../kube/api/lease.ts";
import type { KubeError } from "../../kube/transport/errors.ts";
import type { Transport } from "../../kube/transport/transport.ts";
import type { Reflectors } from "../../kube/watch/reflectors.ts";

export interface ElectionPorts {
  readonly transport: Transport;
  readonly reflectors: Reflectors;
  readonly clock: Clock;
  readonly random: () => number;
  readonly lease: LeaseRef;
  /** How long other replicas wait before they replace a leader that stopped renewing. */
  readonly durationMs: number;
  /** Unique per replica. A process that restarts under the same identity keeps its Lease. */
  readonly identity: string;
  /** This replica leads. It may start to write, and must stop when `mayWrite` returns false. */
  readonly onStartedLeading: () => void;
  /** This replica no longer leads. It does not campaign again until this resolves. */
  readonly onStoppedLeading: (why: string) => Promise<void>;
  readonly onTrouble: (error: KubeError) => void;
}
