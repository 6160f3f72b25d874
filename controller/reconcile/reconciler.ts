// controller/reconcile/: one pass over one object, from reading its target to writing its status.
// controller.ts alone starts it; the pure rules are in engine/transition.ts.

import type { EpochMs } from "../../engine/result.ts";
import { earliest } from "../../engine/timestamp.ts";
import type { KubeError } from "../../kube/transport/errors.ts";
import type { ObservedSpec, ResourceDriver, ScalingObject } from "../resource-driver.ts";
import { done, retry } from "../workqueue/pass-outcome.ts";
import type { PassOutcome } from "../workqueue/work-queue.ts";
import { decideTarget } from "./decide-targets.ts";
import { checkFirstWrite } from "./first-write-check.ts";
import { Gather } from "./gather.ts";
import { generationOf, type Pass, type PassPorts } from "./pass.ts";
import { decidedBy, nextLook } from "./requeue.ts";
import { StatusWriter } from "./status/status-writer.ts";
import {
  distinguishRefusal,
  errorOf,
  isSkipped,
  settleConflict,
  wantsChange,
  type TargetWork,
} from "./target-work.ts";
import { abandon, apply, begin, hasMarks, tidy, withhold } from "./write-scale.ts";

/** The most decisions in one pass after conflicts. Then the next pass starts with fresh data. */
const attempts = 3;

/** What is left to decide after the writes; or how the pass ends, because nothing may be written yet. */
type Written<Measured> =
  | { readonly kind: "written"; readonly conflicts: readonly TargetWork<Measured>[] }
  | PassOutcome;

/**
 * One pass over one object: gather, decide, write, report. It reads current state, never an event: a lost,
 * repeated or reordered wake-up changes when a decision is made, never which.
 */
export class Reconciler<Object extends ScalingObject, Observed extends ObservedSpec, Measured> {
  readonly #kind: ResourceDriver<Object, Observed, Measured>;
  readonly #ports: PassPorts<Object>;
  readonly #gather: Gather<Object, Observed, Measured>;
  readonly #statuses: StatusWriter<Object, Observed, Measured>;

  constructor(kind: ResourceDriver<Object, Observed, Measured>, ports: PassPorts<Object>) {
    this.#kind = kind;
    this.#ports = ports;
    this.#gather = new Gather(kind, ports);
    this.#statuses = new StatusWriter(kind, ports);
  }

  async pass(key: string): Promise<PassOutcome> {
    const gathered = await this.#gather.read(key);
    if (gathered.kind !== "gathered") return gathered;
    const { pass } = gathered;
    let open = pass.work;
    for (let attempt = 1; attempt <= attempts && open.length > 0; attempt++) {
      const now = this.#ports.clock.now();
      for (const work of open) decideTarget(this.#kind, { ...this.#ports, now }, pass, work);
      const written = await this.#writeCounts(pass, open, now);
      const marked = open.filter(hasMarks);
      await Promise.all(marked.map(item => tidy(this.#ports.marks, pass, item)));
      if (written.kind !== "written") return written;
      open = written.conflicts;
    }
    return this.#report(pass);
  }

  warm(key: string): Promise<PassOutcome> {
    return this.#gather.warm(key);
  }

  /** Writes decided counts, each after the status that announces it. */
  async #writeCounts(
    pass: Pass<Object, Observed, Measured>,
    open: readonly TargetWork<Measured>[],
    now: EpochMs,
  ): Promise<Written<Measured>> {
    const wanted = open.filter(item => this.#mayChange(pass, item));
    const { view } = this.#kind;
    const waiting = await checkFirstWrite(view, this.#ports, pass, wanted.length > 0);
    if (waiting) return waiting;
    const writes = wanted.filter(item => !isSkipped(item));
    if (writes.length === 0) return { kind: "written", conflicts: [] };
    for (const item of writes) begin(item, now);
    const failed = await this.#statuses.ahead(pass);
    if (failed) {
      for (const item of writes) abandon(item);
      this.#statuses.sendWriteEvents(pass);
      // Most likely the object was edited or deleted, and the watch is about to report it.
      return retry(failed.code, [failed]);
    }
    await Promise.all(writes.map(item => apply(this.#ports, pass.key, item)));
    return {
      kind: "written",
      conflicts: await this.#resolveConflicts(pass, writes.filter(hasConflict)),
    };
  }

  #mayChange({ key, observed }: Pass<Object, Observed, Measured>, work: TargetWork): boolean {
    const { observer, writeFence } = this.#ports;
    if (!wantsChange(work)) return false;
    const isDryRun = observed.mode === "DryRun";
    if (!isDryRun && writeFence.mayWrite(key)) return true;
    withhold(observer, work, isDryRun ? "DryRun" : "NotOwner");
    return false;
  }

  /**
   * After another writer has changed a target, or seems to have changed it (a 409, or a failed test of the
   * patch): finds out what became of the change, and reads what to decide on now. Returns only the targets
   * that need another decision. `pass` decides again, up to its limit; then the pass is retried with
   * reason TargetUnsettled.
   */
  async #resolveConflicts(
    pass: Pass<Object, Observed, Measured>,
    conflicts: readonly TargetWork<Measured>[],
  ): Promise<readonly TargetWork<Measured>[]> {
    const { targets, observer, clock } = this.#ports;
    const { namespace = "" } = pass.object.metadata;
    await Promise.all(
      conflicts.map(async work => {
        const tested = work.observation;
        work.observation = await targets.observe(namespace, work.ref, true);
        distinguishRefusal(work, tested);
        settleConflict(work, clock.now());
        observer.wrote(pass.key, work, errorOf(work));
        this.#gather.measure(pass, work);
      }),
    );
    return conflicts.filter(hasConflict);
  }

  /** The last step: writes the status if that is worth a write, and says when the next pass is due. */
  async #report(pass: Pass<Object, Observed, Measured>): Promise<PassOutcome> {
    const { clock } = this.#ports;
    const { observed, work } = pass;
    for (const item of work.filter(each => obstacle(each).length === 0)) {
      item.state.decided = decidedBy(observed.periodMs, generationOf(pass), item, clock.now());
    }
    const saved = await this.#statuses.final(pass);
    if (!saved.ok) return retry(saved.error.code, [saved.error]);
    const obstacles = work.flatMap(obstacle);
    if (obstacles.length > 0) return retry("TargetUnsettled", obstacles);
    // With a period, the next decision has a newer status to write.
    const canWait = observed.periodMs === null ? saved.value : null;
    const statusDue = canWait === null ? null : clock.now() + canWait;
    const due = earliest([observed.due, nextLook(observed, work, clock.now()), statusDue]);
    return done(due === null ? null : due - clock.now());
  }
}

const hasConflict = (work: TargetWork): boolean => errorOf(work)?.code === "Conflict";

/**
 * Errors after which a pass must be retried: the target was unreachable, the result of a write is unknown, or
 * the write was refused (no event is sent when the cause is fixed).
 */
function obstacle(work: TargetWork): readonly KubeError[] {
  const { observation } = work;
  const error = observation.kind === "fault" ? observation.error : errorOf(work);
  return error ? [error] : [];
}
