import type { Clock } from "../../kube/clock.ts";
import type { KubeError } from "../../kube/transport/errors.ts";
import type { ObservedSpec, ScalingObject } from "../resource-driver.ts";
import { done, retry } from "../workqueue/pass-outcome.ts";
import type { PassOutcome } from "../workqueue/work-queue.ts";
import { generationOf, type Pass } from "./pass.ts";
import { decidedBy, nextLook } from "./requeue.ts";
import type { StatusWriter } from "./status/status-writer.ts";
import { earliest, errorOf, type TargetWork } from "./target-work.ts";

/** The last step of a pass: writes the status if that is worth a write, and says when the next pass is due. */
export async function report<Object extends ScalingObject, Observed extends ObservedSpec, Measured>(
  statuses: StatusWriter<Object, Observed, Measured>,
  clock: Clock,
  pass: Pass<Object, Observed, Measured>,
): Promise<PassOutcome> {
  const { observed, work } = pass;
  const generation = generationOf(pass);
  for (const item of work.filter(each => obstacle(each).length === 0)) {
    item.state.decided = decidedBy(observed.periodMs, generation, item, clock.now());
  }
  const saved = await statuses.final(pass);
  if (!saved.ok) return retry(saved.error.code, [saved.error]);
  const obstacles = work.flatMap(obstacle);
  if (obstacles.length > 0) return retry("TargetUnsettled", obstacles);
  // With a period, the next decision has a newer status to write.
  const canWait = observed.periodMs === null ? saved.value : null;
  const statusDue = canWait === null ? null : clock.now() + canWait;
  const due = earliest([observed.due, nextLook(observed, work, clock.now()), statusDue]);
  return done(due === null ? null : due - clock.now());
}

/**
 * Errors after which a pass must be retried: the target was unreachable, the result of a write is unknown, or
 * the write was refused (no event is sent when the cause is fixed).
 */
function obstacle(work: TargetWork): readonly KubeError[] {
  const { observation } = work;
  const error = observation.kind === "fault" ? observation.error : errorOf(work);
  return error ? [error] : [];
}
