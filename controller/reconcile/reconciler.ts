// controller/reconcile/: one pass over one object, from reading its target to writing its status.
// controller.ts alone starts it; the pure rules are in engine/transition.ts.

import type { ObservedSpec, ResourceDriver, ScalingObject } from "../resource-driver.ts";
import type { PassOutcome } from "../workqueue/work-queue.ts";
import { decideTarget } from "./decide-targets.ts";
import { Gather } from "./gather.ts";
import type { PassPorts } from "./pass.ts";
import { report } from "./report.ts";
import { StatusWriter } from "./status/status-writer.ts";
import { TargetWriter } from "./write-targets.ts";

/** The most decisions in one pass after conflicts. Then the next pass starts with fresh data. */
const attempts = 3;

/**
 * One pass over one object: gather, decide, write, report. It reads current state, never an event: a lost,
 * repeated or reordered wake-up changes when a decision is made, never which.
 */
export class Reconciler<Object extends ScalingObject, Observed extends ObservedSpec, Measured> {
  readonly #kind: ResourceDriver<Object, Observed, Measured>;
  readonly #ports: PassPorts<Object>;
  readonly #gather: Gather<Object, Observed, Measured>;
  readonly #statuses: StatusWriter<Object, Observed, Measured>;
  readonly #writer: TargetWriter<Object, Observed, Measured>;

  constructor(kind: ResourceDriver<Object, Observed, Measured>, ports: PassPorts<Object>) {
    this.#kind = kind;
    this.#ports = ports;
    this.#gather = new Gather(kind, ports);
    this.#statuses = new StatusWriter(kind, ports);
    this.#writer = new TargetWriter(kind, ports, this.#gather, this.#statuses);
  }

  async pass(key: string): Promise<PassOutcome> {
    const gathered = await this.#gather.read(key);
    if (gathered.kind !== "gathered") return gathered;
    const { pass } = gathered;
    let open = pass.work;
    for (let attempt = 1; attempt <= attempts && open.length > 0; attempt++) {
      const now = this.#ports.clock.now();
      for (const work of open) decideTarget(this.#kind, { ...this.#ports, now }, pass, work);
      const written = await this.#writer.write(pass, open, now);
      if (written.kind !== "written") return written;
      open = written.conflicts;
    }
    return report(this.#statuses, this.#ports.clock, pass);
  }

  warm(key: string): Promise<PassOutcome> {
    return this.#gather.warm(key);
  }
}
