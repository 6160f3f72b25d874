import type { EpochMs } from "../result.ts";
import { sameLabels } from "./selectors/label-selector.ts";
import { milliUnits } from "./values/quantity.ts";

/** The part of a core/v1 Node, as the API server sends it, that counting needs. */
export interface RawNode {
  readonly metadata?: {
    readonly name?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec?: { readonly unschedulable?: boolean };
  readonly status?: {
    readonly allocatable?: Readonly<Record<string, string>>;
    readonly conditions?: readonly RawCondition[];
  };
}

/** A condition of a node, a pod or a workload. */
export interface RawCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly lastTransitionTime?: string | null;
}

/**
 * The part of a node that the reflector keeps.
 *
 * ready               also "Unknown" if the node has no Ready condition yet
 * readySince          the condition's last transition
 * countsWhileUnknown  whether an Unknown node was ready when it last reported
 * milliCpu            allocatable, in thousandths of a core
 */
export interface TrimmedNode {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly unschedulable: boolean;
  readonly ready: "True" | "False" | "Unknown";
  readonly readySince: EpochMs | null;
  readonly countsWhileUnknown: boolean;
  readonly milliCpu: bigint;
}

/**
 * Removes everything that counting does not need, so that a heartbeat gives an equal object
 * (`sameNode`).
 *
 * @param previous the same node before, which shows whether a node that is now Unknown was ready. A
 *                 missing or unreadable quantity keeps the previous one (I2): a restarting kubelet
 *                 may leave its node without one for a moment.
 */
export function trimNode(raw: RawNode, previous?: TrimmedNode): TrimmedNode {
  const { metadata = {}, spec = {}, status = {} } = raw;
  const condition = status.conditions?.find(({ type }) => type === "Ready");
  return {
    name: metadata.name ?? "",
    labels: metadata.labels ?? {},
    unschedulable: spec.unschedulable === true,
    ...readiness(condition, previous),
    milliCpu: readMilliCpu(status.allocatable?.["cpu"]) ?? previous?.milliCpu ?? 0n,
  };
}

function readMilliCpu(quantity: string | undefined): bigint | null {
  if (quantity === undefined) return null;
  const cpu = milliUnits(quantity);
  return cpu.ok ? cpu.value : null;
}

function readiness(
  condition: RawCondition | undefined,
  previous: TrimmedNode | undefined,
): Pick<TrimmedNode, "ready" | "readySince" | "countsWhileUnknown"> {
  const since = Date.parse(condition?.lastTransitionTime ?? "");
  const readySince = Number.isNaN(since) ? null : since;
  const status = condition?.status;
  if (status === "True" || status === "False") {
    return { ready: status, readySince, countsWhileUnknown: status === "True" };
  }
  const countsWhileUnknown = wasReady(condition, readySince, previous);
  return { ready: "Unknown", readySince, countsWhileUnknown };
}

/**
 * Whether a node that is now Unknown was ready before. A process that has just started cannot know,
 * and assumes yes: missing data never argues for scale-down (I2), and the grace period ends anyway.
 */
function wasReady(
  condition: RawCondition | undefined,
  readySince: EpochMs | null,
  previous: TrimmedNode | undefined,
): boolean {
  // Without a transition time, the five minutes have no start.
  if (readySince === null) return false;
  // The node controller's reason for a node whose kubelet has never reported.
  if (condition?.reason === "NodeStatusNeverUpdated") return false;
  return previous === undefined || previous.countsWhileUnknown;
}

/** Whether nothing relevant has changed. */
export function sameNode(a: TrimmedNode, b: TrimmedNode): boolean {
  return (
    a.name === b.name &&
    a.unschedulable === b.unschedulable &&
    a.ready === b.ready &&
    a.readySince === b.readySince &&
    a.countsWhileUnknown === b.countsWhileUnknown &&
    a.milliCpu === b.milliCpu &&
    sameLabels(a.labels, b.labels)
  );
}
