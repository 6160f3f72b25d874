import type { EpochMs } from "../engine/result.ts";
import { abandonScale, beginScale, completeScale } from "../engine/scale-record.ts";
import { formatKubeError, isTransient, type KubeError } from "../kube/errors.ts";
import { isOlder } from "../kube/object.ts";
import { compareAndSwapReplicas } from "../kube/scale.ts";
import type { Dependents } from "./dependents.ts";
import {
  keepTargets,
  targetState,
  type KeyState,
  type KeyStates,
  type TargetState,
} from "./key-state.ts";
import type { PassOutcome } from "./queue.ts";
import type { ScalingKind, ScalingObject, Seen } from "./scaling-kind.ts";
import { StatusKeeper, type Pass, type StatusPorts } from "./status-keeper.ts";
import {
  earliest,
  newWork,
  settleConflict,
  settledHistory,
  wantsChange,
  type TargetWork,
} from "./target-work.ts";
import type { TargetObservation, Targets } from "./targets.ts";

/** What a pass did, for logs and counters. */
export interface PassObserver {
  readonly decided: (work: TargetWork) => void;
  readonly wrote: (key: string, work: TargetWork, result: "Written" | KubeError["code"]) => void;
}

export interface ReconcilerPorts extends StatusPorts {
  readonly targets: Targets;
  readonly states: KeyStates;
  readonly dependents: Dependents;
  readonly observer: PassObserver;
}

/** Deciding again after someone else's write has its end: then the next pass has a fresh look. */
const attempts = 3;
/** How often what no watch covers is looked at. */
const pollMs = 30_000;
/** When to look again at a cache that is being filled; filling it wakes, too. */
const incompleteMs = 1_000;
/** How long the cache may lag behind our own write before the API server is asked instead. */
const cacheLagMs = 2_000;

const done = (dueInMs: number | null): PassOutcome => ({ kind: "done", dueInMs });
const retry = (reason: string, askedMs: number | null = null): PassOutcome => ({
  kind: "retry",
  reason,
  notBeforeMs: askedMs ?? 0,
});

/**
 * One pass over one object: observe, decide, write ahead, apply, status. It reads the state of the
 * world, never an event, so that a lost, repeated or reordered wake-up changes when a decision is
 * made and never which.
 */
export class Reconciler<Object extends ScalingObject, What extends Seen> {
  readonly #kind: ScalingKind<Object, What>;
  readonly #ports: ReconcilerPorts;
  readonly #statuses: StatusKeeper<Object, What>;

  constructor(kind: ScalingKind<Object, What>, ports: ReconcilerPorts) {
    this.#kind = kind;
    this.#ports = ports;
    this.#statuses = new StatusKeeper(kind, ports);
  }

  async pass(key: string): Promise<PassOutcome> {
    const { states, dependents, clock, targets } = this.#ports;
    const object = this.#kind.get(key);
    if (!object || object.metadata.deletionTimestamp) {
      states.delete(key);
      dependents.delete(key);
      return done(null);
    }
    const state = states.load(key, object, clock.now());
    const things = this.#kind.things(object);
    // Before anything is read: what nobody depends on is let go of, and not watched any more.
    dependents.add(key, things);
    const what = await this.#kind.observe(object, state.status);
    if ("kind" in what) return done(incompleteMs);
    const namespace = object.metadata.namespace ?? "";
    dependents.set(key, [...things, ...what.refs.map(ref => targets.thing(namespace, ref))]);
    keepTargets(state, what.refs.length > 0 ? what.refs : savedRefs(state));

    const work = await Promise.all(what.refs.map(ref => this.#look(namespace, ref, state)));
    if (work.some(({ observation }) => observation.kind === "waiting")) return done(incompleteMs);
    return this.#decideAndApply({ key, object, state, what, work });
  }

  /** As the cache shows it, unless that may be behind what we did. */
  async #look(namespace: string, ref: TargetWork["ref"], state: KeyState): Promise<TargetWork> {
    const { targets } = this.#ports;
    const target = targetState(state, ref);
    // Whether a pending change reached the target is never judged by a cache.
    const isPending = target.history?.pending != null;
    const seen = await targets.observe(namespace, ref, isPending);
    if (isPending || !isBehind(target, seen)) return newWork(ref, target, seen);
    const observation = this.#lagsTooLong(target)
      ? await targets.observe(namespace, ref, true)
      : ({ kind: "waiting" } as const);
    return newWork(ref, target, observation);
  }

  async #decideAndApply(pass: Pass<Object, What>): Promise<PassOutcome> {
    let open = pass.work;
    for (let attempt = 1; attempt <= attempts && open.length > 0; attempt++) {
      const now = this.#ports.clock.now();
      for (const item of open) this.#decide(pass, item, now);
      const writes = open.filter(item => this.#mayChange(pass, item));
      if (writes.length === 0) break;
      const ahead = await this.#writeAhead(pass, writes, now);
      if (ahead) return ahead;
      open = await this.#applyAll(pass, writes);
      await this.#lookAgain(pass, open);
    }
    return this.#finish(pass);
  }

  #decide({ what }: Pass<Object, What>, work: TargetWork, now: EpochMs): void {
    const { observation, state } = work;
    work.outcome = null;
    work.write = work.write.kind === "Written" ? work.write : { kind: "Unchanged" };
    if (observation.kind !== "found") return;
    const { uid, replicas } = observation.state;
    const history = settledHistory(state, uid, replicas);
    state.history = history;
    if (what.mode === "Paused") {
      const message = "spec.mode is Paused; set it to Active to scale again";
      work.inactive = { kind: "inactive", reason: "Paused", message };
      return;
    }
    const outcome = this.#kind.decide(what, { replicas, history, now });
    if ("kind" in outcome) {
      work.inactive = outcome;
      return;
    }
    work.outcome = outcome;
    state.history = outcome.history;
    this.#ports.observer.decided(work);
  }

