import { oncePerObject } from "../../controller/memoize-by-object.ts";
import type { CachedAnswer } from "../../controller/metrics/metric-cache.ts";
import type { SelectorUse } from "../../controller/pods/selector-users.ts";
import type { PodInformers, PodsState } from "../../controller/pods/pod-informers.ts";
import type { Tracker } from "../../controller/workqueue/subscriptions.ts";
import type { FoundTarget } from "../../controller/resource.ts";
import type { PoolMember, SelectedTargets } from "../../controller/targets/selected-targets.ts";
import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import {
  notQueried,
  type RawAnswer,
  type RawObservation,
} from "../../engine/model/observation/observation.ts";
import { type Pod, intermediatesOf } from "../../engine/model/observation/pod.ts";
import { err, ok } from "../../engine/model/values/result.ts";
import type { ScaleState } from "../../kube/api/scale.ts";
import { groupOf } from "../../kube/watch/object.ts";
import type { ResolvedSpec } from "./observed-spec.ts";

const none: readonly PoolMember[] = [];

/**
 * The monitored objects apart from the target, each once; null: a cache is still being filled. A cache may
 * still show an earlier object with the target's name, which must not count as well.
 */
export function monitoredWorkloads(
  pools: Pick<SelectedTargets, "peek">,
  { monitors }: ResolvedSpec,
  { namespace, ref, state }: FoundTarget,
): readonly PoolMember[] | null {
  if (monitors.length === 0) return none;
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
  resolved: ResolvedSpec,
  { namespace, ref, state }: FoundTarget,
  others: readonly PoolMember[],
): readonly [SelectorUse, ...SelectorUse[]] {
  const target = targetPart(state, resolved, namespace, ref);
  return [target, ...others.map(each => otherPart(each.state, resolved, namespace, each.ref))];
}

/** The same object while workload and spec stay the same, so that names that depend on it are made once. */
const partOf = (isTarget: boolean) =>
  oncePerObject(
    (
      { uid, selector }: ScaleState,
      { isScaled, spec: { ownPodsOnly = false } }: ResolvedSpec,
      namespace: string,
      ref: ScaleTargetRef,
    ): SelectorUse => ({
      ...{ namespace, selector },
      target: { uid, name: `${ref.kind} ${ref.name}`, isScaled: isTarget && isScaled },
      ...(ownPodsOnly ? { ownedThrough: intermediatesOf(ref) } : {}),
    }),
  );

const targetPart = partOf(true);
const otherPart = partOf(false);

interface PartPods {
  readonly use: SelectorUse;
  readonly pods: ReadonlyMap<string, Pod>;
  /** If only its own pods count: what its selector matches besides. */
  readonly besides?: Extract<PodsState, { kind: "known" }>["besides"];
}

/** The pods of all parts, each pod once. */
export interface ListedPods {
  readonly kind: "known";
  readonly pods: readonly Pod[];
  readonly sharedWith: string | null;
  readonly failure: string | null;
  readonly parts: readonly PartPods[];
  /** The parts to ask about: at least one. */
  readonly asked: readonly PartPods[];
}

export function listPods(
  pods: Pick<PodInformers, "read">,
  parts: readonly SelectorUse[],
  tracker: Tracker,
): ListedPods | { readonly kind: "waiting" } {
  const listed: PartPods[] = [];
  let sharedWith: string | null = null;
  let failure: string | null = null;
  for (const [index, use] of parts.entries()) {
    const state = pods.read(use, tracker);
    if (state.kind === "waiting") return state;
    if (state.kind === "failed") {
      failure ??= state.message;
      listed.push({ use, pods: new Map() });
      continue;
    }
    const { pods: of, besides } = state;
    if (index === 0) ({ sharedWith } = state);
    listed.push({ use, pods: of, ...(besides && { besides }) });
  }
  // For a part without pods, a metrics API may respond that the metric does not exist.
  const peopled = listed.filter(({ pods: of }) => of.size > 0);
  const asked = peopled.length > 0 ? peopled : listed.slice(0, 1);
  return { kind: "known", pods: unionOf(listed), sharedWith, failure, parts: listed, asked };
}

