import type { EpochMs } from "../../engine/result.ts";
import type { Clock } from "../../kube/clock.ts";
import { isTransient, type KubeError } from "../../kube/transport/errors.ts";
import { compareAndSwapReplicas } from "../../kube/api/scale.ts";
import type { Transport } from "../../kube/transport/transport.ts";
import { advance } from "./object-state.ts";
import type { WriteFence } from "../leader/write-fence.ts";
import { outcomeOf, type TargetWork } from "./target-work.ts";

/** Reports what a pass did, for logs and counters. */
export interface PassObserver {
  readonly decided: (key: string, work: TargetWork) => void;
  /** A decision changes the count, and the change is not written. */
  readonly withheld: (reason: "DryRun" | "NotOwner") => void;
  /** error is null if the write succeeded. */
  readonly wrote: (key: string, work: TargetWork, error: KubeError | null) => void;
}

export interface ApplyPorts {
  readonly transport: Transport;
  readonly writeFence: WriteFence;
  readonly clock: Clock;
  readonly observer: PassObserver;
}

/** Marks the change as pending, so that the history records it before the target changes. */
export function begin(work: TargetWork, now: EpochMs): void {
  const outcome = outcomeOf(work);
  if (!outcome) return;
  const { from, to } = outcome.decision;
  advance(work.state, { type: "WriteStarted", from, to, now });
}

/** Drops the pending change. The target is unchanged. */
export function abandon({ state }: TargetWork): void {
  advance(state, { type: "WriteEnded", result: "Refused" });
}

/**
 * Writes the decided count if the target has not changed since it was observed, and records the result in
 * `work`.
 */
export async function apply(ports: ApplyPorts, key: string, work: TargetWork): Promise<void> {
  const { observation, state } = work;
  const outcome = outcomeOf(work);
  const { transport, writeFence, clock, observer } = ports;
  if (observation.kind !== "found" || !outcome) return;
  const { uid, resourceVersion: tested } = observation.state;
  const { from, to } = outcome.decision;
  const swap = { uid, resourceVersion: tested, from, to };
  const mayWrite = () => writeFence.mayWrite(key);
  const swapped = await compareAndSwapReplicas(transport, observation.target, swap, mayWrite);
  if (swapped.ok) {
    advance(state, { type: "WriteEnded", result: "Done", now: clock.now() });
    const { resourceVersion } = swapped.value;
    state.written = { ref: work.ref, resourceVersion, at: clock.monotonic() };
    work.attempt = { kind: "Written", outcome };
    observer.wrote(key, work, null);
    return;
  }
  if (swapped.error.code === "Stopped") {
    abandon(work);
    work.attempt = { kind: "Withheld", outcome, reason: "NotOwner" };
    observer.withheld("NotOwner");
    return;
  }
  work.attempt = { kind: "Failed", outcome, error: swapped.error };
  // After a conflict, the count on the target may be our own: an earlier write whose response was lost.
  // TargetWriter.#resolveConflicts reads the target and settles the write.
  if (swapped.error.code === "Conflict") return;
  // After a transient failure the result is unknown. The change stays pending until the target is read.
  const result = isTransient(swapped.error) ? "Unknown" : "Refused";
  advance(state, { type: "WriteEnded", result });
  observer.wrote(key, work, swapped.error);
}
