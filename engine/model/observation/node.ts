import type { ObjectMeta } from "../../../crds/generated/shared.ts";
import { type EpochMs, ok, type Result } from "../values/result.ts";
import { milliUnits } from "../values/quantity.ts";
import { timeOrNull } from "../values/time.ts";
import type {
  ExcludedTaint,
  NodeFilter as SpecNodes,
} from "../../../crds/generated/cluster-proportional-autoscaler.ts";
import { compileSelector, type LabelSelector, selectorKey } from "../selectors/label-selector.ts";

/** The part of a core/v1 Node, as the API server sends it, that counting needs. */
export interface RawNode {
  readonly metadata?: Readonly<ObjectMeta>;
  readonly spec?: {
    readonly unschedulable?: boolean;
    readonly taints?: readonly (Pick<Taint, "key" | "effect"> & Partial<Taint>)[];
  };
  readonly status?: {
    readonly allocatable?: Readonly<Record<string, string>>;
    readonly conditions?: readonly RawCondition[];
  };
}

export interface RawCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly lastTransitionTime?: string | null;
}

/** A kubelet registers its node as not ready. A transition that soon after the creation is that one. */
const REGISTRATION_MS = 30_000;

/**
 * The part of a node that the reflector keeps.
 *
 * ready        also "Unknown" if the node has no Ready condition yet
 * readySince   the condition's last transition
 * lostReadyAt  when the node ceased to be ready; null: it is ready, it never was, or the time is
 *              not known
 * milliCpu     allocatable, in thousandths of a core
 */
export interface TrimmedNode {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  readonly unschedulable: boolean;
  readonly ready: "True" | "False" | "Unknown";
  readonly readySince: EpochMs | null;
  readonly lostReadyAt: EpochMs | null;
  readonly milliCpu: bigint;
  readonly resources?: NodeResources;
}

/** All allocatable resources but cpu, in thousandths; absent: no object has counted one. */
export type NodeResources = Readonly<Record<string, bigint>>;

/**
 * Removes everything that counting does not need, so that a heartbeat gives an equal object
 * (`isSameJson`).
 *
 * @param previous the same node before, which shows whether a node that is not ready was ready. A
 *                 missing or unreadable quantity keeps the previous one (I2): a restarting kubelet
 *                 may leave its node without one for a moment.
 * @param keepsResources whether to keep the allocatable resources besides cpu
 */
export function trimNode(
  raw: RawNode,
  previous?: TrimmedNode,
  keepsResources = false,
): TrimmedNode {
  const { metadata = {}, spec = {} } = raw;
  return {
    name: metadata.name ?? "",
    labels: metadata.labels ?? {},
    taints: (spec.taints ?? []).map(({ key, value = "", effect }) => ({ key, value, effect })),
    unschedulable: spec.unschedulable === true,
    ...readiness(raw, previous),
    milliCpu: allocatable(raw, "cpu") ?? previous?.milliCpu ?? 0n,
    ...(keepsResources && { resources: readResources(raw, previous) }),
  };
}

/** Null: the node does not report it, or reports no quantity. */
function allocatable({ status }: RawNode, resource: string): bigint | null {
  const quantity = status?.allocatable?.[resource];
  if (quantity === undefined) return null;
  const read = milliUnits(quantity);
  return read.ok ? read.value : null;
}

/** Nodes report 0 of many resources, such as huge pages, so 0 is not kept. */
function readResources(raw: RawNode, previous: TrimmedNode | undefined): NodeResources {
  const kept: Record<string, bigint> = {};
  for (const name of Object.keys({ ...raw.status?.allocatable, ...previous?.resources })) {
    if (name === "cpu") continue;
    const amount = allocatable(raw, name) ?? previous?.resources?.[name] ?? 0n;
    if (amount > 0n) kept[name] = amount;
  }
  return kept;
}