function unionOf(parts: readonly PartPods[]): readonly Pod[] {
  const [only] = parts.length === 1 ? parts : [];
  if (only) return [...only.pods.values()];
  const byName = new Map<string, Pod>();
  for (const { pods } of parts) for (const [name, pod] of pods) byName.set(name, pod);
  return [...byName.values()];
}

/** With selectionStrategy OwnerReference: whose pods are whose, and how many are no part's. */
export function ownershipOf({
  pods,
  parts,
}: Pick<ListedPods, "pods" | "parts">): Pick<RawObservation, "owned" | "selection"> {
  if (!parts.some(({ besides }) => besides)) return {};
  const all = parts.flatMap(({ besides }) => besides ?? []);
  const matching = new Set<string>();
  const [only] = all.length === 1 ? all : [];
  for (const one of only ? [] : all) for (const name of one.matching.keys()) matching.add(name);
  const unresolved = new Set(all.flatMap(one => [...one.unresolved])).size;
  const leftOut = (only?.matching ?? matching).size - pods.length;
  return { owned: parts.map(part => part.pods), selection: { leftOut, unresolved } };
}

/** The pods that the target controls; null: not known yet. */
export function controlledPods(
  { pods, isAsked }: { readonly pods: Pick<PodInformers, "controlled">; readonly isAsked: boolean },
  { namespace, ref, state: { uid } }: FoundTarget,
  tracker: Tracker,
): Pick<RawObservation, "controlled"> | null {
  if (!isAsked) return {};
  const state = pods.controlled({ namespace, uid }, intermediatesOf(ref), tracker);
  if (state.kind === "waiting") return null;
  return { controlled: state.kind === "known" ? ok(state.names) : err(state.message) };
}

/** Without the samples of pods that are no part's, or of which that is not known yet. */
export function ownSamples(given: CachedAnswer, { pods, besides }: PartPods): CachedAnswer {
  if (!besides) return given;
  const isOwn = (name: string): boolean => pods.has(name) && !besides.unresolved.has(name);
  return { ...given, answer: samplesOfPods(given.answer, isOwn) };
}

/** Of an answer about pods, the samples of these. */
function samplesOfPods(answer: RawAnswer, isAsked: (pod: string) => boolean): RawAnswer {
  if (answer.kind === "PodMetrics") {
    const items = answer.items.filter(({ name }) => isAsked(name));
    return { kind: "PodMetrics", items };
  }
  if (answer.kind !== "PodValues") return answer;
  return { kind: "PodValues", items: answer.items.filter(({ pod }) => isAsked(pod)) };
}

/** Joins the answers for all parts; they are as old as the oldest one that is used. */
export function joined(answers: readonly CachedAnswer[]): CachedAnswer {
  const [only] = answers.length === 1 ? answers : [];
  if (only) return only;
  const given = answers.filter(({ answer }) => answer.kind !== "Failed");
  const used = given.length > 0 ? given : answers.slice(0, 1);
  const askedAt = used.length === 0 ? 0 : Math.min(...used.map(each => each.askedAt));
  const answer = joinAnswers(used.map(each => each.answer));
  return { answer, askedAt, ...latestPush(answers) };
}

/**
 * Joins the answers to one question about several workloads. The pods of a workload whose answer
 * failed have no samples; if all failed, the first failure is the answer.
 */
function joinAnswers(given: readonly RawAnswer[]): RawAnswer {
  const [first = notQueried] = given;
  if (first.kind === "PodMetrics") {
    const items = given.flatMap(each => (each.kind === "PodMetrics" ? each.items : []));
    const byPod = new Map(items.map(item => [item.name, item]));
    return { kind: "PodMetrics", items: [...byPod.values()] };
  }
  if (first.kind === "PodValues") {
    const items = given.flatMap(each => (each.kind === "PodValues" ? each.items : []));
    return { kind: "PodValues", items: [...new Map(items.map(item => [item.pod, item])).values()] };
  }
  // A question that is not about pods is the same for all workloads.
  return first;
}

/** When the latest of them came without being asked for. */
export function latestPush(answers: readonly CachedAnswer[]): { readonly pushedAt?: number } {
  const times = answers.flatMap(({ pushedAt }) => pushedAt ?? []);
  return times.length === 0 ? {} : { pushedAt: Math.max(...times) };
}
