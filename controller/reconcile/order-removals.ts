import type { RemovalMarks } from "../pods/removal-marks.ts";
import type { ObservedSpec } from "../resource-driver.ts";
import type { TargetState } from "./object-state.ts";
import { outcomeOf, type TargetWork } from "./target-work.ts";

type Marks = Pick<RemovalMarks, "order" | "clear">;

/** Marks the pods that the target is to lose first. A failure is reported, and the count is written all the same. */
export async function order(marks: Marks, key: string, work: TargetWork): Promise<void> {
  const removal = outcomeOf(work)?.removal;
  const { observation, state } = work;
  if (!removal || observation.kind !== "found") return;
  const { namespace } = observation.target;
  remember(state, removal.mark);
  const problem = await marks.order({ key, namespace }, removal);
  if (problem !== null) work.unordered = problem;
}

/**
 * After the writes, which do not wait for it: clears the marks of pods that were not removed. In another mode
 * than Active, only those that this process has set: another object may scale the target and mark its pods.
 */
export async function tidy(
  marks: Marks,
  { key, observed }: { readonly key: string; readonly observed: Pick<ObservedSpec, "mode"> },
  work: TargetWork,
): Promise<void> {
  const { observation, state } = work;
  if (observation.kind !== "found") return;
  const { namespace } = observation.target;
  if (observed.mode !== "Active") {
    await forget(marks, { key, namespace }, state);
    return;
  }
  const outcome = outcomeOf(work);
  if (!outcome || outcome.decision.to < outcome.decision.from) return;
  delete state.marked;
  if (outcome.removal) await marks.clear({ key, namespace }, outcome.removal.clear);
}

/** Clears the marks that this process has set and has not seen gone. */
export async function forget(
  marks: Marks,
  about: Parameters<Marks["clear"]>[0],
  state: TargetState,
): Promise<void> {
  const { marked } = state;
  if (!marked) return;
  delete state.marked;
  await marks.clear(about, marked);
}

function remember(state: TargetState, names: readonly string[]): void {
  if (names.length > 0) state.marked = [...new Set([...(state.marked ?? []), ...names])];
}
