import { isRunningAndReady } from "../arithmetic/group-pods.ts";
import { isStaying } from "../arithmetic/trusted-samples.ts";
import type { Observation } from "../model/observation/observation.ts";
import { newestFirst, type Pod } from "../model/observation/pod.ts";
import type { PodSamples } from "../model/observation/pod-sample.ts";
import { err, ok, type Result } from "../model/values/result.ts";
import type { Feature, Removal } from "../model/feature.ts";
import type { AutoscalerSpec, ScaleDownOrder } from "../model/spec/autoscaler-spec.ts";
import type { Decision } from "../model/decision.ts";

/** A mark costs a request, and the count waits for it. */
export const mostMarks = 100;

const zoneLabel = "topology.kubernetes.io/zone";
/** A Deployment gives each of its ReplicaSets another value, and divides a change among them. */
const versionLabel = "pod-template-hash";

interface OrderContext {
  readonly observation: Observation;
  readonly spec: Pick<AutoscalerSpec, "scaleDownOrder">;
}

export const orderRemoval: Feature<OrderContext> = {
  name: "order",
  field: "scaleDownOrder",
  inHpa: { lost: "the controller of the pods chooses which of them to remove" },
  inSimulation: "simulated pods share the load evenly, and the youngest go first",
  permission: { group: "", resources: ["pods"], verbs: ["patch"] },
  needsPods: ({ scaleDownOrder }) => scaleDownOrder != null,
  needsControllers: ({ scaleDownOrder }, pods) => scaleDownOrder != null || pods.some(isOurs),
  reasons: {
    OrderSkipped: { phrase: "any pod may go first", word: "any pod", followsVotes: true },
  },
  concludes: (outcome, { observation, spec }) => ({
    ...outcome,
    ...withRemoval(outcome.decision, observation, spec.scaleDownOrder ?? null),
  }),
};

/**
 * Which pods a decision marks for removal, as a step that leaves the count as it is. The ReplicaSet controller
 * removes pods that are not ready first, then the marked ones. Marks of survivors are cleared once
 * the target has no more pods than its count.
 *
 * Source  upstream controller_utils.go, ActivePodsWithRanks.Less: unassigned, not running and unready
 *         pods come before the deletion cost.
 */
export function withRemoval(
  decision: Decision,
  observation: Observation,
  order: ScaleDownOrder | null,
): { readonly decision: Decision; readonly removal?: Removal } {
  const pods = podsOfTarget(observation);
  const marked = pods.ok ? pods.value.filter(isOurs).map(nameOf) : [];
  if (order === null && marked.length === 0) return { decision };
  const { from, to } = decision;
  if (order === null || to >= from || to === 0) {
    const { specReplicas, statusReplicas } = observation.scale;
    const isOver = order === null || statusReplicas <= specReplicas;
    return marked.length > 0 && isOver
      ? { decision, removal: { mark: [], clear: marked } }
      : { decision };
  }
  const chosen = pods.ok ? choose(pods.value, order, { to, observation }) : pods;
  const names = chosen.ok ? chosen.value : [];
  const step = stepOf(to, order, chosen);
  return {
    decision: { ...decision, steps: [...decision.steps, step] },
    removal: {
      mark: names.filter(name => !marked.includes(name)),
      clear: marked.filter(name => !names.includes(name)),
    },
  };
}

/**
 * The target's own pods. The author of a selector can have it match pods of other workloads, and needs no right to
 * those, so neither their costs nor their marks are changed.
 */
function podsOfTarget({ pods, controlled }: Observation): Result<readonly Pod[], string> {
  if (!pods.ok) return err("the pods are not known");
  if (!controlled?.ok) {
    const why = controlled ? `: ${controlled.error}` : "";
    return err(`it is not known which pods the target controls${why}`);
  }
  const all = pods.value.filter(isStaying);
  const own = all.filter(controlled.value);
  return own.length === 0 && all.length > 0 ? err("the target controls none of the pods") : ok(own);
}

const isOurs = ({ deletionCost }: Pod): boolean => deletionCost === "Ours";

const nameOf = ({ name }: Pod): string => name;

/** The pods to mark, as few as possible; or why none is. */
function choose(
  pods: readonly Pod[],
  order: ScaleDownOrder,
  { to, observation }: { readonly to: number; readonly observation: Observation },
): Result<readonly string[], string> {
  if (pods.some(({ deletionCost }) => deletionCost === "Others")) {
    return err("another client has set the deletion cost of some of the pods");
  }
  if (new Set(pods.map(({ labels }) => labels[versionLabel])).size > 1) {
    return err("the pods belong to several versions, because a rollout is in progress");
  }
  // The ReplicaSet controller removes all others before it looks at a mark.
  const serving = pods.filter(isRunningAndReady);
  const count = Math.min(serving.length - to, mostMarks);
  if (count <= 0) return ok([]);
  return orders[order](serving, count, observation);
}

type Choose = (
  pods: readonly Pod[],
  count: number,
  observation: Observation,
) => Result<readonly string[], string>;

const orders: Readonly<Record<ScaleDownOrder, Choose>> = {
  LeastLoaded: (pods, count, observation) => {
    const samples = samplesOf(observation);
    if (!samples) return err("no metric measures each pod");
    const valueOf = ({ name }: Pod): bigint | undefined => samples.get(name)?.value;
    const measured = pods.filter(pod => valueOf(pod) !== undefined);
    const byLoad = measured.toSorted(
      (a, b) => Number((valueOf(a) ?? 0n) - (valueOf(b) ?? 0n)) || newestFirst(a, b),
    );
    return ok(byLoad.slice(0, count).map(nameOf));
  },
  Newest: (pods, count) => ok(pods.toSorted(newestFirst).slice(0, count).map(nameOf)),
  Zone: (pods, count) => {
    if (pods.some(({ labels }) => labels[zoneLabel] === undefined)) {
      return err(
        `some pods have no label ${zoneLabel}, which Kubernetes 1.35 and later copy from the node`,
      );
    }
    return ok(fromLargestZones(pods, count));
  },
};

/** Of the first metric that measures each pod. */
const samplesOf = ({ answers }: Observation): PodSamples | undefined =>
  answers.find(answer => answer.kind === "Samples")?.samples;

/** One by one the newest pod of the zone that has the most. */
function fromLargestZones(pods: readonly Pod[], count: number): readonly string[] {
  const zones = new Map<string, Pod[]>();
  for (const pod of pods.toSorted(newestFirst)) {
    const zone = pod.labels[zoneLabel] ?? "";
    const known = zones.get(zone);
    if (known) known.push(pod);
    else zones.set(zone, [pod]);
  }
  const chosen: string[] = [];
  while (chosen.length < count) {
    const [largest = []] = [...zones.values()].sort((a, b) => b.length - a.length);
    const pod = largest.shift();
    if (!pod) break;
    chosen.push(pod.name);
  }
  return chosen;
}

function stepOf(count: number, order: ScaleDownOrder, chosen: Result<readonly string[], string>) {
  const step = { step: "order", before: count, after: count };
  if (!chosen.ok) return { ...step, reason: "OrderSkipped", message: chosen.error };
  const { value: names } = chosen;
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : "";
  const message =
    names.length === 0
      ? "pods that are not ready go first, and these are enough"
      : `${names.slice(0, mostNames).join(", ")}${more} go first`;
  return { ...step, reason: order, message };
}

const mostNames = 3;
