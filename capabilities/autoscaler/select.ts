import type { Incomplete } from "../../controller/scaling-kind.ts";
import type { PoolMember, PoolState, TargetPools } from "../../controller/target-pools.ts";
import type { AutoscalerStatus, SelectedTarget } from "../../crds/generated/autoscaler.ts";
import { chooseTarget } from "../../engine/choose-target.ts";
import { formatSelector } from "../../engine/observation/format-selector.ts";
import type { Selection } from "../../engine/status/selection.ts";
import type { TargetProblem } from "../../engine/status/target-report.ts";
import type { Clock } from "../../kube/clock.ts";
import type { SeenAutoscaler, StoredAutoscaler } from "./observe.ts";

export type Selected = Selection;

export interface SelectPorts {
  readonly pools: Pick<TargetPools, "read" | "peek">;
  readonly clock: Pick<Clock, "now">;
}

/** No watch tells of a kind that is installed, or granted to us. */
const againMs = 30_000;

interface Known {
  readonly what: SeenAutoscaler;
  readonly previous: AutoscalerStatus | undefined;
}

const incomplete: Incomplete = { kind: "incomplete" };

/** What an Autoscaler's selectors come to now; without any it is about the one that it names. */
export async function select(
  { pools, clock }: SelectPorts,
  { metadata: { namespace = "" }, spec }: StoredAutoscaler,
  { what, previous }: Known,
): Promise<SeenAutoscaler | Incomplete> {
  const { wanted } = what;
  const targetSelector = wanted && spec.targetSelector;
  if (!wanted || (!targetSelector && wanted.monitors.length === 0)) return what;
  const [candidates, ...monitored] = await Promise.all([
    targetSelector ? pools.read(namespace, targetSelector) : null,
    ...wanted.monitors.map(selector => pools.read(namespace, selector)),
  ]);
  const read = [candidates, ...monitored].filter(pool => pool !== null);
  if (read.some(({ kind }) => kind === "waiting")) return incomplete;
  const problem = read.find(({ kind }) => kind === "problem");
  const again = clock.now() + againMs;
  if (problem?.kind === "problem") return { ...without(what, problem.problem), due: again };
  const beside = wanted.monitors.length > 0 ? membersOf(monitored) : null;
  if (!targetSelector || candidates?.kind !== "known") {
    const [target] = what.refs;
    const others = beside?.filter(({ ref: { kind, name } }) => {
      return kind !== target?.kind || name !== target.name;
    });
    return { ...what, selected: { target: null, others: othersOf(others), problem: null } };
  }
  const { members } = candidates;
  const chosen = chooseTarget(members, presentOf(previous?.target, targetSelector));
  if (!chosen) return without(what, noneOf(namespace, targetSelector));
  const others = beside?.filter(({ uid }) => uid !== chosen.uid);
  return {
    ...what,
    refs: [chosen.ref],
    claimed: members.map(({ ref }) => ref),
    selected: { target: chosen.ref, others: othersOf(others), problem: null },
  };
}

/** Nothing is scaled before all is known that the selectors mean. */
const without = (what: SeenAutoscaler, problem: TargetProblem): SeenAutoscaler => ({
  ...what,
  refs: [],
  selected: { target: null, others: null, problem },
});

/** Each object once, whatever matches it. */
function membersOf(pools: readonly (PoolState | null)[]): PoolMember[] {
  const all = pools.flatMap(pool => (pool?.kind === "known" ? pool.members : []));
  return [...new Map(all.map(member => [member.uid, member])).values()];
}

const othersOf = (members: readonly PoolMember[] | undefined): Selection["others"] =>
  members
    ? {
        objects: members.length,
        replicas: members.reduce((sum, { replicas }) => sum + replicas, 0),
      }
    : null;

/** The name of the one that was chosen before, of this kind. */
const presentOf = (
  target: SelectedTarget | undefined,
  { kind }: { readonly kind: string },
): string | null => (target?.kind === kind ? target.name : null);

function noneOf(
  namespace: string,
  selector: Parameters<typeof formatSelector>[0] & { readonly kind: string },
): TargetProblem {
  const message = `no ${selector.kind} in ${namespace} has the labels ${formatSelector(selector)}; create one, or correct the selector`;
  return { reason: "TargetNotFound", message, permanent: false };
}
