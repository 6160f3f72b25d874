import type { EpochMs } from "../engine/result.ts";
import { abandonScale, beginScale, completeScale } from "../engine/scale-record.ts";
import { formatKubeError, isRefusal, isTransient, type KubeError } from "../kube/errors.ts";
import { isOlder } from "../kube/object.ts";
import { compareAndSwapReplicas } from "../kube/scale.ts";
import type { Claim, Claims } from "./claims.ts";
import type { Dependents } from "./dependents.ts";
import {
  keepTargets,
  targetState,
  type KeyState,
  type KeyStates,
  type TargetState,
} from "./key-state.ts";
import type { PassOutcome } from "./queue.ts";
import type { Inactive, ScalingKind, ScalingObject, Seen, StatusOf } from "./scaling-kind.ts";
import { StatusKeeper, type Pass, type StatusPorts } from "./status-keeper.ts";
import {
  earliest,
  failWrite,
  newWork,
  settleConflict,
  settleOnGone,
  tellRefusalFromConflict,
  settledHistory,
  wantsChange,
  type TargetWork,
} from "./target-work.ts";
import type { TargetObservation, Targets } from "./targets.ts";

/** What a pass did, for logs and counters. */
export interface PassObserver {
  readonly decided: (work: TargetWork) => void;
  /** The error is null where it was written. */
  readonly wrote: (key: string, work: TargetWork, error: KubeError | null) => void;
}

export interface ReconcilerPorts<Object extends ScalingObject> extends StatusPorts {
  readonly targets: Targets;
  readonly claims: Claims;
  readonly states: KeyStates<Object>;
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
/** A list that is asked for a moment early still counts as one a period later. */
const periodSlack = 0.1;

/**
 * When to decide again on what was measured already. Where the period of a policy is that of the
 * decisions, the next one may come a moment before the change of the last one counts no more; it
 * would take a whole period more.
 */
function againAt(periodMs: number | null, work: TargetWork, now: EpochMs): EpochMs | null {
  const { outcome, reading, state } = work;
  if (periodMs === null || !outcome?.due || reading?.askedAt === state.decided?.askedAt)
    return null;
  return outcome.due - now <= periodMs * periodSlack ? outcome.due : null;
}

/** Not so long ago; a time to come, of a clock that was ahead, says nothing. */
const isWithin = (time: EpochMs, now: EpochMs, ms: number): boolean =>
  time <= now && now - time < ms;

const done = (dueInMs: number | null): PassOutcome => ({ kind: "done", dueInMs });
const retry = (reason: string, errors: readonly KubeError[]): PassOutcome => ({
  kind: "retry",
  reason,
  notBeforeMs: Math.max(0, ...errors.map(({ retryAfterMs }) => retryAfterMs ?? 0)),
  ...(errors.every(isRefusal) ? { refusal: errors.map(formatKubeError).join("; ") } : {}),
});

/**
 * One pass over one object: observe, decide, write ahead, apply, status. It reads the state of the
 * world, never an event, so that a lost, repeated or reordered wake-up changes when a decision is
 * made and never which.
 */
export class Reconciler<Object extends ScalingObject, What extends Seen, Measured> {
  readonly #kind: ScalingKind<Object, What, Measured>;
  readonly #ports: ReconcilerPorts<Object>;
  readonly #statuses: StatusKeeper<Object, What, Measured>;

  constructor(kind: ScalingKind<Object, What, Measured>, ports: ReconcilerPorts<Object>) {
    this.#kind = kind;
    this.#ports = ports;
    this.#statuses = new StatusKeeper(kind, ports);
  }

