import type { CachedAnswer } from "../../controller/metrics/metric-cache.ts";
import type { SelectorUse } from "../../controller/pods/selector-users.ts";
import type { PodInformers } from "../../controller/pods/pod-informers.ts";
import type { Tracker } from "../../controller/workqueue/subscriptions.ts";
import type { FoundTarget } from "../../controller/resource-driver.ts";
import type { PoolMember, SelectedTargets } from "../../controller/targets/selected-targets.ts";
import type { ScaleTargetRef } from "../../crds/generated/autoscaler.ts";
import { notQueried, type RawAnswer } from "../../engine/observation/observation.ts";
import type { Pod } from "../../engine/observation/pod.ts";
import { groupOf } from "../../kube/watch/object.ts";
import type { ResolvedSpec } from "./observed-spec.ts";

/**
 * The monitored objects apart from the target, each once; null: a cache is still being filled. A cache may
 * still show an earlier object with the target's name, which must not count as well.
 */
export function monitoredWorkloads(
  pools: Pick<SelectedTargets, "peek">,
  { monitors }: ResolvedSpec,
  { namespace, ref, state }: FoundTarget,
): readonly PoolMember[] | null {
  const found = new Map<string, PoolMember>();
  for (const selector of monitors) {
    const pool = pools.peek(namespace, selector);
    if (pool.kind !== "known") return null;
    for (const member of pool.members) {
      if (member.uid !== state.uid && !isSameObject(member.ref, ref)) found.set(member.uid, member);
    }
  }
  return [...found.values()];
}

/** All API versions of a group are one object. */
export const isSameObject = (a: ScaleTargetRef, b: ScaleTargetRef): boolean =>
  a.kind === b.kind && a.name === b.name && groupOf(a.apiVersion) === groupOf(b.apiVersion);

/**
 * The objects whose pods are wanted: the target comes first. This Autoscaler does not scale the others by
 * their pods.
 */
export function partsOf(
  { isScaled }: ResolvedSpec,
  { namespace, ref: { kind, name }, state }: FoundTarget,
  others: readonly PoolMember[],
): readonly [SelectorUse, ...SelectorUse[]] {
  const { uid, selector } = state;
  const target = { uid, name: `${kind} ${name}`, isScaled };
  const rest = others.map(({ ref, state: of }) => {
    const one = { uid: of.uid, name: `${ref.kind} ${ref.name}`, isScaled: false };
    return { namespace, selector: of.selector, target: one };
  });
  return [{ namespace, selector, target }, ...rest];
}

interface PartPods {
  readonly use: SelectorUse;
  readonly pods: ReadonlyMap<string, Pod>;
}

/** The pods of all parts, each pod once. */
export interface ListedPods {
  readonly kind: "known";
  readonly pods: readonly Pod[];
  readonly sharedWith: string | null;
  readonly failure: string | null;
  /** The parts to ask about: at least one. */
  readonly asked: readonly PartPods[];
}

export function listPods(
  pods: Pick<PodInformers, "read">,
  parts: readonly [SelectorUse, ...SelectorUse[]],
  tracker: Tracker,
): ListedPods | { readonly kind: "waiting" } {
  const union = new Map<string, Pod>();
  const listed: PartPods[] = [];
  let sharedWith: string | null = null;
  let failure: string | null = null;
  for (const [index, use] of parts.entries()) {
    const state = pods.read(use, tracker);
    if (state.kind === "waiting") return state;
    if (state.kind === "failed") failure ??= state.message;
    const known = state.kind === "known" ? state.pods : new Map<string, Pod>();
    if (index === 0 && state.kind === "known") ({ sharedWith } = state);
    for (const [name, pod] of known) union.set(name, pod);
    listed.push({ use, pods: known });
  }
  // For a part without pods, a metrics API may respond that the metric does not exist.
  const peopled = listed.filter(({ pods: of }) => of.size > 0);
  const asked = peopled.length > 0 ? peopled : listed.slice(0, 1);
  return { kind: "known", pods: [...union.values()], sharedWith, failure, asked };
}

/**
 * Joins the answers for all parts. One failure fails the result: partial metrics would argue for fewer
 * replicas (I2).
 */
export function joined(answers: readonly CachedAnswer[]): CachedAnswer {
  const [first] = answers;
  if (!first) return { answer: notQueried, askedAt: 0 };
  if (answers.length === 1) return first;
  const failed = answers.find(({ answer }) => answer.kind === "Failed");
  if (failed) return failed;
  const askedAt = Math.min(...answers.map(given => given.askedAt));
  return { answer: joinedAnswer(answers.map(({ answer }) => answer)), askedAt };
}

function joinedAnswer([first, ...rest]: readonly RawAnswer[]): RawAnswer {
  if (first?.kind === "PodMetrics") {
    const items = [first, ...rest].flatMap(each => (each.kind === "PodMetrics" ? each.items : []));
    const byPod = new Map(items.map(item => [item.metadata?.name ?? "", item]));
    return { kind: "PodMetrics", items: [...byPod.values()] };
  }
  if (first?.kind === "PodValues") {
    const items = [first, ...rest].flatMap(each => (each.kind === "PodValues" ? each.items : []));
    return { kind: "PodValues", items: [...new Map(items.map(item => [item.pod, item])).values()] };
  }
  // A question that is not about pods is the same for all parts.
  return first ?? notQueried;
}
