import type { EpochMs } from "../engine/result.ts";
import { abandonScale, beginScale, completeScale } from "../engine/scale-record.ts";
import { newsOf } from "../engine/status/news.ts";
import { worthWritingInMs } from "../engine/status/worth-writing.ts";
import type { Clock } from "../kube/clock.ts";
import { formatKubeError, isTransient, type KubeError } from "../kube/errors.ts";
import type { EventRecorder } from "../kube/events.ts";
import { compareAndSwapReplicas } from "../kube/scale.ts";
import { writeStatus } from "../kube/status.ts";
import type { Transport } from "../kube/transport.ts";
import type { Dependents } from "./dependents.ts";
import { keepTargets, targetState, type KeyState, type KeyStates } from "./key-state.ts";
import type { Ownership } from "./ownership.ts";
import type { PassOutcome } from "./queue.ts";
import type { ScalingKind, ScalingObject, ScalingStatus, Seen } from "./scaling-kind.ts";
import {
  earliest,
  newWork,
  settleConflict,
  settledHistory,
  toReport,
  wantsChange,
  type TargetWork,
} from "./target-work.ts";
import type { Targets } from "./targets.ts";

/** What a pass did, for logs and counters. */
export interface PassObserver {
  readonly decided: (work: TargetWork) => void;
  readonly wrote: (key: string, work: TargetWork, result: "Written" | KubeError["code"]) => void;
}

export interface ReconcilerPorts {
  readonly transport: Transport;
  readonly targets: Targets;
  readonly events: EventRecorder;
  readonly states: KeyStates;
  readonly dependents: Dependents;
  readonly ownership: Ownership;
  readonly clock: Clock;
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