  async pass(key: string): Promise<PassOutcome> {
    const { states, dependents, clock } = this.#ports;
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
    const named = [...things, ...this.#thingsOfTargets(object, what)];
    dependents.add(key, named);
    keepTargets(state, what.refs.length > 0 ? what.refs : this.#savedRefs(object, state));

    const work = await Promise.all(what.refs.map(ref => this.#look(object, ref, state)));
    if (work.some(({ observation }) => observation.kind === "waiting")) return done(incompleteMs);
    const pass = { key, object, state, what, work };
    for (const item of work) item.inactive = this.#reasonToRest(pass, item);
    const needed = work.flatMap(item => this.#thingsOf(pass, item));
    // Of a target out of reach nobody knows what is needed: nothing is let go of.
    if (work.some(({ observation }) => observation.kind === "fault")) dependents.add(key, needed);
    else dependents.set(key, [...named, ...needed]);
    return work.every(item => this.#measure(pass, item))
      ? this.#decideAndApply(pass)
      : done(incompleteMs);
  }

  #thingsOfTargets({ metadata: { namespace = "" } }: Object, { refs }: What): string[] {
    const { targets, claims } = this.#ports;
    return refs.flatMap(ref => [targets.thing(namespace, ref), claims.thing(namespace, ref)]);
  }

  #savedRefs(object: Object, { status }: KeyState<StatusOf<Object>>) {
    return status ? this.#kind.view(status, object).targets.map(({ ref }) => ref) : [];
  }

  /** Why a target is left alone, whatever is seen. */
  #reasonToRest({ object, what }: Pass<Object, What, Measured>, { ref }: TargetWork) {
    if (what.mode === "Paused") return paused;
    if (what.mode === "DryRun") return null;
    const { namespace = "", uid } = object.metadata;
    const winner = this.#ports.claims.olderThan(uid, namespace, ref);
    return winner && conflicting(winner);
  }

  #thingsOf({ object, what }: Pass<Object, What, Measured>, item: TargetWork): readonly string[] {
    const { observation, inactive } = item;
    if (observation.kind !== "found" || inactive) return [];
    const { namespace = "" } = object.metadata;
    return this.#kind.thingsOf(what, { namespace, state: observation.state });
  }

  /** False: what it needs is not there yet. */
  #measure({ object, what }: Pass<Object, What, Measured>, item: TargetWork<Measured>): boolean {
    const { observation, inactive } = item;
    item.reading = null;
    if (observation.kind !== "found" || inactive) return true;
    const { namespace = "" } = object.metadata;
    const reading = this.#kind.measure(what, { namespace, state: observation.state });
    if (reading.kind === "incomplete") return false;
    item.reading = reading;
    return true;
  }

  /** As the cache shows it, unless that may be behind what we did. */
  async #look(
    { metadata: { namespace = "" } }: Object,
    ref: TargetWork["ref"],
    state: KeyState<unknown>,
  ): Promise<TargetWork<Measured>> {
    const { targets } = this.#ports;
    const target = targetState(state, ref);
    // Whether a pending change reached the target is never judged by a cache.
    const isPending = target.history?.pending != null;
    const seen = await targets.observe(namespace, ref, isPending);
    if (isPending) settleOnGone(target, seen);
    if (isPending || !isBehind(target, seen)) return newWork(ref, target, seen);
    const observation = this.#lagsTooLong(target)
      ? await targets.observe(namespace, ref, true)
      : ({ kind: "waiting" } as const);
    return newWork(ref, target, observation);
  }

  async #decideAndApply(pass: Pass<Object, What, Measured>): Promise<PassOutcome> {
    let open = pass.work;
    for (let attempt = 1; attempt <= attempts && open.length > 0; attempt++) {
      const now = this.#ports.clock.now();
      for (const item of open) this.#decide(pass, item, now);
      const writes = open.filter(item => this.#mayChange(pass, item));
      if (writes.length === 0) break;
      const ahead = await this.#writeAhead(pass, writes, now);
      if (ahead) {
        this.#statuses.tellWritten(pass);
        return ahead;
      }
      open = await this.#lookAgain(pass, await this.#applyAll(pass, writes));
    }
    return this.#finish(pass);
  }

  #decide(pass: Pass<Object, What, Measured>, work: TargetWork<Measured>, now: EpochMs): void {
    const { observation, state, reading } = work;
    work.outcome = null;
    work.write = { kind: "Unchanged" };
    work.error = null;
    if (observation.kind !== "found") return;
    const { replicas } = observation.state;
    const history = settledHistory(state, observation.state, now);
    state.history = history;
    if (work.inactive || !reading || !this.#isDue(pass, work, now)) return;
    const measured = reading.value;
    const toldAt = now - (this.#ports.clock.monotonic() - reading.askedAt);
    const isAgain = reading.askedAt === state.countedOf;
    const seen = { measured, replicas, history, now, toldAt, isAgain };
    const outcome = this.#kind.decide(pass.what, seen);
    if ("kind" in outcome) {
      work.inactive = outcome;
      return;
    }
    work.outcome = outcome;
    state.history = outcome.history;
    state.countedOf = reading.askedAt;
    this.#ports.observer.decided(work);
  }

  /** Limits hold for a decision, so there is one for a period, however often there is a pass. */
  #isDue(
    { object, what }: Pass<Object, What, Measured>,
    { reading, state: { decided, lastScaleTime } }: TargetWork<Measured>,
    now: EpochMs,
  ): boolean {
    if (what.periodMs === null || !reading) return true;
    const leastMs = what.periodMs * (1 - periodSlack);
    // After a restart: else a process that crashes again and again doubles a count each time.
    if (!decided) return lastScaleTime === null || !isWithin(lastScaleTime, now, leastMs);
    if (decided.generation !== object.metadata.generation) return true;
    if (decided.again !== null && decided.again <= now) return true;
    return reading.askedAt - decided.askedAt >= leastMs;
  }

  #mayChange({ key, what }: Pass<Object, What, Measured>, work: TargetWork): boolean {
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
    pass: Pass<Object, What, Measured>,
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
    return retry(failed.code, [failed]);
  }

