import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import { refKey } from "../../engine/status/targets/target-report.ts";
import type { Clock } from "../../kube/clock.ts";
import { isOlder } from "../../kube/watch/object.ts";
import type { ClaimIndex } from "../claims/claim-index.ts";
import { oncePerObject } from "../memoize-by-object.ts";
import {
  nothingMeasured,
  type ObservedSpec,
  type Resource,
  type ScalingObject,
} from "../resource.ts";
import type { TargetObservation, TargetReader } from "../targets/target-reader.ts";
import type { Tracker, Topic } from "../workqueue/subscriptions.ts";
import {
  inherit,
  keepTargets,
  targetState,
  type ObjectState,
  type TargetState,
} from "./object-state.ts";
import { skipWithReason } from "./rivals.ts";
import { newWork, isSkipped, settleOnGone, type Pass, type TargetWork } from "./target-work.ts";

export interface TargetPorts {
  readonly targets: TargetReader;
  readonly claims: ClaimIndex;
  readonly clock: Clock;
}

type Refs = readonly ScaleTargetRef[];

/** How long the cache may lag behind our own write before the API server is read instead. */
const cacheLagMs = 2_000;

/** Subscribes to the targets themselves and to the claims on them. */
export function trackTargets(
  ports: TargetPorts,
  namespace: string,
  { refs, claimed }: ObservedSpec,
  tracker: Tracker,
): void {
  for (const topic of topicsOf(refs, claimed, namespace, ports)) tracker.add(topic);
}

const topicsOf = oncePerObject(
  (
    refs: Refs,
    claimed: Refs | undefined,
    namespace: string,
    { targets, claims }: TargetPorts,
  ): readonly Topic[] => {
    const byName = claimed
      ? claimed.map(ref => claims.nameClaimsTopic(namespace, ref))
      : refs.map(ref => claims.topic(namespace, ref));
    const bySelector = (claimed ?? refs).map(ref => claims.selectorClaimsTopic(namespace, ref));
    return [...refs.map(ref => targets.topic(namespace, ref)), ...byName, ...bySelector];
  },
);

/**
 * Reads the targets, and skips those that must be left alone. Null: a cache is still being filled, or does not
 * show our own write yet.
 *
 * @param saved  the targets in the status; an invalid spec has no others
 */
export async function readTargets(
  ports: TargetPorts,
  { object, state, observed }: Omit<Pass, "work">,
  saved: () => readonly { readonly ref: ScaleTargetRef }[],
): Promise<readonly TargetWork[] | null> {
  const { namespace = "" } = object.metadata;
  const { refs, isTotal = false } = observed;
  if (await isLeftBehind(ports, namespace, state, observed)) return null;
  if (isTotal) inherit(state, refs);
  keepTargets(state, refs.length > 0 ? refs : saved().map(({ ref }) => ref));
  const work = await Promise.all(
    refs.map(ref => readTarget(ports, namespace, ref, targetState(state, ref))),
  );
  if (work.some(({ observation }) => observation.kind === "waiting")) return null;
  skipWithReason({ object, observed }, work, ports.claims);
  return work;
}

/** A target as the cache shows it, unless the cache may not contain our own write yet. */
async function readTarget(
  { targets, clock }: TargetPorts,
  namespace: string,
  ref: ScaleTargetRef,
  target: TargetState,
): Promise<TargetWork> {
  // Never use a cache to find out whether a pending change reached the target.
  const isPending = target.memory.history?.pending != null;
  const seen = await targets.observe(namespace, ref, isPending);
  if (isPending) settleOnGone(target, seen);
  if (isPending || !isBehind(target, seen)) return newWork(ref, target, seen);
  const observation = lagsTooLong(target, clock)
    ? await targets.observe(namespace, ref, true)
    : ({ kind: "waiting" } as const);
  return newWork(ref, target, observation);
}

/** Reads what the decision about a target depends on. False: it is not there yet. */
export function measureTarget<Observed extends ObservedSpec>(
  measure: Resource<ScalingObject, Observed>["measure"],
  { object, observed }: Pass<ScalingObject, Observed>,
  item: TargetWork,
  tracker: Tracker,
): boolean {
  const { observation, ref } = item;
  item.reading = null;
  if (observation.kind !== "found" || isSkipped(item)) return true;
  const { namespace = "", name: owner } = object.metadata;
  const target = { namespace, owner, ref, state: observation.state };
  const reading = measure?.(observed, target, tracker) ?? nothingMeasured;
  if (reading.kind === "incomplete") return false;
  item.reading = reading;
  return true;
}

/**
 * Whether the cache does not yet show our last write to a target that is about to be dropped. Until it does,
 * a total that contains this target would be wrong.
 */
export async function isLeftBehind(
  { targets, clock }: Pick<TargetPorts, "targets" | "clock">,
  namespace: string,
  state: ObjectState<unknown>,
  { refs, claimed }: Pick<ObservedSpec, "refs" | "claimed">,
): Promise<boolean> {
  // A named target is only dropped when a user edits the spec.
  if (claimed === undefined) return false;
  const named = new Set(refs.map(refKey));
  for (const target of state.targets.values()) {
    const { written } = target;
    if (!written || named.has(refKey(written.ref)) || lagsTooLong(target, clock)) continue;
    const seen = await targets.peek(namespace, written.ref);
    if (seen && isOlder(seen, written)) return true;
  }
  return false;
}

/**
 * Whether the cache does not show our last write yet. A decision on it would undo or repeat that write, or
 * mistake a replaced target for the current one.
 */
const isBehind = ({ written }: TargetState, seen: TargetObservation): boolean =>
  written !== null && seen.kind === "found" && isOlder(seen.state, written);

const lagsTooLong = ({ written }: TargetState, clock: TargetPorts["clock"]): boolean =>
  written !== null && clock.monotonic() - written.at > cacheLagMs;
