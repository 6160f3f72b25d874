import type { EpochMs } from "../engine/result.ts";
import type { Clock } from "../kube/clock.ts";
import { isTransient, type KubeError } from "../kube/errors.ts";
import { compareAndSwapReplicas } from "../kube/scale.ts";
import type { Transport } from "../kube/transport.ts";
import { advance } from "./key-state.ts";
import type { Ownership } from "./ownership.ts";
import { failWrite, type TargetWork } from "./target-work.ts";

/** What a pass did, for logs and counters. */
export interface PassObserver {
  readonly decided: (key: string, work: TargetWork) => void;
  /** A decision asked for another count, and it is not written. */
  readonly withheld: (reason: "DryRun" | "NotOwner") => void;
  /** The error is null where it was written. */
  readonly wrote: (key: string, work: TargetWork, error: KubeError | null) => void;
}

export interface ApplyPorts {
  readonly transport: Transport;
  readonly ownership: Ownership;
  readonly clock: Clock;
  readonly observer: PassObserver;
}

/** The change becomes pending: the history says so before the target does. */
export function begin({ state, outcome }: TargetWork, now: EpochMs): void {
  if (!outcome) return;
  const { from, to } = outcome.decision;
  advance(state, { type: "WriteStarted", from, to, now });
}

/** The change is not made, and nothing of it was. */
export function abandon({ state }: TargetWork): void {
  advance(state, { type: "WriteEnded", result: "Refused" });
}

/**
 * Writes the count that was decided where the target is as it was then, and keeps what became of it
 * in `work`.
 */
export async function apply(ports: ApplyPorts, key: string, work: TargetWork): Promise<void> {
  const { observation, outcome, state } = work;
  const { transport, ownership, clock, observer } = ports;
  if (observation.kind !== "found" || !outcome) return;
  const { uid, resourceVersion: tested } = observation.state;
  const { from, to } = outcome.decision;
  const swap = { uid, resourceVersion: tested, from, to };
  const mayWrite = () => ownership.mayWrite(key);
  const swapped = await compareAndSwapReplicas(transport, observation.target, swap, mayWrite);
  if (swapped.ok) {
    advance(state, { type: "WriteEnded", result: "Done", now: clock.now() });
    const { resourceVersion } = swapped.value;
    state.written = { ref: work.ref, resourceVersion, at: clock.monotonic() };
    work.write = { kind: "Written" };
    observer.wrote(key, work, null);
    return;
  }
  if (swapped.error.code === "Stopped") {
    abandon(work);
    work.write = { kind: "Withheld", reason: "NotOwner" };
    observer.withheld("NotOwner");
    return;
  }
  failWrite(work, swapped.error);
  // After a conflict somebody else's count may be our own, from a write whose answer never came.
  if (swapped.error.code === "Conflict") return;
  // After a transient failure nobody knows: it stays pending until the target has been asked.
  const result = isTransient(swapped.error) ? "Unknown" : "Refused";
  advance(state, { type: "WriteEnded", result });
  observer.wrote(key, work, swapped.error);
}
