import { selectedTopic, type ObjectsSelector } from "../../controller/targets/label-index.ts";
import type { Tracker } from "../../controller/workqueue/subscriptions.ts";
import type { Incomplete } from "../../controller/resource.ts";
import type {
  PoolMember,
  PoolState,
  SelectedTargets,
} from "../../controller/targets/selected-targets.ts";
import type { AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import { type Choice, chooseTarget, reasonOf } from "../../engine/votes/choose-target.ts";
import { formatSelector } from "../../engine/model/selectors/selector-text.ts";
import type { Selection } from "../../engine/status/selection.ts";
import type { TargetProblem } from "../../engine/status/targets/target-report.ts";
import type { Clock } from "../../kube/clock.ts";
import { isSameObject } from "./monitored-workloads.ts";
import type { ObservedAutoscaler, StoredAutoscaler } from "./observed-spec.ts";

export interface SelectPorts {
  readonly pools: Pick<SelectedTargets, "read" | "peek">;
  readonly clock: Pick<Clock, "now">;
}

/** No watch reports that a kind has been installed, or granted to the operator. */
const againMs = 30_000;

interface Known {
  readonly observed: ObservedAutoscaler;
  readonly previous: AutoscalerStatus | undefined;
  /** The uid that the latest decision names, as in `Choice`. */
  readonly next?: string | null | undefined;
}

/** Evaluates an Autoscaler's selectors. Without any, its target is the one that it names. */
export async function select(
  ports: SelectPorts,
  { metadata: { namespace = "" }, spec }: StoredAutoscaler,
  known: Known,
  tracker: Tracker,
): Promise<ObservedAutoscaler | Incomplete> {
  const { observed } = known;
  if (!observed.resolved) return observed;
  const { targetSelector } = spec;
  const { monitors } = observed.resolved;
  const selectors = [...(targetSelector ? [targetSelector] : []), ...monitors];
  if (selectors.length === 0) return observed;
  const pools = await readAll(ports, namespace, selectors, tracker);
  if (pools.kind === "incomplete") return pools;
  if (pools.kind === "problem") {
    return { ...without(observed, pools.problem), due: ports.clock.now() + againMs };
  }
  const [matching = [], ...rest] = pools.members;
  if (!targetSelector) return named(observed, membersOf(pools.members));
  const candidates = matching.filter(member => !isMadeByAnother(member));
  const choice = choiceOf(spec, targetSelector, known);
  const chosen = chooseTarget(candidates, choice);
  if (!chosen) return without(observed, noneOf(namespace, targetSelector));
  const others = membersOf(rest).filter(({ uid }) => uid !== chosen.uid);
  const counted = monitors.length > 0 ? othersOf(others) : null;
  return {
    ...observed,
    refs: [chosen.ref],
    claimed: candidates.map(({ ref }) => ref),
    selected: {
      target: chosen.ref,
      reason: reasonOf(chosen, choice),
      others: counted,
      problem: null,
    },
  };
}

/** Without monitored objects, only the target is measured. */
const choiceOf = (
  { targetSelection: policy = "HighestUsage", monitorSelectors = [] }: StoredAutoscaler["spec"],
  selector: ObjectsSelector,
  { previous, next }: Known,
): Choice => ({
  ...{ policy, present: presentOf(selector, previous?.target) },
  next: monitorSelectors.length > 0 ? next : null,
});

/** The owner would revert the count: a Deployment's ReplicaSets have the labels of its pods. */
const isMadeByAnother = ({ ref: { kind }, isOwned }: PoolMember): boolean =>
  isOwned && (kind === "ReplicaSet" || kind === "ReplicationController");

type Pools =
  | { readonly kind: "known"; readonly members: readonly (readonly PoolMember[])[] }
  | Extract<PoolState, { kind: "problem" }>
  | Incomplete;

/** The matches of each selector, in order, or the first problem. */
async function readAll(
  { pools }: SelectPorts,
  namespace: string,
  selectors: readonly ObjectsSelector[],
  tracker: Tracker,
): Promise<Pools> {
  for (const selector of selectors) tracker.add(selectedTopic(namespace, selector));
  const states = await Promise.all(selectors.map(selector => pools.read(namespace, selector)));
  const members: (readonly PoolMember[])[] = [];
  for (const state of states) {
    if (state.kind === "waiting") return { kind: "incomplete" };
    if (state.kind === "known") members.push(state.members);
  }
  return states.find(state => state.kind === "problem") ?? { kind: "known", members };
}

/** The spec names the target, and other objects count as well. */
function named(observed: ObservedAutoscaler, monitored: readonly PoolMember[]): ObservedAutoscaler {
  const [target] = observed.refs;
  const others = monitored.filter(({ ref }) => target === undefined || !isSameObject(ref, target));
  return { ...observed, selected: { target: null, others: othersOf(others), problem: null } };
}

/** Nothing is scaled until the matches of all selectors are known. */
const without = (observed: ObservedAutoscaler, problem: TargetProblem): ObservedAutoscaler => ({
  ...observed,
  refs: [],
  selected: { target: null, others: null, problem },
});

/** Each object once, even if several selectors match it. */
const membersOf = (pools: readonly (readonly PoolMember[])[]): PoolMember[] => [
  ...new Map(pools.flat().map(member => [member.uid, member])).values(),
];

const othersOf = (members: readonly PoolMember[]): Selection["others"] => ({
  objects: members.length,
  replicas: members.reduce((sum, { replicas }) => sum + replicas, 0),
});

/** The name of the target that was chosen before, if it is of this kind. */
const presentOf = ({ kind }: ObjectsSelector, before: AutoscalerStatus["target"]): string | null =>
  before?.kind === kind ? before.name : null;

function noneOf(namespace: string, { kind, selector = {} }: ObjectsSelector): TargetProblem {
  const message = `no ${kind} in ${namespace} has the labels ${formatSelector(selector)}; create one, or correct the selector`;
  return { reason: "TargetNotFound", message, permanent: false };
}
