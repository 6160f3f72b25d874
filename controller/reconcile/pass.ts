// controller/reconcile/: one pass over one object, from reading its target to writing its status.
// controller.ts alone starts it; the pure rules are in engine/transition.ts.

import { boundsOfTarget } from "../../engine/features/monitored.ts";
import type { EpochMs } from "../../engine/model/values/result.ts";
import { historyInForce } from "../../engine/transition.ts";
import type { ObservedSpec, Resource, ScalingObject, StatusOf } from "../resource.ts";
import { done, retry, type PassOutcome } from "../workqueue/work-queue.ts";
import type { Subscriptions } from "../workqueue/subscriptions.ts";
import { advance, type ObjectStates } from "./object-state.ts";
import { measureTarget, readTargets, trackTargets, type TargetPorts } from "./read-targets.ts";
import { nextPassIn, rememberDecisions, scopeOf } from "./requeue.ts";
import { checkFirstWrite, reasonToSkip, type RivalPorts } from "./rivals.ts";
import { StatusWriter, type StatusPorts } from "./status-writer.ts";
import {
  errorOf,
  hasConflict,
  isDecrease,
  isSkipped,
  obstaclesOf,
  settleConflict,
  skip,
  type Pass,
  type PassObserver,
  type TargetWork,
} from "./target-work.ts";
import {
  abandon,
  apply,
  begin,
  forgetMarks,
  mayChange,
  tidyMarks,
  type WritePorts,
} from "./write-scale.ts";

export interface PassPorts<Object extends ScalingObject>
  extends TargetPorts, RivalPorts, WritePorts, StatusPorts {
  readonly get: (key: string) => Object | undefined;
  readonly states: ObjectStates<Object>;
  readonly subscriptions: Subscriptions;
  readonly observer: PassObserver;
}

/** The most decisions in one pass after conflicts. Then the next pass starts with fresh data. */
const attempts = 3;

/** When to look again at a cache that is being filled. A filled cache wakes the object, too. */
const incompleteMs = 1_000;

/**
 * One pass over one object: gather, decide, write, report. It reads current state, never an event: a lost,
 * repeated or reordered wake-up changes when a decision is made, never which.
 */
export class Reconciler<Object extends ScalingObject, Observed extends ObservedSpec> {
  readonly #resource: Resource<Object, Observed>;
  readonly #ports: PassPorts<Object>;
  readonly #statuses: StatusWriter<Object, Observed>;

  constructor(resource: Resource<Object, Observed>, ports: PassPorts<Object>) {
    this.#resource = resource;
    this.#ports = ports;
    this.#statuses = new StatusWriter(resource, ports);
  }