  #mayChange({ key, what }: Pass<Object, What>, work: TargetWork): boolean {
    if (!wantsChange(work)) return false;
    if (what.mode === "DryRun") {
      work.write = { kind: "Withheld", reason: "DryRun" };
      return false;
    }
    if (!this.#ports.ownership.mayWrite(key)) {
      work.write = { kind: "Withheld", reason: "NotOwner" };
      return false;
    }
    return true;
  }

  /** Puts the changes into the status before they are made. Null: go on. */
  async #writeAhead(
    pass: Pass<Object, What>,
    writes: readonly TargetWork[],
    now: EpochMs,
  ): Promise<PassOutcome | null> {
    for (const { state, outcome } of writes) {
      if (!state.history || !outcome) continue;
      const { from, to } = outcome.decision;
      state.history = beginScale(state.history, { from, to, time: now });
    }
    const failed = await this.#statuses.ahead(pass);
    if (failed === null) return null;
    for (const { state } of writes) if (state.history) state.history = abandonScale(state.history);
    // Edited or deleted meanwhile, most likely, and then the watch is about to say so.
    return retry(failed.code, failed.retryAfterMs);
  }

  /** The targets that somebody else changed in between. */
  async #applyAll(
    pass: Pass<Object, What>,
    writes: readonly TargetWork[],
  ): Promise<readonly TargetWork[]> {
    const conflicts = await Promise.all(
      writes.map(async work => ((await this.#apply(pass, work)) === "Conflict" ? [work] : [])),
    );
    return conflicts.flat();
  }

  async #apply({ key }: Pass<Object, What>, work: TargetWork): Promise<string> {
    const { observation, outcome, state } = work;
    const { transport, ownership, clock, observer } = this.#ports;
    if (observation.kind !== "found" || !outcome || !state.history) return "Nothing";
    if (!ownership.mayWrite(key)) {
      state.history = abandonScale(state.history);
      work.write = { kind: "Withheld", reason: "NotOwner" };
      return "NotOwner";
    }
    const { uid } = observation.state;
    const { from, to, time } = outcome.decision;
    const swapped = await compareAndSwapReplicas(transport, observation.target, { uid, from, to });
    if (swapped.ok) {
      state.history = completeScale(state.history);
      state.lastScaleTime = time;
      const { resourceVersion } = swapped.value;
      state.written = { resourceVersion, at: clock.monotonic() };
      work.write = { kind: "Written" };
    } else {
      work.write = { kind: "Failed", message: formatKubeError(swapped.error) };
      // After a transient failure nobody knows, and after a conflict somebody else's count may be our
      // own, from a write whose answer never came: it stays pending until the target has been asked.
      const unknown = isTransient(swapped.error) || swapped.error.code === "Conflict";
      if (!unknown) state.history = abandonScale(state.history);
    }
    const result = swapped.ok ? "Written" : swapped.error.code;
    observer.wrote(key, work, result);
    return result;
  }

  /** After a conflict: what became of the change, and what there is to decide on now. */
  async #lookAgain(pass: Pass<Object, What>, conflicts: readonly TargetWork[]): Promise<void> {
    const namespace = pass.object.metadata.namespace ?? "";
    await Promise.all(
      conflicts.map(async work => {
        work.observation = await this.#ports.targets.observe(namespace, work.ref, true);
        settleConflict(work);
      }),
    );
  }

  async #finish(pass: Pass<Object, What>): Promise<PassOutcome> {
    const { clock } = this.#ports;
    const saved = await this.#statuses.final(pass);
    if (!saved.ok) return retry(saved.error.code, saved.error.retryAfterMs);
    if (pass.work.some(unsettled)) return retry("TargetUnsettled");
    const polls = pass.work.some(polled) ? clock.now() + pollMs : null;
    const values = saved.value === null ? null : clock.now() + saved.value;
    const dues = pass.work.map(({ outcome }) => outcome?.due ?? null);
    const due = earliest([pass.what.due, polls, values, ...dues]);
    return done(due === null ? null : due - clock.now());
  }

  #lagsTooLong({ written }: TargetWork["state"]): boolean {
    return written !== null && this.#ports.clock.monotonic() - written.at > cacheLagMs;
  }
}

/**
 * Whether the cache has yet to see our last write: deciding on it would undo or repeat that, or take
 * a target that was replaced for the one that is there now.
 */
function isBehind(target: TargetState, seen: TargetObservation): boolean {
  if (target.written === null || seen.kind === "waiting" || seen.kind === "fault") return false;
  if (seen.kind === "found" && isOlder(seen.state, target.written)) return true;
  target.written = null;
  return false;
}

const savedRefs = (state: KeyState) => (state.status?.targets ?? []).map(({ ref }) => ref);

/**
 * A pass cannot end here: the target was out of reach, a write was refused (which nobody announces
 * when it is mended), or what became of a write is unknown.
 */
const unsettled = ({ observation, state, write }: TargetWork): boolean =>
  observation.kind === "fault" || write.kind === "Failed" || state.history?.pending != null;

const polled = ({ observation }: TargetWork): boolean =>
  (observation.kind === "found" || observation.kind === "problem") && observation.polled;
