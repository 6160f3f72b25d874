// controller/: turns events into scale writes, with one controller for each resource.

import { shownStep } from "../engine/model/decision.ts";
import type { DecisionOutcome } from "../engine/model/feature.ts";
import { timestamp } from "../engine/model/values/time.ts";
import { formatKubeError, type KubeError } from "../kube/transport/errors.ts";
import type { Subscriptions } from "./workqueue/subscriptions.ts";
import { splitKey } from "../kube/watch/object.ts";
import type { Dependencies } from "./process/dependencies.ts";
import type { LeaderCallbacks } from "./process/participants.ts";
import { ObjectStates } from "./reconcile/object-state.ts";
import { WorkQueue, type PassOutcome } from "./workqueue/work-queue.ts";
import { isTooEarly } from "./reconcile/requeue.ts";
import { Reconciler } from "./reconcile/pass.ts";
import { RejectionLog } from "./workqueue/rejection-log.ts";
import type { Resource, ScalingObject, ObservedSpec } from "./resource.ts";
import { shownObjects } from "./telemetry/object-metrics-source.ts";
import { outcomeOf, type TargetWork } from "./reconcile/target-work.ts";

/** The workqueue of one kind. While this replica does not lead, a pass only fills caches. */
export interface Controller {
  readonly queue: WorkQueue;
  /** Whether the object decides nothing on answers that were all requested by then. */
  readonly isEarly: (key: string, askedAt: number) => boolean;
  readonly startLeading: () => void;
  /** Clears all decision state: another replica decides. Resolves when running passes have ended. */
  readonly stopLeading: () => Promise<void>;
}

/** Creates the workqueue of one kind, with its reconcile loop and its telemetry. */
export function makeController<Object extends ScalingObject, Observed extends ObservedSpec>(
  dependencies: Dependencies,
  resource: Resource<Object, Observed>,
  get: (key: string) => Object | undefined,
  subscriptions: Subscriptions,
): Controller {
  const { kind } = resource.own;
  const { clock, random, telemetry, config } = dependencies;
  const log = dependencies.log.child({ kind });
  const states = new ObjectStates<Object>({
    view: resource.view,
    onUnreadable: (key, reason) => {
      log.warn({ key, reason }, "the saved history cannot be used; starting with a new one");
    },
  });
  telemetry.scales(kind, () => shownObjects({ ...resource, kind, get }, states));
  const observer = {
    decided: (key: string, work: TargetWork): void => {
      const outcome = outcomeOf(work);
      if (!outcome) return;
      const { from, to } = outcome.decision;
      telemetry.decision(kind, outcome.decision);
      log.debug({ key, from, to }, "decided");
    },
    withheld: (reason: "DryRun" | "NotOwner"): void => telemetry.withheld(kind, reason),
    wrote: (key: string, work: TargetWork, error: KubeError | null): void => {
      const outcome = outcomeOf(work);
      telemetry.write(kind, error?.code ?? "Written");
      const { from, to, votes, steps } = outcome?.decision ?? {};
      const change = { key, decision: outcome && decisionId(outcome), target: work.ref, from, to };
      if (error === null) log.info({ ...change, votes, steps: steps?.map(shownStep) }, "scale");
      else if (error.code === "Conflict") log.info(change, "another client changed the target");
      else log.warn({ ...change, error: formatKubeError(error) }, "the target was not scaled");
    },
  };
  const reconciler = new Reconciler(resource, {
    ...dependencies,
    ...{ get, subscriptions, states, observer },
    isCrowded: () => queue.isCrowded,
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
      telemetry.pass(kind, outcome.kind);
      refusals.report(key, outcome);
      if (outcome.kind === "retry") {
        log.debug({ key, reason: outcome.reason }, "trying again");
        dependencies.recovery.suspect();
      }
      return outcome;
    },
    onStart: (_, waitedMs, lateMs) => telemetry.waited(kind, waitedMs, lateMs),
    onFault: (key, fault) => {
      telemetry.fault("reconcile");
      log.error({ key, err: fault }, "a pass failed unexpectedly; the object is tried again");
    },
  });
  dependencies.participants.join({ queue: { kind, depth: () => queue.depth } });
  return {
    queue,
    isEarly: (key, askedAt) =>
      isTooEarly(get(key)?.metadata.generation ?? 0, states.peek(key), askedAt),
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

/**
 * Decides only on statuses that were read after the Lease was won. The previous leader may have written a
 * status, and scaled a target, just before, and the watch may not have delivered it yet (I3).
 */
export function controllerLeaderCallbacks(
  controller: Controller,
  refresh: () => Promise<void>,
  keys: () => readonly string[],
): LeaderCallbacks {
  let terms = 0;
  return {
    onStartedLeading: isFirst => {
      const term = ++terms;
      void (isFirst ? Promise.resolve() : refresh()).then(() => {
        if (term !== terms) return;
        controller.startLeading();
        for (const key of keys()) controller.queue.add(key);
      });
    },
    onStoppedLeading: async () => {
      terms += 1;
      await controller.stopLeading();
      // These passes keep the watches and drop whatever only a leader needs.
      for (const key of keys()) controller.queue.add(key);
    },
    onNamespacesLeft: namespaces => {
      for (const key of keys()) {
        if (namespaces.includes(splitKey(key).namespace)) controller.queue.add(key);
      }
    },
  };
}