  async pass(key: string): Promise<PassOutcome> {
    const pass = await this.#gather(key);
    if ("kind" in pass) return pass;
    let open = pass.work;
    for (let attempt = 1; attempt <= attempts && open.length > 0; attempt++) {
      const now = this.#ports.clock.now();
      for (const work of open) this.#decide(pass, work, now);
      const conflicts = await this.#write(pass, open, now);
      await Promise.all(open.map(item => tidyMarks(this.#ports.marks, pass, item)));
      if ("kind" in conflicts) return conflicts;
      open = conflicts;
    }
    return this.#report(pass);
  }

  /** Reads what a pass needs and decides nothing, so that the next leader finds its caches filled. */
  async warm(key: string): Promise<PassOutcome> {
    const { subscriptions, claims, targets } = this.#ports;
    const object = this.#present(key);
    if (!object) return this.#leave(key);
    const { namespace = "", name: owner } = object.metadata;
    const tracker = subscriptions.track(key);
    const status = object.status as StatusOf<Object> | undefined;
    const observed = await this.#resource.observe(object, status, tracker);
    if ("kind" in observed) return done(incompleteMs);
    trackTargets(this.#ports, namespace, observed, tracker);
    const seen = await Promise.all(observed.refs.map(ref => targets.peek(namespace, ref)));
    for (const [index, ref] of observed.refs.entries()) {
      const state = seen[index];
      if (!state || reasonToSkip(observed, object.metadata, ref, claims) !== null) continue;
      this.#resource.warm?.(observed, { namespace, owner, ref, state }, tracker);
    }
    tracker.commit();
    return done(null);
  }

  #present(key: string): Object | null {
    const object = this.#ports.get(key);
    return object && !object.metadata.deletionTimestamp ? object : null;
  }

  /** The end of a pass over an object that is gone. */
  async #leave(key: string): Promise<PassOutcome> {
    const { states, subscriptions, marks } = this.#ports;
    const known = states.delete(key);
    subscriptions.delete(key);
    this.#resource.forget?.(key);
    for (const target of known?.targets.values() ?? []) await forgetMarks(marks, key, target);
    return done(null);
  }

  /**
   * Subscribes the object to everything that the pass decides on, and reads it; or tells how the pass ends,
   * because something is not there.
   */
  async #gather(key: string): Promise<Pass<Object, Observed> | PassOutcome> {
    const { states, subscriptions, clock } = this.#ports;
    const object = this.#present(key);
    if (!object) return this.#leave(key);
    const state = states.load(key, object, clock.now());
    const tracker = subscriptions.track(key);
    const [first] = state.targets.values();
    const history = first && historyInForce(first.memory);
    const observed = await this.#resource.observe(object, state.latest, tracker, history);
    if ("kind" in observed) return done(incompleteMs);
    // Another object may get the target meanwhile, so the next change is checked for rivals again.
    if (observed.mode !== "Active") state.claimsCheckedFor = null;
    state.mode = observed.mode;
    const { namespace = "" } = object.metadata;
    trackTargets(this.#ports, namespace, observed, tracker);
    const read = { key, object, state, observed };
    const saved = () => (state.latest ? this.#resource.view(state.latest, object).targets : []);
    const work = await readTargets(this.#ports, read, saved);
    if (!work) return done(incompleteMs);
    const pass = { ...read, work };
    const { measure } = this.#resource;
    // All of them, so that all caches begin to fill at once.
    const measureAll = (): boolean =>
      !work.map(item => measureTarget(measure, pass, item, tracker)).includes(false);
    if (!measureAll()) return done(incompleteMs);
    // Target unreachable: keep the old subscriptions.
    if (work.some(({ observation }) => observation.kind === "fault")) return pass;
    // What was read may have depended on a subscription that is released now: a replaced target would find
    // its predecessor among those that scale its pods.
    return !tracker.commit() || measureAll() ? pass : done(incompleteMs);
  }

  /** Decides about one target, if a decision is due, and remembers it. */
  #decide(pass: Pass<Object, Observed>, work: TargetWork, now: EpochMs): void {
    const { observation, state, reading } = work;
    if (!isSkipped(work)) work.attempt = { kind: "Observed" };
    if (observation.kind !== "found") return;
    const { uid, replicas } = observation.state;
    const { mode, isTotal = false } = pass.observed;
    const memory = advance(state, { type: "Observed", uid, replicas, mode, isTotal, now });
    if (isSkipped(work) || !reading) return;
    const scope = scopeOf(pass, work, now);
    if (scope === "Nothing") return;
    const onlyCorrects = scope === "Correction";
    const askedAt = now - (this.#ports.clock.monotonic() - reading.askedAt);
    const history = historyInForce(memory);
    const read = { uid: isTotal ? undefined : uid, replicas, measured: reading.value };
    const target = { ...read, history, now, askedAt, onlyCorrects };
    const outcome = this.#resource.decide(pass.observed, target);
    if (outcome === null) return;
    if ("kind" in outcome) {
      skip(work, outcome);
      return;
    }
    work.attempt = { kind: "Decided", outcome };
    advance(state, { type: "Decided", mode, history: outcome.history });
    state.bounds = boundsOfTarget(outcome.decision) ?? state.bounds;
    this.#ports.observer.decided(pass.key, work);
  }

  /**
   * Writes decided counts, each after the status that announces it. Returns what is left to decide; or how
   * the pass ends, because nothing may be written yet.
   */
  async #write(pass: Pass<Object, Observed>, open: readonly TargetWork[], now: EpochMs) {
    const wanted = open.filter(item => mayChange(this.#ports, pass, item));
    const { view } = this.#resource;
    const waiting = await checkFirstWrite(this.#ports, pass, view, wanted.length > 0);
    if (waiting) return waiting;
    const writes = wanted.filter(item => !isSkipped(item));
    if (writes.length === 0) return [];
    // After a conflict, it has already let others go first.
    const isFirst = open === pass.work;
    const waitMs = isFirst && writes.every(isDecrease) ? this.#statuses.waitOf(pass) : null;
    if (waitMs !== null) return done(waitMs, true);
    for (const item of writes) begin(item, now);
    const failed = await this.#statuses.ahead(pass);
    if (failed) {
      for (const item of writes) abandon(item);
      // Most likely the object was edited or deleted, and the watch is about to report it.
      return retry(failed.code, [failed]);
    }
    await Promise.all(writes.map(item => apply(this.#ports, pass.key, item)));
    return this.#resolveConflicts(pass, writes.filter(hasConflict));
  }

  /**
   * After another writer has changed a target, or seems to have changed it (a 409, or a failed test of the
   * patch): finds out what became of the change, and reads what to decide on now. Returns only the targets
   * that need another decision. `pass` decides again, up to its limit; then the pass is retried with
   * reason TargetUnsettled.
   */
  async #resolveConflicts(pass: Pass<Object, Observed>, conflicts: readonly TargetWork[]) {
    const { targets, observer, clock, subscriptions } = this.#ports;
    const { namespace = "" } = pass.object.metadata;
    await Promise.all(
      conflicts.map(async work => {
        const tested = work.observation;
        work.observation = await targets.observe(namespace, work.ref, true);
        settleConflict(work, tested, clock.now());
        observer.wrote(pass.key, work, errorOf(work));
        measureTarget(this.#resource.measure, pass, work, subscriptions.track(pass.key));
      }),
    );
    return conflicts.filter(hasConflict);
  }

  /** Writes the status if that is worth a write now, and tells when the next pass is due. */
  async #report(pass: Pass<Object, Observed>): Promise<PassOutcome> {
    const { clock } = this.#ports;
    rememberDecisions(pass, clock.now());
    const saved = await this.#statuses.final(pass);
    if (!saved.ok) return retry(saved.error.code, [saved.error]);
    const obstacles = obstaclesOf(pass.work);
    if (obstacles.length > 0) return retry("TargetUnsettled", obstacles);
    return done(nextPassIn(pass, saved.value, clock.now()), pass.state.waitsUntil !== null);
  }
}
