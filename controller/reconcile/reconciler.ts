// controller/reconcile/: one pass over one object, from reading its target to writing its status.
// controller.ts alone starts it; the pure rules are in engine/transition.ts.

import { boundsOfTarget } from "../../engine/pipeline/monitored-total.ts";
import type { EpochMs } from "../../engine/result.ts";
import { historyInForce } from "../../engine/transition.ts";
import { formatKubeError, isRefusal, type KubeError } from "../../kube/transport/errors.ts";
import { abandon, apply, type ApplyPorts, begin } from "./write-scale.ts";
import type { ClaimIndex } from "../claims/claim-index.ts";
import type { Subscriptions } from "../workqueue/subscriptions.ts";
import { reasonToRest, restBehind, saysConflict } from "./skip-reason.ts";
import { isLeftBehind, readTarget } from "./read-target.ts";
import {
  advance,
  inherit,
  keepTargets,
  targetsKey,
  targetState,
  type ObjectState,
  type ObjectStates,
} from "./object-state.ts";
import type { PassOutcome } from "../workqueue/work-queue.ts";
import type { ClaimLister } from "../claims/claim-lister.ts";
import type { ResourceDriver, ScalingObject, ObservedSpec, StatusOf } from "../resource-driver.ts";
import { lookForRivals, type SoleWriter } from "./sole-writer.ts";
import { StatusWriter, type Pass, type StatusPorts } from "./status-writer.ts";
import { againAt, isDue, nextLook } from "./requeue.ts";
import {
  earliest,
  settleConflict,
  tellRefusalFromConflict,
  wantsChange,
  type TargetWork,
} from "./target-work.ts";
import type { TargetReader } from "../targets/target-reader.ts";
import type { Topic } from "../workqueue/topic.ts";

export interface ReconcilerPorts<Object extends ScalingObject> extends StatusPorts, ApplyPorts {
  readonly targets: TargetReader;
  readonly claims: ClaimIndex;
  readonly rivals: Pick<ClaimLister, "read">;
  readonly states: ObjectStates<Object>;
  readonly subscriptions: Subscriptions;
}

/** The most decisions in one pass after conflicts. Then the next pass starts with fresh data. */
const attempts = 3;
/** When to look again at a cache that is being filled. A filled cache wakes the object, too. */
const incompleteMs = 1_000;
const done = (dueInMs: number | null): PassOutcome => ({ kind: "done", dueInMs });
const retry = (reason: string, errors: readonly KubeError[]): PassOutcome => ({
  kind: "retry",
  reason,
  notBeforeMs: Math.max(0, ...errors.map(({ retryAfterMs }) => retryAfterMs ?? 0)),
  ...(errors.every(isRefusal) ? { refusal: errors.map(formatKubeError).join("; ") } : {}),
});

const later = (found: Exclude<SoleWriter, { kind: "known" }>): PassOutcome =>
  found.kind === "early" ? done(found.waitMs) : retry("RivalsUnknown", [found.error]);

/**
 * One pass over one object: observe, decide, write ahead, apply, write the status. It reads current state,
 * never an event: a lost, repeated or reordered wake-up changes when a decision is made, never which.
 */
export class Reconciler<Object extends ScalingObject, What extends ObservedSpec, Measured> {
  readonly #kind: ResourceDriver<Object, What, Measured>;
  readonly #ports: ReconcilerPorts<Object>;
  readonly #statuses: StatusWriter<Object, What, Measured>;

  constructor(kind: ResourceDriver<Object, What, Measured>, ports: ReconcilerPorts<Object>) {
    this.#kind = kind;
    this.#ports = ports;
    this.#statuses = new StatusWriter(kind, ports);
  }

