import type { EpochMs } from "../../engine/result.ts";
import type { ObservedSpec, ResourceDriver, ScalingObject } from "../resource-driver.ts";
import { retry } from "../workqueue/pass-outcome.ts";
import type { PassOutcome } from "../workqueue/work-queue.ts";
import { checkFirstWrite } from "./first-write-check.ts";
import type { Gather } from "./gather.ts";
import type { Pass, PassPorts } from "./pass.ts";
import type { StatusWriter } from "./status/status-writer.ts";
import {
  distinguishRefusal,
  errorOf,
  isSkipped,
  settleConflict,
  wantsChange,
  type TargetWork,
} from "./target-work.ts";
import { abandon, apply, begin, hasMarks, tidy, withhold } from "./write-scale.ts";

/** What is left to decide after the writes; or how the pass ends, because nothing may be written yet. */
export type Written<Measured> =
  | { readonly kind: "written"; readonly conflicts: readonly TargetWork<Measured>[] }
  | PassOutcome;

/** The third step of a pass: writes decided counts, each after the status that announces it. */
export class TargetWriter<Object extends ScalingObject, Observed extends ObservedSpec, Measured> {
  readonly #kind: ResourceDriver<Object, Observed, Measured>;
  readonly #ports: PassPorts<Object>;
  readonly #gather: Gather<Object, Observed, Measured>;
  readonly #statuses: StatusWriter<Object, Observed, Measured>;

  constructor(
    kind: ResourceDriver<Object, Observed, Measured>,
    ports: PassPorts<Object>,
    gather: Gather<Object, Observed, Measured>,
    statuses: StatusWriter<Object, Observed, Measured>,
  ) {
    this.#kind = kind;
    this.#ports = ports;
    this.#gather = gather;
    this.#statuses = statuses;
  }

  async write(
    pass: Pass<Object, Observed, Measured>,
    open: readonly TargetWork<Measured>[],
    now: EpochMs,
  ): Promise<Written<Measured>> {
    const written = await this.#writeCounts(pass, open, now);
    const marked = open.filter(hasMarks);
    if (marked.length > 0) {
      await Promise.all(marked.map(item => tidy(this.#ports.marks, pass, item)));
    }
    return written;
  }

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
   * that need another decision. Reconciler decides again, up to its limit; then the pass is retried with
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
}

const hasConflict = (work: TargetWork): boolean => errorOf(work)?.code === "Conflict";
