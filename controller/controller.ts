// controller/: turns events into scale writes, with one controller for each resource.
// capabilities/ imports it; it imports kube/ and engine/.

import { shownStep } from "../engine/pipeline/trace.ts";
import type { DecisionOutcome } from "../engine/pipeline/decide.ts";
import { timestamp } from "../engine/timestamp.ts";
import { formatKubeError, type KubeError } from "../kube/transport/errors.ts";
import type { Subscriptions } from "./workqueue/subscriptions.ts";
import type { Dependencies } from "./process/dependencies.ts";
import { ObjectStates } from "./reconcile/object-state.ts";
import { WorkQueue, type PassOutcome } from "./workqueue/work-queue.ts";
import { Reconciler } from "./reconcile/reconciler.ts";
import { RejectionLog } from "./workqueue/rejection-log.ts";
import type { ResourceDriver, ScalingObject, ObservedSpec } from "./resource-driver.ts";
import { shownObjects } from "./telemetry/object-metrics-source.ts";
import { outcomeOf, type TargetWork } from "./reconcile/target-work.ts";

/** The workqueue of one kind. While this replica does not lead, a pass only fills caches. */
export interface Controller {
  readonly queue: WorkQueue;
  readonly startLeading: () => void;
  /** Clears all decision state: another replica decides. Resolves when running passes have ended. */
  readonly stopLeading: () => Promise<void>;
}

/** Creates the workqueue of one kind, with its reconcile loop and its telemetry. */
export function makeController<
  Object extends ScalingObject,
  Observed extends ObservedSpec,
  Measured,
>(
  dependencies: Dependencies,
  kind: ResourceDriver<Object, Observed, Measured>,
  subscriptions: Subscriptions,
): Controller {
  const { clock, random, telemetry, config } = dependencies;
  const log = dependencies.log.child({ kind: kind.kind });
  const states = new ObjectStates<Object>({
    view: kind.view,
    onUnreadable: (key, reason) => {
      log.warn({ key, reason }, "the saved history cannot be used; starting with a new one");
    },
  });
  telemetry.scales(kind.kind, () => shownObjects(kind, states));
  const observer = {
    decided: (key: string, work: TargetWork): void => {
      const outcome = outcomeOf(work);
      if (!outcome) return;
      const { from, to } = outcome.decision;
      telemetry.decision(kind.kind, outcome.decision);
      log.debug({ key, from, to }, "decided");
    },
    withheld: (reason: "DryRun" | "NotOwner"): void => telemetry.withheld(kind.kind, reason),
    wrote: (key: string, work: TargetWork, error: KubeError | null): void => {
      const outcome = outcomeOf(work);
      telemetry.write(kind.kind, error?.code ?? "Written");
      const { from, to, votes, steps } = outcome?.decision ?? {};
      const change = { key, decision: outcome && decisionId(outcome), target: work.ref, from, to };
      if (error === null) log.info({ ...change, votes, steps: steps?.map(shownStep) }, "scale");
      else if (error.code === "Conflict") log.info(change, "another client changed the target");
      else log.warn({ ...change, error: formatKubeError(error) }, "the target was not scaled");
    },
  };
  const reconciler = new Reconciler(kind, {
    ...dependencies,
    ...{ subscriptions, states, observer },
  });
  const refusals = new RejectionLog(log);
  const passes = new Set<Promise<PassOutcome>>();
  let isLeading = false;
  const pass = async (key: string): Promise<PassOutcome> => {
    const isLeft = dependencies.writeFence.isLeft?.(key) ?? false;
    // Another installation decides from now on, so its status counts.
    if (isLeft) states.delete(key);
    if (!isLeading || isLeft) return reconciler.warm(key);
    const passing = reconciler.pass(key);
    passes.add(passing);
    return passing.finally(() => passes.delete(passing));
  };
  const queue = new WorkQueue({
    ...{ clock, random, workers: config.workers },
    work: async key => {
      const outcome = await pass(key);
      telemetry.pass(kind.kind, outcome.kind);
      refusals.report(key, outcome);
      if (outcome.kind === "retry") {
        log.debug({ key, reason: outcome.reason }, "trying again");
        dependencies.recovery.suspect();
      }
      return outcome;
    },
    onStart: (_, waitedMs, lateMs) => telemetry.waited(kind.kind, waitedMs, lateMs),
    onFault: (key, fault) => {
      telemetry.fault("reconcile");
      log.error({ key, err: fault }, "a pass failed unexpectedly; the object is tried again");
    },
  });
  dependencies.participants.join({ queue: { kind: kind.kind, depth: () => queue.depth } });
  return {
    queue,
    startLeading: () => {
      isLeading = true;
    },
    stopLeading: async () => {
      isLeading = false;
      await Promise.allSettled(passes);
      states.clear();
    },
  };
}

/** Identifies the decision as the status does: by the target's uid and the time in whole seconds. */
const decisionId = ({ decision, history }: DecisionOutcome): string =>
  `${history.targetUID}/${timestamp(decision.time)}`;