  async pass(key: string): Promise<PassOutcome> {
    const { states, subscriptions, claims, clock } = this.#ports;
    const object = this.#present(key);
    if (!object) return done(null);
    const state = states.load(key, object, clock.now());
    const topics = this.#kind.topics(object);
    // Subscribe before reading: without dependents, caches are closed.
    subscriptions.add(key, topics);
    const what = await this.#kind.observe(object, state.status);
    if ("kind" in what) return done(incompleteMs);
    // Only Active objects hold claims.
    if (what.mode !== "Active") state.claimsCheckedFor = null;
    state.mode = what.mode;
    const named = [...topics, ...this.#topicsOfTargets(object, what)];
    subscriptions.add(key, named);
    const { namespace = "" } = object.metadata;
    if (await isLeftBehind(this.#ports, namespace, state, what)) return done(incompleteMs);
    if (what.isTotal === true) inherit(state, what.refs);
    keepTargets(state, what.refs.length > 0 ? what.refs : this.#savedRefs(object, state));
    const work = await Promise.all(
      what.refs.map(ref =>
        readTarget<Measured>(this.#ports, namespace, ref, targetState(state, ref)),
      ),
    );
    if (work.some(({ observation }) => observation.kind === "waiting")) return done(incompleteMs);
    const pass = { key, object, state, what, work };
    for (const item of work) item.inactive = reasonToRest(what, object.metadata, item.ref, claims);
    const needed = work.flatMap(item => this.#topicsOf(pass, item));
    // Target unreachable: keep the old subscriptions.
    if (work.some(({ observation }) => observation.kind === "fault"))
      subscriptions.add(key, needed);
    else subscriptions.set(key, [...named, ...needed]);
    return work.every(item => this.#measure(pass, item))
      ? this.#decideAndApply(pass)
      : done(incompleteMs);
  }

  /** Reads what a pass needs and decides nothing, so that the next leader finds its caches filled. */
  async warm(key: string): Promise<PassOutcome> {
    const { subscriptions, claims } = this.#ports;
    const object = this.#present(key);
    if (!object) return done(null);
    const topics = this.#kind.topics(object);
    subscriptions.add(key, topics);
    const what = await this.#kind.observe(object, object.status as StatusOf<Object> | undefined);
    if ("kind" in what) return done(incompleteMs);
    const named = [...topics, ...this.#topicsOfTargets(object, what)];
    subscriptions.add(key, named);
    const { namespace = "" } = object.metadata;
    const seen = await Promise.all(what.refs.map(ref => this.#ports.targets.peek(namespace, ref)));
    const rests = (ref: TargetWork["ref"]) => reasonToRest(what, object.metadata, ref, claims);
    const warmed = what.refs.flatMap((ref, index) => {
      const state = rests(ref) === null ? seen[index] : null;
      return state ? this.#kind.warm(what, { namespace, ref, state }) : [];
    });
    subscriptions.set(key, [...named, ...warmed]);
    return done(null);
  }

  /** Forgets an object that is gone or being deleted. */
  #present(key: string): Object | null {
    const { states, subscriptions } = this.#ports;
    const object = this.#kind.get(key);
    if (object && !object.metadata.deletionTimestamp) return object;
    states.delete(key);
    subscriptions.delete(key);
    return null;
  }

  #topicsOfTargets({ metadata: { namespace = "" } }: Object, { refs, claimed }: What): Topic[] {
    const { targets, claims } = this.#ports;
    const byName = claimed
      ? claimed.map(ref => claims.nameClaimsTopic(namespace, ref))
      : refs.map(ref => claims.topic(namespace, ref));
    const bySelector = (claimed ?? refs).map(ref => claims.selectorClaimsTopic(namespace, ref));
    const named = refs.map(ref => targets.topic(namespace, ref));
    return [...new Set([...named, ...byName, ...bySelector])];
  }

  #savedRefs(object: Object, { status }: ObjectState<StatusOf<Object>>) {
    return status ? this.#kind.view(status, object).targets.map(({ ref }) => ref) : [];
  }

  #topicsOf({ object, what }: Pass<Object, What, Measured>, item: TargetWork): readonly Topic[] {
    const { observation, inactive, ref } = item;
    if (observation.kind !== "found" || inactive) return [];
    const { namespace = "" } = object.metadata;
    const { state } = observation;
    return this.#kind.topicsOf(what, { namespace, ref, state });
  }

  /** False: required data is not there yet. */
  #measure({ object, what }: Pass<Object, What, Measured>, item: TargetWork<Measured>): boolean {
    const { observation, inactive, ref } = item;
    item.reading = null;
    if (observation.kind !== "found" || inactive) return true;
    const { namespace = "" } = object.metadata;
    const { state } = observation;
    const reading = this.#kind.measure(what, { namespace, ref, state });
    if (reading.kind === "incomplete") return false;
    item.reading = reading;
    return true;
  }

  async #decideAndApply(pass: Pass<Object, What, Measured>): Promise<PassOutcome> {
    let open = pass.work;
    for (let attempt = 1; attempt <= attempts && open.length > 0; attempt++) {
      const now = this.#ports.clock.now();
      for (const item of open) this.#decide(pass, item, now);
      const wanted = open.filter(item => this.#mayChange(pass, item));
      const waiting = await this.#untilSoleWriter(pass, wanted.length > 0);
      if (waiting) return waiting;
      const writes = wanted.filter(({ inactive }) => inactive === null);
      if (writes.length === 0) break;
      for (const item of writes) begin(item, now);
      const failed = await this.#statuses.ahead(pass);
      if (failed) {
        for (const item of writes) abandon(item);
        this.#statuses.tellWritten(pass);
        // Most likely the object was edited or deleted, and the watch is about to report it.
        return retry(failed.code, [failed]);
      }
      await Promise.all(writes.map(item => apply(this.#ports, pass.key, item)));
      // Targets that another writer has changed in the meantime, or seems to have changed.
      open = await this.#lookAgain(pass, writes.filter(hasConflict));
    }
    return this.#finish(pass);
  }

  #decide(pass: Pass<Object, What, Measured>, work: TargetWork<Measured>, now: EpochMs): void {
    const { observation, state, reading } = work;
    work.outcome = null;
    work.write = { kind: "Unchanged" };
    work.error = null;
    if (observation.kind !== "found") return;
    const { uid, replicas } = observation.state;
    const { mode, isTotal = false } = pass.what;
    const memory = advance(state, { type: "Observed", uid, replicas, mode, isTotal, now });
    if (work.inactive || !reading || !isDue(pass.what.periodMs, generationOf(pass), work, now))
      return;
    const measured = reading.value;
    const answeredAt = now - (this.#ports.clock.monotonic() - reading.askedAt);
    const isAgain = reading.askedAt === memory.countedAt;
    const history = historyInForce(memory);
    const seen = { measured, replicas, history, now, answeredAt, isAgain };
    const outcome = this.#kind.decide(pass.what, seen);
    if ("kind" in outcome) {
      work.inactive = outcome;
      return;
    }
    work.outcome = outcome;
    const { history: decided } = outcome;
    advance(state, { type: "Decided", mode, history: decided, countedAt: reading.askedAt });
    state.bounds = boundsOfTarget(outcome.decision) ?? state.bounds;
    this.#ports.observer.decided(pass.key, work);
  }

  #mayChange({ key, what }: Pass<Object, What, Measured>, work: TargetWork): boolean {
    if (!wantsChange(work)) return false;
    if (what.mode === "DryRun") {
      this.#withhold(work, "DryRun");
      return false;
    }
    if (!this.#ports.ownership.mayWrite(key)) {
      this.#withhold(work, "NotOwner");
      return false;
    }
    return true;
  }

  #withhold(work: TargetWork, reason: "DryRun" | "NotOwner"): void {
    work.write = { kind: "Withheld", reason };
    this.#ports.observer.withheld(reason);
  }

  /**
   * Checks for rivals once per set of targets, before the first write. The object rests if a rival takes
   * precedence. With nothing to write, the caches suffice, unless the status names a rival that they do not
   * show: they may lag, and the status must not flap. Null: continue.
   */
  async #untilSoleWriter(
    pass: Pass<Object, What, Measured>,
    wantsToWrite: boolean,
  ): Promise<PassOutcome | null> {
    const { state, what, work } = pass;
    const claimed = what.claimed ?? what.refs;
    const targets = targetsKey(claimed);
    const open = work.filter(({ inactive, outcome }) => inactive === null && outcome !== null);
    if (what.mode !== "Active" || open.length === 0 || state.claimsCheckedFor === targets)
      return null;
    const saidConflict = this.#saidConflict(pass);
    if (!wantsToWrite && !saidConflict) return null;
    const mayShare = state.claimsCheckedFor === undefined && !saidConflict;
    const { metadata } = pass.object;
    const found = await lookForRivals(this.#ports, metadata, claimed, mayShare);
    if (found.kind !== "known") return wantsToWrite ? later(found) : null;
    restBehind(found.winnerOf, what, open);
    // If a rival was found, check again next time: the cache may not know it yet.
    state.claimsCheckedFor = open.every(({ inactive }) => inactive === null) ? targets : null;
    return null;
  }

  #saidConflict({ object, state: { status } }: Pass<Object, What, Measured>): boolean {
    return status !== undefined && saysConflict(this.#kind.view(status, object));
  }

  /**
   * After a conflict, finds out what became of the change and what to decide on now. Returns only the targets
   * that need another decision.
   */
  async #lookAgain(
    pass: Pass<Object, What, Measured>,
    conflicts: readonly TargetWork<Measured>[],
  ): Promise<readonly TargetWork<Measured>[]> {
    const { targets, subscriptions, observer, clock } = this.#ports;
    const { namespace = "" } = pass.object.metadata;
    await Promise.all(
      conflicts.map(async work => {
        const tested = work.observation;
        work.observation = await targets.observe(namespace, work.ref, true);
        tellRefusalFromConflict(work, tested);
        settleConflict(work, clock.now());
        observer.wrote(pass.key, work, work.error);
        subscriptions.add(pass.key, this.#topicsOf(pass, work));
        this.#measure(pass, work);
      }),
    );
    return conflicts.filter(hasConflict);
  }

  async #finish(pass: Pass<Object, What, Measured>): Promise<PassOutcome> {
    const { clock } = this.#ports;
    const { what, work } = pass;
    const generation = generationOf(pass);
    for (const item of work.filter(each => obstacle(each).length === 0)) {
      const { outcome, reading, state } = item;
      const again = againAt(what.periodMs, item, clock.now());
      if (outcome && reading) state.decided = { generation, askedAt: reading.askedAt, again };
    }
    const saved = await this.#statuses.final(pass);
    if (!saved.ok) return retry(saved.error.code, [saved.error]);
    const obstacles = work.flatMap(obstacle);
    if (obstacles.length > 0) return retry("TargetUnsettled", obstacles);
    // With a period, the next decision has a newer status to write.
    const canWait = what.periodMs === null ? saved.value : null;
    const told = canWait === null ? null : clock.now() + canWait;
    const due = earliest([what.due, nextLook(what, work, clock.now()), told]);
    return done(due === null ? null : due - clock.now());
  }
}

const hasConflict = ({ error }: TargetWork): boolean => error?.code === "Conflict";

const generationOf = ({ object }: Pass<ScalingObject, unknown, unknown>): number =>
  object.metadata.generation ?? 0;

/**
 * Errors after which a pass must be retried: the target was unreachable, the result of a write is unknown, or
 * the write was refused (no event is sent when the cause is fixed).
 */
const obstacle = ({ observation, error }: TargetWork): readonly KubeError[] => {
  if (observation.kind === "fault") return [observation.error];
  return error ? [error] : [];
};
