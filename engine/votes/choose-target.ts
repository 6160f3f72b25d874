import type { ZeroOwner } from "../model/observation/observation.ts";
import type { TargetSelection } from "../model/spec/autoscaler-spec.ts";

/** With the value "true", this annotation or label of a workload announces that it serves. */
const SERVING_MARK = "autoscaling.trimtab.dev/serving";

export const isMarkedServing = (marks: Readonly<Record<string, string>> | undefined): boolean =>
  marks?.[SERVING_MARK] === "true";

export interface Candidate {
  readonly name: string;
  readonly uid: string;
  /** RFC 3339. */
  readonly createdAt: string;
  readonly replicas: number;
  /** The author of a count of 0; absent: unknown. */
  readonly zeroOf?: ZeroOwner;
  /** Whether it is announced as the serving one; absent: no. */
  readonly isServing?: boolean;
}

/**
 * policy    how to choose
 * present   the name of the current target; null: none
 * next      the uid that the latest decision names; null: none, as no metric measures each pod;
 *           undefined: there was no decision since the start of the process
 */
export interface Choice {
  readonly policy: TargetSelection;
  readonly present: string | null;
  readonly next: string | null | undefined;
}

/**
 * How many more replicas another candidate may have without replacing the current target. Without a
 * margin, two candidates of similar size would alternate. A target with 0 replicas has no margin:
 * any candidate with pods replaces it.
 */
export const marginOf = (replicas: number): number =>
  replicas === 0 ? 0 : Math.max(1, Math.floor(replicas / 10));

/**
 * Chooses the target: with HighestUsage, the one that the latest decision names, or the present one
 * until there is such a decision. An announcement comes first, and with Announced, the target stays
 * without one. A target at 0 is replaced by a candidate with replicas. null: there are no candidates.
 */
export function chooseTarget<C extends Candidate>(
  all: readonly C[],
  { policy, present, next }: Choice,
): C | null {
  if (policy === "Largest") return largestOf(all, present);
  const candidates = servingAmong(all);
  const running = candidates.filter(({ replicas }) => replicas > 0);
  const held = running.find(({ name }) => name === present);
  const isFree = policy === "HighestUsage" || candidates.length < all.length || !held;
  const named = running.find(({ uid }) => isFree && uid === next);
  return named ?? (next === null && isFree ? null : held) ?? largestOf(candidates, present);
}

/** Which rule chose the target. */
export const reasonOf = ({ isServing }: Candidate, { policy, next }: Choice): TargetSelection => {
  if (policy !== "Largest" && isServing) return "Announced";
  return policy === "Largest" || next === null ? "Largest" : "HighestUsage";
};

/** Those that are announced, or all if none is. */
function servingAmong<C extends { readonly isServing?: boolean }>(all: readonly C[]): readonly C[] {
  const announced = all.filter(({ isServing }) => isServing === true);
  return announced.length > 0 ? announced : all;
}

/**
 * The largest candidate, then the oldest. The current target stays until another candidate exceeds
 * it by more than the margin. If all are at 0, only a 0 of the operator can end by itself, so a
 * candidate with one comes first.
 */
function largestOf<C extends Candidate>(candidates: readonly C[], present: string | null) {
  const largest = candidates.reduce<C | null>(larger, null);
  const held = candidates.find(({ name }) => name === present);
  if (!held || !largest || (isOwnZero(largest) && !isOwnZero(held))) return largest;
  return largest.replicas - held.replicas <= marginOf(held.replicas) ? held : largest;
}

const isOwnZero = ({ replicas, zeroOf }: Candidate): boolean =>
  replicas === 0 && zeroOf === "Operator";

function larger<C extends Candidate>(best: C | null, candidate: C): C {
  if (!best) return candidate;
  if (candidate.replicas !== best.replicas) {
    return candidate.replicas > best.replicas ? candidate : best;
  }
  if (isOwnZero(candidate) !== isOwnZero(best)) return isOwnZero(candidate) ? candidate : best;
  if (candidate.createdAt !== best.createdAt) {
    return candidate.createdAt < best.createdAt ? candidate : best;
  }
  return candidate.uid < best.uid ? candidate : best;
}

/** One of several workloads, with the usage of its own pods; 1: on target; null: not measured. */
export interface UsedWorkload {
  readonly uid?: string;
  readonly isServing?: boolean;
  readonly usageRatio: number | null;
}

/**
 * How much higher the usage of another workload must be. Without a margin, workloads that share the
 * load would alternate.
 */
const isClearlyHigher = (usage: number, than: number): boolean =>
  usage > Math.max(than * 1.2, than + 0.1);

/**
 * The uid of the workload that gets the next additions: the one with the highest usage. The target,
 * the first one, stays until another has a clearly higher usage, or any if its own is not known.
 * null: the spec names the target.
 */
export function nextTarget(workloads: readonly UsedWorkload[]): string | null {
  const [target] = workloads;
  if (target?.uid === undefined) return null;
  const candidates = servingAmong(workloads.filter(({ uid }) => uid !== undefined));
  const usageOf = ({ usageRatio }: UsedWorkload): number => usageRatio ?? -1;
  const [highest = target] = candidates.toSorted((a, b) => usageOf(b) - usageOf(a));
  const isHeld = candidates.includes(target) && !isClearlyHigher(usageOf(highest), usageOf(target));
  return (isHeld || highest.usageRatio === null ? target : highest).uid ?? null;
}