  /** Those that were refused because somebody else changed the target in between, or so it seems. */
  async #applyAll(
    pass: Pass<Object, What, Measured>,
    writes: readonly TargetWork<Measured>[],
  ): Promise<readonly TargetWork<Measured>[]> {
    const conflicts = await Promise.all(
      writes.map(async work => {
        await this.#apply(pass, work);
        return work.error?.code === "Conflict" ? [work] : [];
      }),
    );
    return conflicts.flat();
  }

  async #apply({ key }: Pass<Object, What, Measured>, work: TargetWork<Measured>): Promise<void> {
    const { observation, outcome, state } = work;
    const { transport, ownership, clock, observer } = this.#ports;
    if (observation.kind !== "found" || !outcome || !state.history) return;
    if (!ownership.mayWrite(key)) {
      state.history = abandonScale(state.history);
      work.write = { kind: "Withheld", reason: "NotOwner" };
      return;
    }
    const { uid } = observation.state;
    const { from, to, time } = outcome.decision;
    const swapped = await compareAndSwapReplicas(transport, observation.target, { uid, from, to });
    if (swapped.ok) {
      state.history = completeScale(state.history, clock.now());
      state.lastScaleTime = time;
      const { resourceVersion } = swapped.value;
      state.written = { resourceVersion, at: clock.monotonic() };
      work.write = { kind: "Written" };
      observer.wrote(key, work, null);
      return;
    }
    failWrite(work, swapped.error);
    // After a conflict somebody else's count may be our own, from a write whose answer never came.
    if (swapped.error.code === "Conflict") return;
    // After a transient failure nobody knows: it stays pending until the target has been asked.
    if (!isTransient(swapped.error)) state.history = abandonScale(state.history);
    observer.wrote(key, work, swapped.error);
  }

  /**
   * After a conflict: what became of the change, and what there is to decide on now. The answer has
   * only the targets that are to be decided on again.
   */
  async #lookAgain(
    pass: Pass<Object, What, Measured>,
    conflicts: readonly TargetWork<Measured>[],
  ): Promise<readonly TargetWork<Measured>[]> {
    const { targets, dependents, observer, clock } = this.#ports;
    const { namespace = "" } = pass.object.metadata;
    await Promise.all(
      conflicts.map(async work => {
        const tested = work.observation;
        work.observation = await targets.observe(namespace, work.ref, true);
        tellRefusalFromConflict(work, tested);
        settleConflict(work, clock.now());
        observer.wrote(pass.key, work, work.error);
        dependents.add(pass.key, this.#thingsOf(pass, work));
        this.#measure(pass, work);
      }),
    );
    return conflicts.filter(({ error }) => error?.code === "Conflict");
  }

  async #finish(pass: Pass<Object, What, Measured>): Promise<PassOutcome> {
    const { clock } = this.#ports;
    const { what, work, object } = pass;
    const { generation = 0 } = object.metadata;
    for (const item of work.filter(each => obstacle(each).length === 0)) {
      const { outcome, reading, state } = item;
      const again = againAt(what.periodMs, item, clock.now());
      if (outcome && reading) state.decided = { generation, askedAt: reading.askedAt, again };
    }
    const saved = await this.#statuses.final(pass);
    if (!saved.ok) return retry(saved.error.code, [saved.error]);
    const obstacles = work.flatMap(obstacle);
    if (obstacles.length > 0) return retry("TargetUnsettled", obstacles);
    // Where there is a period, the next decision has something newer to tell.
    const canWait = what.periodMs === null ? saved.value : null;
    const told = canWait === null ? null : clock.now() + canWait;
    const due = earliest([what.due, this.#nextLook(pass), told]);
    return done(due === null ? null : due - clock.now());
  }

  /** When to look at the targets again. Where there is a period, what is measured wakes. */
  #nextLook({ what, work }: Pass<Object, What, Measured>): EpochMs | null {
    const now = this.#ports.clock.now();
    if (what.periodMs === null) {
      const dues = work.map(({ outcome }) => outcome?.due ?? null);
      return earliest([work.some(polled) ? now + pollMs : null, ...dues]);
    }
    const isUnwatched = work.some(item => polled(item) && item.reading === null);
    // Telling of a decision may take until the next; of an older one only what is to come is left.
    const again = work.flatMap(({ outcome, state: { decided } }) =>
      decided?.again != null && (outcome !== null || decided.again > now) ? [decided.again] : [],
    );
    return earliest([isUnwatched ? now + what.periodMs : null, ...again]);
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

const paused: Inactive = {
  kind: "inactive",
  reason: "Paused",
  message: "spec.mode is Paused; set it to Active to scale again",
  permanent: false,
};

const conflicting = ({ kind, name }: Claim): Inactive => ({
  kind: "inactive",
  reason: "ConflictingAutoscaler",
  message: `${kind} ${name} is older and scales the same target; delete one of the two, or set its mode to DryRun`,
  permanent: true,
});

/**
 * A pass cannot end here: the target was out of reach, what became of a write is unknown, or it was
 * refused (which nobody announces when it is mended).
 */
const obstacle = ({ observation, error }: TargetWork): readonly KubeError[] => {
  if (observation.kind === "fault") return [observation.error];
  return error ? [error] : [];
};

const polled = ({ observation }: TargetWork): boolean =>
  (observation.kind === "found" || observation.kind === "problem") && observation.polled;
