import { refKey } from "../../engine/status/targets/target-report.ts";
import { isOlder } from "../../kube/watch/object.ts";
import type { ObjectState, TargetState } from "./object-state.ts";
import type { ObservedSpec } from "../resource-driver.ts";
import type { PassPorts } from "./pass.ts";
import { newWork, settleOnGone, type TargetWork } from "./target-work.ts";
import type { TargetObservation } from "../targets/target-reader.ts";

type Ports = Pick<PassPorts, "targets" | "clock">;

/** How long the cache may lag behind our own write before the API server is read instead. */
const cacheLagMs = 2_000;

/** A target as the cache shows it, unless the cache may not contain our own write yet. */
export async function readTarget<Measured>(
  { targets, clock }: Ports,
  namespace: string,
  ref: TargetWork["ref"],
  target: TargetState,
): Promise<TargetWork<Measured>> {
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

/**
 * Whether the cache does not yet show our last write to a target that is about to be dropped. Until it does,
 * a total that contains this target would be wrong.
 */
export async function isLeftBehind(
  { targets, clock }: Ports,
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

const lagsTooLong = ({ written }: TargetState, clock: Ports["clock"]): boolean =>
  written !== null && clock.monotonic() - written.at > cacheLagMs;