  constructor(kind: ScalingKind<Object, What>, ports: ReconcilerPorts) {
    this.#kind = kind;
    this.#ports = ports;
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
    const what = await this.#kind.observe(object, state.status);
    if ("kind" in what) {
      dependents.set(key, what.things);
      return done(incompleteMs);
    }
    const namespace = object.metadata.namespace ?? "";
    dependents.set(key, [...what.things, ...what.refs.map(ref => targets.thing(namespace, ref))]);
    keepTargets(state, what.refs.length > 0 ? what.refs : savedRefs(state));

    const work = await Promise.all(what.refs.map(ref => this.#look(namespace, ref, state, false)));
    if (work.some(({ observation }) => observation.kind === "waiting")) return done(incompleteMs);
    if (work.some(item => this.#cacheLags(item))) return done(cacheLagMs / 8);
    return this.#decideAndApply({ key, object, state, what, work });
  }

  async #look(
    namespace: string,
    ref: TargetWork["ref"],
    state: KeyState,
    live: boolean,
  ): Promise<TargetWork> {
    const target = targetState(state, ref);
    // Whether a pending change reached the target is never judged by a cache.
    const ask = live || target.history?.pending != null || this.#lagsTooLong(target);
    const observation = await this.#ports.targets.observe(namespace, ref, ask);
    return newWork(ref, target, observation);
  }

  async #decideAndApply(pass: Pass<Object, What>): Promise<PassOutcome> {
    const before = pass.state.status;
    let open = pass.work;
    for (let attempt = 1; attempt <= attempts && open.length > 0; attempt++) {
      const now = this.#ports.clock.now();
      for (const item of open) this.#decide(pass, item, now);
      const writes = open.filter(item => this.#mayChange(pass, item));
      if (writes.length === 0) break;
      const ahead = await this.#writeAhead(pass, writes, now);
      if (ahead) return ahead;
      const conflicts = await this.#applyAll(pass, writes);
      open = attempt < attempts ? await this.#lookAgain(pass, conflicts) : [];
    }
    return this.#finish(pass, before);
  }

  #decide({ what }: Pass<Object, What>, work: TargetWork, now: EpochMs): void {
    const { observation, state } = work;
    work.outcome = null;
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
    if (!wantsChange(work)) {
      work.write = work.write.kind === "Written" ? work.write : { kind: "Unchanged" };
      return false;
    }
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
    const status = this.#toStatus(pass);
    const saved = await this.#saveStatus(pass, status, pass.object.metadata.generation);
    if (saved === null) return null;
    for (const { state } of writes) if (state.history) state.history = abandonScale(state.history);
    // Edited or deleted meanwhile: the watch is about to say so.
    if (saved.code === "Invalid" || saved.code === "NotFound") return done(100);
    return retry(saved.code, saved.retryAfterMs);
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
      state.written = { uid, resourceVersion, at: clock.monotonic() };
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

  async #lookAgain(
    pass: Pass<Object, What>,
    conflicts: readonly TargetWork[],
  ): Promise<TargetWork[]> {
    const namespace = pass.object.metadata.namespace ?? "";
    return Promise.all(
      conflicts.map(async work => {
        work.observation = await this.#ports.targets.observe(namespace, work.ref, true);
        work.write = { kind: "Unchanged" };
        settleConflict(work);
        return work;
      }),
    );
  }

  async #finish(pass: Pass<Object, What>, before: ScalingStatus | undefined): Promise<PassOutcome> {
    const { clock, events, ownership } = this.#ports;
    const status = this.#toStatus(pass);
    const age = clock.monotonic() - pass.state.statusWrittenAt;
    const writeIn = worthWritingInMs(pass.state.status, status, age);
    if (writeIn === 0 && ownership.mayWrite(pass.key)) {
      const failed = await this.#saveStatus(pass, status, undefined);
      if (failed && failed.code !== "NotFound" && failed.code !== "Invalid") {
        return retry(failed.code, failed.retryAfterMs);
      }
      this.#announce(events, pass, before, status);
    }
    if (pass.work.some(unsettled)) return retry("TargetUnsettled");
    const polls = pass.work.some(polled) ? clock.now() + pollMs : null;
    const values = writeIn === null || writeIn === 0 ? null : clock.now() + writeIn;
    const dues = pass.work.map(({ outcome }) => outcome?.due ?? null);
    const due = earliest([pass.what.due, polls, values, ...dues]);
    return done(due === null ? null : due - clock.now());
  }

  #announce(
    events: EventRecorder,
    pass: Pass<Object, What>,
    before: ScalingStatus | undefined,
    status: ScalingStatus,
  ): void {
    const { name, uid, namespace = "" } = pass.object.metadata;
    const { apiVersion, kind } = this.#kind;
    for (const news of newsOf(before, status, pass.work.map(toReport))) {
      events.record({ apiVersion, kind, namespace, name, uid }, news);
    }
  }

  #toStatus({ object, what, work, state }: Pass<Object, What>): ScalingStatus {
    const report = { object, now: this.#ports.clock.now(), targets: work.map(toReport) };
    return this.#kind.toStatus(what, report, state.status);
  }

  async #saveStatus(
    { object, state }: Pass<Object, What>,
    status: ScalingStatus,
    generation: number | undefined,
  ): Promise<KubeError | null> {
    const { transport, clock } = this.#ports;
    const { uid } = object.metadata;
    const expected = generation === undefined ? { uid } : { uid, generation };
    const saved = await writeStatus(transport, this.#kind.path(object), status, expected);
    if (!saved.ok) return saved.error;
    state.status = status;
    state.statusWrittenAt = clock.monotonic();
    return null;
  }

  /** Whether the cache has yet to see what we wrote: deciding on it would undo or repeat that. */
  #cacheLags({ observation, state }: TargetWork): boolean {
    if (observation.kind !== "found" || state.written?.uid !== observation.state.uid) return false;
    const behind =
      BigInt(observation.state.resourceVersion) < BigInt(state.written.resourceVersion);
    if (!behind) state.written = null;
    return behind;
  }

  #lagsTooLong({ written }: TargetWork["state"]): boolean {
    return written !== null && this.#ports.clock.monotonic() - written.at > cacheLagMs;
  }
}

interface Pass<Object, What> {
  readonly key: string;
  readonly object: Object;
  readonly state: KeyState;
  readonly what: What;
  readonly work: readonly TargetWork[];
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