function readiness(raw: RawNode, previous: TrimmedNode | undefined) {
  const condition = readyCondition(raw);
  const status = condition?.status;
  const ready = status === "True" || status === "False" ? status : "Unknown";
  const now = { ready, readySince: timeOrNull(condition?.lastTransitionTime) } as const;
  return { ...now, lostReadyAt: ready === "True" ? null : lostReadyAt(raw, now, previous) };
}

const readyCondition = ({ status }: RawNode): RawCondition | undefined =>
  status?.conditions?.find(({ type }) => type === "Ready");

/**
 * When a node that is not ready ceased to be ready. The kubelet of a broken node may stop reporting,
 * so that False becomes Unknown: the first of these transitions counts. If the status is the same as
 * before but has a later transition time, the node may have been ready in between.
 */
function lostReadyAt(
  raw: RawNode,
  { ready, readySince }: Pick<TrimmedNode, "ready" | "readySince">,
  previous: TrimmedNode | undefined,
): EpochMs | null {
  // Without a transition time, there is no start for the grace period.
  if (readySince === null) return null;
  if (previous === undefined) return neverWasReady(raw, readySince) ? null : readySince;
  const { ready: before, readySince: beforeSince } = previous;
  const mayHaveReturned = before === ready && beforeSince !== null && beforeSince < readySince;
  return before === "True" || mayHaveReturned ? readySince : previous.lostReadyAt;
}

/**
 * Whether a node that is observed for the first time has only registered. A process that has just
 * started does not know whether another node was ready, and assumes that it was: missing data never
 * causes a scale-down (I2), and the grace period ends in any case.
 */
function neverWasReady(raw: RawNode, readySince: EpochMs): boolean {
  const ready = readyCondition(raw);
  // The node controller's reason for a node whose kubelet has never reported.
  if (ready?.reason === "NodeStatusNeverUpdated") return true;
  const created = timeOrNull(raw.metadata?.creationTimestamp);
  return ready?.status === "False" && created !== null && readySince <= created + REGISTRATION_MS;
}

/** The part of a core/v1 Taint that matching needs. */
export interface Taint {
  readonly key: string;
  readonly value: string;
  readonly effect: string;
}

/** Source  k8s.io/component-helpers toleration.ToleratesTaint, for a toleration with a key. */
const matchesTaint = (
  { key, operator = "Equal", value = "", effect }: Readonly<ExcludedTaint>,
  taint: Taint,
): boolean =>
  key === taint.key &&
  (operator === "Exists" || value === taint.value) &&
  (effect === undefined || effect === taint.effect);

/** The part of `spec.nodes` that selects nodes. */
export interface NodeFilter extends Readonly<Pick<SpecNodes, "excludeTaints">> {
  readonly selector?: LabelSelector;
}

export type NodePredicate = (node: Pick<TrimmedNode, "labels" | "taints">) => boolean;

/** Nodes that the selector matches and that have none of the taints. An empty filter accepts all nodes. */
export function compileNodeFilter(filter: NodeFilter): Result<NodePredicate, string> {
  const { selector = {}, excludeTaints = [] } = filter;
  const compiled = compileSelector(selector);
  if (!compiled.ok) return compiled;
  const isExcluded: NodePredicate = ({ taints }) =>
    taints.some(taint => excludeTaints.some(excluded => matchesTaint(excluded, taint)));
  return ok(node => compiled.value(node.labels) && !isExcluded(node));
}

/** Equal for equivalent filters in another order or form, so that they can share a tally. */
export function nodeFilterKey({ selector = {}, excludeTaints = [] }: NodeFilter): string {
  const taints = excludeTaints.map(({ key, operator = "Equal", value = "", effect = "" }) =>
    JSON.stringify([key, operator, value, effect]),
  );
  const excluded = [...new Set(taints)].sort().join(",");
  return excluded === "" ? selectorKey(selector) : `${selectorKey(selector)};${excluded}`;
}
